// The forecast: what is asked of the service, which answers are refused, and the words.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forecastQuery } from '@/data/weather';
import { forecastUrl, forecastWords, parseForecast, placeOf, type ForecastDay } from '@/domain/weather/forecast';
import { forecastAnswer } from '@tests/support/forecast-answer';

const ZONE = 'Europe/London';
const PLACE = { latitude: 52.19, longitude: -3.05 };

describe('the place', () => {
  const field = { centroidLat: 52.1, centroidLng: -3.1, archivedOn: null, tenure: 'owned' };
  test('is the centre of the farm’s own fields, with two decimals', () => {
    expect(placeOf([field, { ...field, centroidLat: 52.20777, centroidLng: -3.0111 }])).toEqual({
      latitude: 52.15,
      longitude: -3.06,
    });
  });
  test('leaves out fields of customers, archived ones and those without an outline', () => {
    const far = { ...field, centroidLat: 57 };
    expect(
      placeOf([
        field,
        { ...far, tenure: 'contract' },
        { ...far, archivedOn: '2026-01-01' },
        { ...far, centroidLng: null },
      ]),
    ).toEqual({ latitude: 52.1, longitude: -3.1 });
    expect(placeOf([{ ...field, centroidLat: null }])).toBeNull();
    expect(placeOf([])).toBeNull();
  });
});

test('the address has the place with two decimals, the farm’s time zone and the units, and keeps the operator’s key', () => {
  const url = new URL(
    forecastUrl(
      'https://weather.example/v1/forecast?latitude={latitude}&longitude={longitude}&apikey=a%26b',
      PLACE,
      'Europe/Dublin',
    ),
  );
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ latitude: '52.19', longitude: '-3.05', apikey: 'a&b', timezone: 'Europe/Dublin' },
    ...{ wind_speed_unit: 'ms', temperature_unit: 'celsius', precipitation_unit: 'mm', forecast_days: '8' },
  });
  expect(url.searchParams.get('daily')?.split(',')).toContain('precipitation_probability_max');
});

