/** A picture of the app itself, taken of the demo farm. Its size is known before it comes, so that nothing jumps. */
export function Shot({ name, alt, wide = false }: { name: string; alt: string; wide?: boolean }) {
  return (
    <figure className={wide ? 'desk' : 'phone'}>
      <img
        src={`/pictures/${name}.webp`}
        width={wide ? 960 : 270}
        height={wide ? 600 : 585}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </figure>
  );
}
