// In a process of its own: its build names a weather service. The forecast in the diary is for the farm’s place and says when it
// was read.
import { within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '@/domain/core/time';
import { clearDisk } from '@tests/features/offline/phone';
import { forecastAnswer } from '@tests/support/forecast-answer';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

// As in a build that names a weather service; its address is on the origin that tests may ask.
vi.hoisted(() => {
  vi.stubEnv('VITE_WEATHER_URL', 'http://localhost:3000/weather?latitude={latitude}&longitude={longitude}');
  vi.stubEnv('VITE_WEATHER_ATTRIBUTION', 'Weather data by Example');
  vi.stubEnv('VITE_WEATHER_LINK', 'https://weather.example/');
});

let backend: TestBackend;
let owner: Person;
let withoutFields: Person;
let answer: () => Response;
let asked: URL[];
const today = new Date().toISOString().slice(0, 10);

const withWeather: Pick<TestBackend, 'fetch'> = {
  fetch: (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.pathname !== '/weather') return backend.fetch(input, init);
    asked.push(url);
    return Promise.resolve(answer());
  },
};

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  withoutFields = await backend.user({ firstName: 'Bea' });
  await backend.sql(
    `insert into public.fields (user_id, name, area_ha, area_source, centroid_lat, centroid_lng, created_by, created_by_name)
     values ($1, 'Top Meadow', 4, 'official', 52.18765, -3.05432, $1, 'Alex')`,
    [owner.id],
  );
});
afterAll(() => backend.close());
beforeEach(async () => {
  // A forecast is copied to the device.
  await clearDisk();
  asked = [];
  answer = () => Response.json(forecastAnswer(today, 8));
});

async function expectNothing(screen: Awaited<ReturnType<typeof renderPage>>['screen']) {
  await screen.findByText(/^Nothing/);
  expect(screen.queryByRole('region', { name: 'Forecast' })).toBeNull();
  expect(screen.queryByText(/forecast/i)).toBeNull();
  expect(asked).toEqual([]);
}

test('a day has one line with sky, rain, temperature and wind, the source and the time of the forecast; a day that is over has none', async () => {
  const { screen } = await renderPage(`/diary?view=day&date=${addDays(today, -7)}`, {
    backend: withWeather,
    person: owner,
  });
  await expectNothing(screen);
  navigate(`/diary?view=day&date=${today}`);
  const forecast = within(await screen.findByRole('region', { name: 'Forecast' }));
  expect(forecast.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'TodayShowers 4.2 mm (80 %), 3 to 9\u00A0°C, wind 18 mph SW, gusts 31 mph',
  ]);
  expect(forecast.getByText(/^Forecast of \d\d:\d\d/)).toBeVisible();
  expect(forecast.getByRole('link', { name: 'Weather data by Example' })).toHaveAttribute(
    'href',
    'https://weather.example/',
  );
  expect(asked.map(({ searchParams }) => [searchParams.get('latitude'), searchParams.get('longitude')])).toEqual([
    ['52.19', '-3.05'],
  ]);
  navigate(`/diary?view=week&date=${addDays(today, 7)}`);
  // A week has a line for each day to come.
  await screen.findByRole('radio', { name: 'Week', checked: true });
  const week = within(await screen.findByRole('region', { name: 'Forecast' }));
  expect(week.getAllByRole('listitem').length).toBeGreaterThan(0);
});

test('a failure is shown as a line in the diary, without an alert', async () => {
  answer = () => Response.json({ error: true }, { status: 400 });
  const { screen } = await renderPage(`/diary?view=day&date=${today}`, { backend: withWeather, person: owner });
  expect(await screen.findByText('No forecast: the weather service refused.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('nothing is asked or shown for a farm without fields', async () => {
  const { screen } = await renderPage(`/diary?view=day&date=${today}`, { backend: withWeather, person: withoutFields });
  await expectNothing(screen);
});
