/** A screenshot of the app, taken with the demo farm. Has a fixed size, so that the layout does not shift. */
export function Screenshot({ name, alt, wide = false }: { name: string; alt: string; wide?: boolean }) {
  return (
    <figure className={wide ? 'shot-wide' : 'phone'}>
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
