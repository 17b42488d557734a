import { SEATS } from '@/domain/account/seats';

/** One ear tag per seat; taken seats are filled. Decorative: the text next to it gives the numbers. */
export function SeatTags({ used }: { used: number }) {
  const width = 30 * SEATS - 4;
  return (
    <svg viewBox={`-1 0 ${width + 2} 33`} className="h-8 w-auto justify-self-start" aria-hidden="true">
      {Array.from({ length: SEATS }, (_, seat) => (
        <g key={seat} transform={`translate(${seat * 30} 0)`}>
          <path
            d="M13 1.5c2.6 0 4.6 2 4.6 4.4 0 1.5.5 2.4 2 2.9 3 1 4.9 2.6 4.9 6.2v11.2c0 2.6-1.9 4.3-4.5 4.3H6c-2.6 0-4.5-1.7-4.5-4.3V15c0-3.6 1.9-5.2 4.9-6.2 1.5-.5 2-1.4 2-2.9 0-2.4 2-4.4 4.6-4.4Z"
            className={seat < used ? 'fill-tag stroke-tag-edge' : 'fill-none stroke-line-strong'}
            strokeWidth="1.5"
          />
          <circle cx="13" cy="5.9" r="1.7" className={seat < used ? 'fill-on-tag' : 'fill-line-strong'} />
        </g>
      ))}
    </svg>
  );
}
