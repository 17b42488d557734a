/** For the keyboard: past bars and menus to the page itself. */
export function SkipLink() {
  return (
    <a href="#main" className="skip btn btn-main">
      Skip to the page
    </a>
  );
}
