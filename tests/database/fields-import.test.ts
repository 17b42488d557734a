// Boundaries from a file: everything is saved, or nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
});
afterAll(() => backend.close());

const square = (east: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [east, 50.5],
      [east + 0.003, 50.5],
      [east + 0.003, 50.5018],
      [east, 50.5018],
      [east, 50.5],
    ],
  ],
});
const outline = (east: number) => ({
  boundary: square(east),
  ...{ drawn_area_ha: 4.2618, centroid_lat: 50.5009, centroid_lng: east },
});
const newField = (name: string, more = {}) => ({
  ...{ id: crypto.randomUUID(), name, area_ha: 4.05, area_source: 'official', ...outline(-4.1), ...more },
});
const run = async (person: Person, p_new: unknown[], p_outlines: unknown[] = []) => {
  const { data, error } = await person.rpc('import_fields', { p_new: p_new as never, p_outlines: p_outlines as never });
  return error?.message ?? data;
};
const stored = async () => (await owner.from('fields').select('name, area_ha, boundary, customer').order('name')).data;

test('new fields and new boundaries are saved together, and a repeated call adds nothing', async () => {
  const first = newField('Top');
  expect(await run(owner, [first])).toBe(1);
  const second = newField('Bottom', { customer: 'Hill Farm' });
  for (let press = 0; press < 2; press += 1) {
    expect(await run(owner, [second], [{ id: first.id, ...outline(-4.2) }])).toBe(2);
  }
  expect(await stored()).toEqual([
    { name: 'Bottom', area_ha: 4.05, boundary: square(-4.1), customer: 'Hill Farm' },
    { name: 'Top', area_ha: 4.05, boundary: square(-4.2), customer: null },
  ]);
});

test('one bad entry refuses all of them', async () => {
  const before = await stored();
  expect(await run(owner, [newField('Good'), newField('top')])).toBe('You already have a field called top.');
  const open = { type: 'Polygon', coordinates: [square(-4).coordinates[0]?.slice(0, 4)] };
  expect(await run(owner, [newField('Good'), newField('Open', { boundary: open })])).toBe(
    'Open: The boundary is not a closed outline.',
  );
  expect(await run(owner, [newField('Good'), newField('Huge', { area_ha: 2001 })])).toBe(
    'Huge: A field has 2,000 ha at most.',
  );
  expect(await run(owner, [newField('Good'), newField('Far', { centroid_lat: 91 })])).toBe(
    'Far: One of the numbers or texts is not valid.',
  );
  expect(await run(owner, [newField('Good'), newField('Vast', { drawn_area_ha: 1e9 })])).toBe(
    'Vast: One of the numbers or texts is not valid.',
  );
  const [top] = (await owner.from('fields').select('id').eq('name', 'Top')).data ?? [];
  expect(await run(owner, [newField('Good')], [{ id: top?.id, ...outline(-4.1), boundary: open }])).toBe(
    'Top: The boundary is not a closed outline.',
  );
  const gone = [{ id: crypto.randomUUID(), ...outline(-4.1) }];
  expect(await run(owner, [newField('Good')], gone)).toBe('One of these fields is not there any more.');
  expect(await run(owner, [{ ...newField('Good'), id: 'x' }])).toBe('The fields are not complete.');
  expect(await run(owner, [{ name: 'Good' }])).toBe('The new fields are not complete.');
  const many = Array.from({ length: 501 }, (_, at) => newField(`Field ${at}`));
  expect(await run(owner, many)).toBe('That is too many fields at once.');
  expect(await stored()).toEqual(before);
  expect(await run(driver, [newField('Mine')])).not.toBe(1);
  expect(await stored()).toEqual(before);
});
