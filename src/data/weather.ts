// The forecast for the farm's place, from the service that the build names (docs/deploy.md, "The weather").
import { queryOptions } from '@tanstack/react-query';
import type { Zone } from '@/domain/core/time';
import { forecastUrl, parseForecast, type ForecastDay, type Place } from '@/domain/weather/forecast';
import * as keys from '@/lib/query-keys';

const TIMEOUT_MS = 15_000;
/** Services renew their forecast a few times a day. */
const FRESH_MS = 60 * 60_000;

/** Why there is no forecast; the words follow "No forecast: ". */
class NoForecast extends Error {
  override name = 'NoForecast';
}

async function readForecast(url: string, zone: Zone): Promise<ForecastDay[]> {
  // The service gets the place, but neither cookies nor the address of the page.
  const response = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new NoForecast('the weather service did not answer.');
  });
  if (!response.ok) throw new NoForecast('the weather service refused.');
  const days = parseForecast(await response.json().catch(() => null), zone);
  if (days === null) throw new NoForecast('the weather service gave an answer that could not be read.');
  return days;
}

/** Copied for reading offline. A failure shows no toast: the diary shows it in the place of the forecast. */
export const forecastQuery = (template: string, place: Place, zone: Zone) =>
  queryOptions({
    queryKey: [keys.forecast, place.latitude.toFixed(2), place.longitude.toFixed(2), zone],
    queryFn: () => readForecast(forecastUrl(template, place, zone), zone),
    staleTime: FRESH_MS,
    retry: 1,
    meta: { offline: 'list' },
  });
