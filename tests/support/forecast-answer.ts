// An answer of a weather service in the form of Open-Meteo: showers on every day.
import { addDays } from '@/domain/core/time';

export function forecastAnswer(first: string, days: number) {
  const each = <Value>(value: Value): (Value | null)[] => Array.from({ length: days }, () => value);
  return {
    ...{ latitude: 52.2, longitude: -3.06, utc_offset_seconds: 0, timezone: 'Europe/London' },
    daily_units: {
      ...{ time: 'iso8601', weather_code: 'wmo code', temperature_2m_min: '°C', temperature_2m_max: '°C' },
      ...{ precipitation_sum: 'mm', precipitation_probability_max: '%' },
      ...{ wind_speed_10m_max: 'm/s', wind_gusts_10m_max: 'm/s', wind_direction_10m_dominant: '°' },
    },
    daily: {
      time: Array.from({ length: days }, (_, at) => addDays(first, at)),
      ...{ weather_code: each(80), temperature_2m_min: each(3.2), temperature_2m_max: each(9.4) },
      ...{ precipitation_sum: each(4.2), precipitation_probability_max: each(80) },
      ...{ wind_speed_10m_max: each(8), wind_gusts_10m_max: each(14), wind_direction_10m_dominant: each(225) },
    },
  };
}
