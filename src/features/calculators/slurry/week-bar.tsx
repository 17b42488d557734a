import { addDays } from '@/domain/core/time';
import { formatDate } from '@/domain/core/time';

const WIDTH = 1240;
const DAYS_PER_WEEK = 7;

/** One box for each week: green while there is room, hatched where room is short. */
export function WeekBar({
  today,
  days,
  spreadFrom,
  daysShort,
  dateFull,
}: {
  today: string;
  /** Days from today until the stores are full. */
  days: number;
  spreadFrom: string | null;
  /** Days from then to the first day for spreading; null if there is room until that day. */
  daysShort: number | null;
  dateFull: string;
}) {
  const wantedDays = days + (daysShort ?? 0);
  // A year is enough for a picture.
  const weeks = Math.min(52, Math.max(1, Math.ceil(wantedDays / DAYS_PER_WEEK)));
  const step = WIDTH / weeks;
  const box = step - 3;
  /** The part of a week, from 0 to 1, that the first `dayCount` days cover. */
  const partOfWeek = (dayCount: number, week: number) =>
    Math.max(0, Math.min(1, (dayCount - week * DAYS_PER_WEEK) / DAYS_PER_WEEK));
  const shortfallWords =
    daysShort === null || spreadFrom === null
      ? ''
      : ` Spreading may start on ${formatDate(spreadFrom, today)}, ${daysShort} days later.`;
  return (
    <figure className="week-bar">
      <svg
        viewBox={`0 0 ${WIDTH} 44`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not follow the theme
        role="img"
        aria-label={`Room until ${formatDate(dateFull, today)}.${shortfallWords}`}
      >
        <defs>
          <pattern id="short-weeks" width="8" height="8" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
            <path d="M0 0v8" className="hatch-over" />
          </pattern>
        </defs>
        {Array.from({ length: weeks }, (_, week) => {
          const withRoom = partOfWeek(days, week);
          const wanted = partOfWeek(wantedDays, week);
          return (
            <g key={week} transform={`translate(${week * step} 0)`}>
              <rect y="4" width={box} height="36" rx="5" className="fill-sunken" />
              {withRoom > 0 && <rect y="4" width={box * withRoom} height="36" rx="5" className="fill-accent" />}
              {wanted > withRoom && (
                <rect
                  x={box * withRoom}
                  y="5"
                  width={box * (wanted - withRoom)}
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
        <span>{formatDate(addDays(today, weeks * DAYS_PER_WEEK), today)}</span>
      </figcaption>
    </figure>
  );
}
