import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '@/data/fields/fields';
import { withoutFailureMessage } from '@/data/load-failed';
import { forecastQuery } from '@/data/weather';
import { formatDate, formatDateDated, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { forecastWords, placeOf, type Place } from '@/domain/weather/forecast';
import { waitsForSignal } from '@/lib/read-state';
import { useAccount } from '@/session/account';

const service = () => import.meta.env.VITE_WEATHER_URL?.trim() ?? '';

/** The forecast for those of the shown days that have one, at the place of the farm's own fields. */
export function ForecastStrip({ dates, today }: { dates: readonly string[]; today: string }) {
  const { ownerId } = useAccount();
  const { data } = useQuery(withoutFailureMessage(fieldsQuery(ownerId)));
  const place = data ? placeOf(data) : null;
  const asked = dates.filter((date) => date >= today);
  // Without a place, or if all days are past, there is no request.
  return place && asked.length > 0 ? <Forecast place={place} dates={asked} today={today} /> : null;
}

/** "06:00", or "27 Nov 2026, 06:00" if that was not today. */
function ageWords(readAt: number, zone: Zone, today: string): string {
  const at = new Date(readAt);
  const [date, time] = [todayIn(zone, at), localTimeIn(zone, at)];
  return date === today ? time : `${formatDateDated(date)}, ${time}`;
}

/** "Mon"; this is enough, because the strip shows at most one week. */
const weekdayOf = (date: string) => formatDate(date).slice(0, 3);

function Forecast({ place, dates, today }: { place: Place; dates: readonly string[]; today: string }) {
  const { zone, region } = useAccount().settings;
  const forecast = useQuery(forecastQuery(service(), place, zone));
  const { data = [], dataUpdatedAt, error } = forecast;
  const days = data.filter(({ date }) => dates.includes(date));
  const problem = error?.message ?? (waitsForSignal(forecast) ? 'no signal.' : null);
  const attribution = import.meta.env.VITE_WEATHER_ATTRIBUTION?.trim();
  const link = import.meta.env.VITE_WEATHER_LINK?.trim();
  if (days.length === 0) return problem === null ? null : <p className="hint">No forecast: {problem}</p>;
  return (
    <section aria-label="Forecast" className="grid gap-1 text-2">
      <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {days.map((day) => (
          <li key={day.date} className="flex gap-2">
            <strong className="min-w-10">{day.date === today ? 'Today' : weekdayOf(day.date)}</strong>
            <span>{forecastWords(day, region, dates.length > 1)}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        Forecast of {ageWords(dataUpdatedAt, zone, today)}
        {attribution && ', '}
        {attribution &&
          (link ? (
            <a href={link} rel="noreferrer">
              {attribution}
            </a>
          ) : (
            attribution
          ))}
        {problem !== null && `. No newer forecast: ${problem}`}
      </p>
    </section>
  );
}
