import { addDays } from '@/domain/core/time';
import { formatDate } from '@/domain/core/time';

const WIDTH = 1240;
const WEEK = 7;

/** One box for each week: green while there is room, hatched where room is short. */
export function WeekBar({
  today,
  days,
  spreadFrom,
  daysShort,
  dateFull,
}: {
  today: string;
  days: number;
  spreadFrom: string | null;
  daysShort: number | null;
  dateFull: string;
}) {
  const wanted = days + (daysShort ?? 0);
  // A year is enough for a picture.
  const weeks = Math.min(52, Math.max(1, Math.ceil(wanted / WEEK)));
  const step = WIDTH / weeks;
  const box = step - 3;
  const share = (amount: number, week: number) => Math.max(0, Math.min(1, (amount - week * WEEK) / WEEK));
  const short =
    daysShort === null || spreadFrom === null
      ? ''
      : ` Spreading may start on ${formatDate(spreadFrom, today)}, ${daysShort} days later.`;
  return (
    <figure className="week-bar">
      <svg
        viewBox={`0 0 ${WIDTH} 44`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
        role="img"
        aria-label={`Room until ${formatDate(dateFull, today)}.${short}`}
      >
        <defs>
          <pattern id="short-weeks" width="8" height="8" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
            <path d="M0 0v8" className="hatch-over" />
          </pattern>
        </defs>
        {Array.from({ length: weeks }, (_, week) => {
          const full = share(days, week);
          const needed = share(wanted, week);
          return (
            <g key={week} transform={`translate(${week * step} 0)`}>
              <rect y="4" width={box} height="36" rx="5" className="fill-sunken" />
              {full > 0 && <rect y="4" width={box * full} height="36" rx="5" className="fill-accent" />}
              {needed > full && (
                <rect
                  x={box * full}
                  y="5"
                  width={box * (needed - full)}
                  height="34"
                  rx="4"
                  fill="url(#short-weeks)"
                  className="edge-over"
                />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span>{formatDate(today, today)}</span>
        <span>{formatDate(addDays(today, weeks * WEEK), today)}</span>
      </figcaption>
    </figure>
  );
}
