import { formatDate, localTimeIn, todayIn } from '@/domain/core/time';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import type { Clock } from './use-clock';

/** Shows the running shift: yellow while at work, striped on a break, plain when clocked out. */
export function ClockTag({ shift, currentBreak, minutes, state }: Clock) {
  const { zone } = useAccount().settings;
  const today = useToday();
  if (!shift || !minutes) {
    return (
      <section className="clock-tag" aria-label="Clock">
        <span className="clock-hole" aria-hidden="true" />
        <p className="text-4">
          <b>Not clocked in</b>
        </p>
        <p className="text-muted">Clock in when you start work.</p>
      </section>
    );
  }
  const { row, entry } = shift;
  const since = new Date(row.clockInAt);
  const day = todayIn(zone, since);
  const started = `${localTimeIn(zone, since)}${day === today ? '' : `, ${formatDate(day, today)}`}`;
  return (
    <section className="clock-tag" data-state={currentBreak ? 'break' : 'on'} aria-label="Clock">
      <span className="clock-hole" aria-hidden="true" />
      <p>
        {currentBreak ? 'On a break since ' : 'Clocked in since '}
        <b className="figure">{currentBreak ? localTimeIn(zone, new Date(currentBreak.start)) : started}</b>
      </p>
      <p className="clock-figure figure">
        <b>{Math.floor(minutes.paid / 60)}</b>
        <i>h</i>
        <b>{String(minutes.paid % 60).padStart(2, '0')}</b>
        <i>min</i>
      </p>
      <p className="text-4 wrap-anywhere">
        <b>{jobWords(row)}</b>
      </p>
      {state === 'forgotten' && <p>Nobody knows yet when this shift ended.</p>}
      {entry && (
        <p className="text-2">
          {entry.problem ? `Needs attention: ${entry.problem.sentence}` : 'Waiting on this phone'}
        </p>
      )}
    </section>
  );
}
