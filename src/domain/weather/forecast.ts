// The daily forecast for one place, in the response format of Open-Meteo. A wrong response is refused as a whole: a day under
// another date, or a wind in another unit, would be worse than no forecast.
import * as v from 'valibot';
import { addDays, isDate, type Region, type Zone } from '@/domain/core/time';
import { WIND_DIRECTIONS } from '@/domain/fields/activity';

/** In degrees, with two decimals: within about a kilometre, so that the service does not learn where a yard is. */
export type Place = { latitude: number; longitude: number };

export type ForecastDay = {
  date: string;
  /** A WMO code. */
  code: number | null;
  lowC: number | null;
  highC: number | null;
  rainMm: number | null;
  rainChance: number | null;
  /** The strongest wind of the day in metres per second, its gusts, and the degrees that it comes from. */
  wind: number | null;
  gusts: number | null;
  windFrom: number | null;
};

const FORECAST_DAYS = 8;

/** The values by their names in the request and response, each with the unit and range that it must have. */
const VALUES = {
  weather_code: { unit: 'wmo code', min: 0, max: 99 },
  temperature_2m_min: { unit: '°C', min: -60, max: 60 },
  temperature_2m_max: { unit: '°C', min: -60, max: 60 },
  precipitation_sum: { unit: 'mm', min: 0, max: 2000 },
  precipitation_probability_max: { unit: '%', min: 0, max: 100 },
  wind_speed_10m_max: { unit: 'm/s', min: 0, max: 120 },
  wind_gusts_10m_max: { unit: 'm/s', min: 0, max: 150 },
  wind_direction_10m_dominant: { unit: '°', min: 0, max: 360 },
} as const;
type Value = keyof typeof VALUES;
const NAMES = Object.keys(VALUES) as Value[];

/** The centre of the farm's own fields; null if none has a position. Fields of customers can be far away. */
export function placeOf(
  fields: readonly {
    centroidLat: number | null;
    centroidLng: number | null;
    archivedOn: string | null;
    tenure: string | null;
  }[],
): Place | null {
  const placed = fields.flatMap(({ centroidLat, centroidLng, archivedOn, tenure }) =>
    archivedOn === null && tenure !== 'contract' && centroidLat !== null && centroidLng !== null
      ? [{ latitude: centroidLat, longitude: centroidLng }]
      : [],
  );
  if (placed.length === 0) return null;
  const middle = (coordinate: (place: Place) => number) =>
    Math.round((placed.reduce((sum, place) => sum + coordinate(place), 0) / placed.length) * 100) / 100;
  return { latitude: middle((place) => place.latitude), longitude: middle((place) => place.longitude) };
}

/** The URL of the request; `template` contains {latitude} and {longitude}. Days are those of the farm's time zone. */
export function forecastUrl(template: string, { latitude, longitude }: Place, zone: Zone): string {
  const url = new URL(template.replace('{latitude}', latitude.toFixed(2)).replace('{longitude}', longitude.toFixed(2)));
  for (const [name, value] of Object.entries({
    daily: NAMES.join(','),
    timezone: zone,
    forecast_days: String(FORECAST_DAYS),
    temperature_unit: 'celsius',
    precipitation_unit: 'mm',
    wind_speed_unit: 'ms',
  }))
    url.searchParams.set(name, value);
  return url.href;
}

const valuesOf = ({ min, max }: { min: number; max: number }) =>
  v.array(v.nullable(v.pipe(v.number(), v.minValue(min), v.maxValue(max))));

const schemaOf = (zone: Zone) =>
  v.object({
    timezone: v.literal(zone),
    daily_units: v.object(
      // The keys are those of VALUES.
      Object.fromEntries(NAMES.map((name) => [name, v.literal(VALUES[name].unit)])) as Record<
        Value,
        v.LiteralSchema<string, undefined>
      >,
    ),
    daily: v.object({
      time: v.pipe(v.array(v.pipe(v.string(), v.check(isDate))), v.minLength(1), v.maxLength(16)),
      ...(Object.fromEntries(NAMES.map((name) => [name, valuesOf(VALUES[name])])) as Record<
        Value,
        ReturnType<typeof valuesOf>
      >),
    }),
  });

