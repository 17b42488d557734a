import { instantOf, localTimeIn, type Zone } from '@/domain/core/time';
import { wholeMinutes, type Shift } from '@/domain/hours/shift';

const WIDTH = 326;
const LEFT = 16;
const TICK_MINUTES = 180;

/** A shift on a time axis: work, breaks, and the end or now. The axis counts elapsed minutes even if clocks change. */
export function DayLine({ shift, now, zone }: { shift: Shift; now: Date; zone: Zone }) {
  const until = shift.clockOutAt ?? now.toISOString();
  const midnight = instantOf(shift.workDate, '00:00', zone);
  const begin = Math.floor(wholeMinutes(midnight, shift.clockInAt) / TICK_MINUTES) * TICK_MINUTES;
  const end = Math.max(
    begin + 4 * TICK_MINUTES,
    Math.ceil(wholeMinutes(midnight, until) / TICK_MINUTES) * TICK_MINUTES,
  );
  const x = (instant: string) => LEFT + ((wholeMinutes(midnight, instant) - begin) / (end - begin)) * WIDTH;
  const ticks = Array.from({ length: (end - begin) / TICK_MINUTES + 1 }, (_, at) => begin + at * TICK_MINUTES);
  const clock = (instant: string) => localTimeIn(zone, new Date(instant));
  const at = (minute: number) => new Date(Date.parse(midnight) + minute * 60_000);
  const breaks = shift.breaks.map(({ start, end: breakEnd }) => ({ start, end: breakEnd ?? until }));
  const words = [
    `At work ${clock(shift.clockInAt)} to ${clock(until)}.`,
    ...breaks.map(({ start, end: breakEnd }) => `Break ${clock(start)} to ${clock(breakEnd)}.`),
  ].join(' ');
  return (
    <figure aria-label={words}>
      <svg className="block w-full text-2" viewBox="0 0 358 58" aria-hidden="true">
        <rect x={LEFT} y="6" width={WIDTH} height="22" rx="5" fill="var(--sunken)" />
        <rect
          x={x(shift.clockInAt)}
          y="6"
          width={Math.max(2, x(until) - x(shift.clockInAt))}
          height="22"
          rx="4"
          fill="var(--accent)"
        />
        {breaks.map(({ start, end: breakEnd }) => (
          <rect
            key={start}
            x={x(start)}
            y="6"
            width={Math.max(2, x(breakEnd) - x(start))}
            height="22"
            fill="var(--sunken)"
            stroke="var(--line-strong)"
          />
        ))}
        <path d={`M${x(until)} 1v32`} stroke="var(--text)" strokeWidth="3" strokeLinecap="round" />
        {ticks.map((minute) => {
          const place = LEFT + ((minute - begin) / (end - begin)) * WIDTH;
          return (
            <g key={minute}>
              <path d={`M${place} 31v5`} stroke="var(--line-strong)" />
              <text x={place} y="52" textAnchor="middle" fill="var(--muted)">
                {localTimeIn(zone, at(minute)).slice(0, 2)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
