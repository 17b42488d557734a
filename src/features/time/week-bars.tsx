import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { timeSettingsQuery } from '@/data/time/time';
import { formatDate, formatDuration } from '@/domain/core/time';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { weekOf } from '@/widgets/hours/own-shifts';
import type { Clock } from './use-clock';

const MAX_BAR_HEIGHT = 64;
const MIN_SCALE_MINUTES = 10 * 60;

/** The person's own week as bars, with the same figures as text. Memoised: a press does not re-render it. */
export const WeekBars = memo(function WeekBars({
  shifts,
  now,
  isRead,
}: Pick<Clock, 'shifts' | 'now'> & {
  /** False if `shifts` has only what waits on this device: then there is no sum of the week. */
  isRead: boolean;
}) {
  const { ownerId } = useAccount();
  const today = useToday();
  const { data: settings } = useQuery(timeSettingsQuery(ownerId));
  const days = weekOf(shifts, today, now);
  const total = days.reduce((sum, { paid }) => sum + paid, 0);
  const full = Math.max(MIN_SCALE_MINUTES, ...days.map(({ paid }) => paid));
  const words = days
    .filter(({ paid }) => paid > 0)
    .map(({ date, paid }) => `${formatDate(date).slice(0, 3)} ${formatDuration(paid)}`)
    .join(', ');
  const weekTarget = settings?.afterWeekMin ?? null;
  const offline = useOffline();
  if (!isRead && offline)
    return (
      <section className="grid gap-2">
        <h2>This week</h2>
        <p className="text-muted">
          Your hours of this week are not on this device yet. They open when there is signal.
        </p>
      </section>
    );
  return (
    <section className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2>This week</h2>
        {isRead && (
          <span className="figure">
            <b>{formatDuration(total)}</b>
            {weekTarget !== null && <span className="text-muted"> of {formatDuration(weekTarget)}</span>}
          </span>
        )}
      </div>
      <figure className="grid grid-cols-7" aria-label={words === '' ? 'No time recorded this week.' : words}>
        {days.map(({ date, paid }) => {
          const height = Math.round((paid / full) * MAX_BAR_HEIGHT);
          const isToday = date === today;
          return (
            <div key={date} className="grid justify-items-center text-1" aria-hidden="true">
              <svg width="36" height={MAX_BAR_HEIGHT} viewBox={`0 0 36 ${MAX_BAR_HEIGHT}`}>
                <rect x="4" y="0" width="28" height={MAX_BAR_HEIGHT} rx="4" fill="var(--sunken)" />
                <rect
                  x="4"
                  y={MAX_BAR_HEIGHT - height}
                  width="28"
                  height={height}
                  rx="4"
                  fill={isToday ? 'var(--ear-tag)' : 'var(--accent)'}
                  stroke={isToday ? 'var(--ear-tag-edge)' : 'none'}
                />
              </svg>
              {isToday ? (
                <b>{formatDate(date).slice(0, 3)}</b>
              ) : (
                <span className="text-muted">{formatDate(date).slice(0, 3)}</span>
              )}
            </div>
          );
        })}
      </figure>
    </section>
  );
});