/** The days of a response; null if its form, units, time zone or dates are not those of the request. */
export function parseForecast(answer: unknown, zone: Zone): ForecastDay[] | null {
  const parsed = v.safeParse(schemaOf(zone), answer);
  if (!parsed.success) return null;
  const { time, ...values } = parsed.output.daily;
  const [first = ''] = time;
  const isComplete =
    time.every((date, at) => date === addDays(first, at)) && NAMES.every((name) => values[name].length === time.length);
  if (!isComplete) return null;
  return time.map((date, at) => ({
    date,
    code: values.weather_code[at] ?? null,
    lowC: values.temperature_2m_min[at] ?? null,
    highC: values.temperature_2m_max[at] ?? null,
    rainMm: values.precipitation_sum[at] ?? null,
    rainChance: values.precipitation_probability_max[at] ?? null,
    wind: values.wind_speed_10m_max[at] ?? null,
    gusts: values.wind_gusts_10m_max[at] ?? null,
    windFrom: values.wind_direction_10m_dominant[at] ?? null,
  }));
}

/** Kinds of weather up to a WMO code, with a word. `wet`: the word itself says that rain or snow falls. */
const SKIES: readonly (readonly [upTo: number, word: string, wet?: true])[] = [
  [0, 'Clear'],
  [1, 'Mostly clear'],
  [2, 'Sunny spells'],
  [3, 'Cloudy'],
  [48, 'Fog'],
  [57, 'Drizzle', true],
  [67, 'Rain', true],
  [77, 'Snow', true],
  [82, 'Showers', true],
  [86, 'Snow showers', true],
  [99, 'Thunder', true],
];

/** A chance of rain up to this is not mentioned on a day without rain. */
const LIKELY_PERCENT = 20;

/** "Showers 4.2 mm (80 %)", "Cloudy, rain 0.4 mm (30 %)", "Fog, dry". */
function skyWords({ code, rainMm, rainChance }: ForecastDay): string | null {
  const [, sky, isWet = false] = (code !== null && SKIES.find(([upTo]) => code <= upTo)) || [0, null];
  const chance = rainChance === null ? '' : ` (${Math.round(rainChance)} %)`;
  if (rainMm !== null && rainMm >= 0.1) {
    const amount = `${rainMm.toFixed(rainMm < 10 ? 1 : 0)} mm${chance}`;
    return sky === null ? `Rain ${amount}` : isWet ? `${sky} ${amount}` : `${sky}, rain ${amount}`;
  }
  const isLikely = rainChance !== null && rainChance > LIKELY_PERCENT;
  const rain = isLikely ? `${Math.round(rainChance)} % chance of rain` : rainMm === null || isWet ? null : 'dry';
  return [sky, rain].filter((word) => word !== null).join(', ') || null;
}

/** Wind in miles an hour in the UK, and in kilometres an hour in Ireland. */
const windWords = (metresPerSecond: number, region: Region) =>
  region === 'ireland' ? `${Math.round(metresPerSecond * 3.6)} km/h` : `${Math.round(metresPerSecond * 2.236936)} mph`;

/** Whole degrees with a typographic minus sign; `+ 0` turns −0 into 0. */
const degrees = (celsius: number) => String(Math.round(celsius) + 0).replace('-', '−');

/** "Showers 4.2 mm (80 %), 3 to 9 °C, wind 18 mph SW, gusts 31 mph", without what is not known. `brief`: no gusts. */
export function forecastWords(day: ForecastDay, region: Region, brief = false): string {
  const { lowC, highC, wind, windFrom, gusts } = day;
  const from = windFrom === null ? '' : ` ${WIND_DIRECTIONS[Math.round(windFrom / 45) % 8] ?? ''}`;
  return [
    skyWords(day),
    lowC === null || highC === null ? null : `${degrees(lowC)} to ${degrees(highC)}\u00A0°C`,
    wind === null ? null : `wind ${windWords(wind, region)}${from}`,
    gusts === null || brief ? null : `gusts ${windWords(gusts, region)}`,
  ]
    .filter((word) => word !== null)
    .join(', ');
}
