import { partFill } from '@/ui/layout/part-key';

const WIDTH = 1000;
const HEIGHT = 92;

/** A stacked bar with a limit. The table beside it contains the same figures. */
export function BarPicture({
  label,
  parts,
  limit,
}: {
  /** The picture in one sentence. */
  label: string;
  parts: readonly { id: string; value: number }[];
  limit: number | null;
}) {
  const total = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  // Leave 8 % free on the right; 1 avoids a division by zero.
  const widest = Math.max(total, limit ?? 0) * 1.08 || 1;
  const at = (value: number) => (value / widest) * WIDTH;
  const starts = parts.map((_, index) =>
    at(parts.slice(0, index).reduce((sum, { value }) => sum + Math.max(0, value), 0)),
  );
  return (
    <svg
      className="bar-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
      role="img"
      aria-label={label}
    >
      <defs>
        <pattern id="over-limit" width="10" height="10" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
          <path d="M0 0v10" className="hatch-over" />
        </pattern>
      </defs>
      <rect y="18" width={WIDTH} height="56" rx="8" className="fill-sunken" />
      {parts.map(({ id, value }, index) => {
        const width = at(Math.max(0, value));
        return (
          <rect
            key={id}
            x={starts[index]}
            y="18"
            width={Math.max(0, width - 2)}
            height="56"
            className={partFill(index)}
          />
        );
      })}
      {limit !== null && total > limit && (
        <rect
          x={at(limit)}
          y="18"
          width={at(total - limit)}
          height="56"
          fill="url(#over-limit)"
          className="edge-over"
        />
      )}
      {limit !== null && <path d={`M${at(limit)} 4V88`} className="limit-line" />}
    </svg>
  );
}