describe('an answer', () => {
  const good = () => forecastAnswer('2026-03-28', 3);
  test('is read day by day, across the change of the clocks', () => {
    expect(parseForecast(good(), ZONE)?.map(({ date }) => date)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(parseForecast(good(), ZONE)?.[0]).toEqual({
      ...{ date: '2026-03-28', code: 80, lowC: 3.2, highC: 9.4, rainMm: 4.2, rainChance: 80 },
      ...{ wind: 8, gusts: 14, windFrom: 225 },
    });
  });
  test('may leave out single values', () => {
    const answer = good();
    answer.daily.precipitation_probability_max = [null, 10, 20];
    expect(parseForecast(answer, ZONE)?.[0]?.rainChance).toBeNull();
  });
  type Answer = ReturnType<typeof forecastAnswer>;
  const faults: [string, (answer: Answer) => unknown][] = [
    ['is of another time zone', (answer) => ({ ...answer, timezone: 'GMT' })],
    [
      'has the wind in km/h',
      (answer) => ({ ...answer, daily_units: { ...answer.daily_units, wind_speed_10m_max: 'km/h' } }),
    ],
    ['has no units', (answer) => ({ ...answer, daily_units: undefined })],
    ['has no rain', (answer) => ({ ...answer, daily: { ...answer.daily, precipitation_sum: undefined } })],
    ['lacks the value of a day', (answer) => ({ ...answer, daily: { ...answer.daily, temperature_2m_max: [9, 8] } })],
    [
      'lacks a day',
      (answer) => ({ ...answer, daily: { ...answer.daily, time: ['2026-03-28', '2026-03-30', '2026-03-31'] } }),
    ],
    [
      'has a date that does not exist',
      (answer) => ({ ...answer, daily: { ...answer.daily, time: ['2026-02-28', '2026-02-29', '2026-03-01'] } }),
    ],
    [
      'has times for dates',
      (answer) => ({ ...answer, daily: { ...answer.daily, time: answer.daily.time.map((day) => `${day}T00:00`) } }),
    ],
    [
      'has a text for a number',
      (answer) => ({ ...answer, daily: { ...answer.daily, precipitation_sum: ['4.2', 0, 0] } }),
    ],
    [
      'has an impossible number',
      (answer) => ({ ...answer, daily: { ...answer.daily, temperature_2m_min: [3, -300, 2] } }),
    ],
    [
      'has no days',
      (answer) => ({ ...answer, daily: Object.fromEntries(Object.keys(answer.daily).map((name) => [name, []])) }),
    ],
    ['is an error', () => ({ error: true, reason: 'Daily API request limit exceeded.' })],
    ['is null', () => null],
  ];
  test.each(faults)('that %s is refused', (_fault, spoil) => {
    expect(parseForecast(spoil(good()), ZONE)).toBeNull();
  });
});

describe('the words', () => {
  const day: ForecastDay = {
    ...{ date: '2026-11-28', code: 80, lowC: 3.2, highC: 9.4, rainMm: 4.2, rainChance: 80 },
    ...{ wind: 8, gusts: 14, windFrom: 225 },
  };
  const words = (changes: Partial<ForecastDay>, brief?: boolean) =>
    forecastWords({ ...day, ...changes }, 'england', brief).replaceAll('\u00A0', ' ');
  test('have the wind in mph in the UK and in km/h in Ireland', () => {
    expect(words({})).toBe('Showers 4.2 mm (80 %), 3 to 9 °C, wind 18 mph SW, gusts 31 mph');
    expect(forecastWords(day, 'ireland')).toMatch(/, wind 29 km\/h SW, gusts 50 km\/h$/);
  });
  test('leave out the gusts in the brief form', () => {
    expect(words({}, true)).toBe('Showers 4.2 mm (80 %), 3 to 9 °C, wind 18 mph SW');
  });
  test('say that it stays dry or freezes, and leave out unknown values', () => {
    const frost = { code: 0, rainMm: 0, rainChance: 0, lowC: -4.6, highC: -0.2, windFrom: 359, gusts: null };
    expect(words(frost)).toBe('Clear, dry, −5 to 0 °C, wind 18 mph N');
    const unknown = { lowC: null, wind: null, gusts: null };
    expect(words({ ...unknown, code: null, rainMm: 22.4, rainChance: null })).toBe('Rain 22 mm');
    expect(words({ ...unknown, code: 3, rainMm: 0.4, rainChance: 30 })).toBe('Cloudy, rain 0.4 mm (30 %)');
    expect(words({ ...unknown, code: 3, rainMm: 0, rainChance: 40 })).toBe('Cloudy, 40 % chance of rain');
    expect(words({ ...unknown, code: 95, rainMm: 0, rainChance: null })).toBe('Thunder');
    expect(words({ ...unknown, code: null, rainMm: null, rainChance: null })).toBe('');
  });
});

describe('a service', () => {
  let server: Server;
  let template: string;
  let answer: { status: number; body: string };
  let asked: { url: string; headers: Record<string, unknown> }[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push({ url: request.url ?? '', headers: request.headers });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    template = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast?latitude={latitude}&longitude={longitude}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));
  beforeEach(() => {
    asked = [];
  });
  const read = (address = template) =>
    new QueryClient().query({ ...forecastQuery(address, PLACE, ZONE), retry: false });

  test('is asked once, without cookies or the address of the page', async () => {
    answer = { status: 200, body: JSON.stringify(forecastAnswer('2026-11-28', 8)) };
    expect(await read()).toHaveLength(8);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toMatch(/^\/v1\/forecast\?latitude=52\.19&longitude=-3\.05&daily=/);
    expect(asked[0]?.headers).not.toHaveProperty('referer');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
  });
  test.each([
    [429, JSON.stringify({ error: true }), 'the weather service refused.'],
    [200, '<html>Sign in to the wifi</html>', 'the weather service gave an answer that could not be read.'],
    [
      200,
      JSON.stringify({ ...forecastAnswer('2026-11-28', 8), timezone: 'GMT' }),
      'the weather service gave an answer that could not be read.',
    ],
  ])('that responds %i %s fails with a message', async (status, body, sentence) => {
    answer = { status, body };
    await expect(read()).rejects.toThrow(sentence);
  });
  test('that cannot be reached fails with a message', async () => {
    await expect(read('http://127.0.0.1:9/?latitude={latitude}&longitude={longitude}')).rejects.toThrow(
      'the weather service did not answer.',
    );
  });
});
