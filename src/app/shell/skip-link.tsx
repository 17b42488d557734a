/** For keyboard users: skips the bars and menus. */
export function SkipLink() {
  return (
    <a href="#main" className="skip btn btn-main">
      Skip to the page
    </a>
  );
}
