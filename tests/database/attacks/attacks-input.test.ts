// Attacks with typed values (A27): invalid numbers, very long texts, odd dates and times. The app's own checks respond
// with a message; a value that does not fit its column is refused without details of the database.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { FIELD_WITH_ENTRIES, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Answer } from '@tests/support/database/rest';

let backend: TestBackend;
let personas: Personas;
let api: Personas['api'];
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  api = personas.api;
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(() => restore());

const LONG = 'x'.repeat(1_000_000);
const NEW_ID = '99999999-0000-4000-8000-000000000009';
const job = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'hour',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-01',
};
const shift = { ...job, quantity: null, start_time: '08:00', finish_time: '12:00' };

/** Expects a refusal by one of the app's checks: a sentence without details. */
async function expectRefusal(answer: Promise<Answer>, message: string) {
  expect(await answer).toMatchObject({ status: 400, body: { code: '23514', message, details: null, hint: null } });
  expect(await fingerprint()).toEqual(initial);
}
/** Expects a refusal by the column's type, before any check, without details of the database. */
async function expectTypeRefusal(answer: Promise<Answer>, code: string) {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 400, body: { code } });
  expect(JSON.stringify(body)).not.toMatch(/relation|constraint|schema|select |insert |private\.|\bat .*\.[jt]s/i);
  expect(await fingerprint()).toEqual(initial);
}

const QUANTITY_TOO_LARGE = 'That quantity is too large.';
const RATE_TOO_LARGE = 'That rate is too large.';
const DATE_TOO_EARLY = 'Choose a date from the year 2000 on.';
const DATE_IN_FUTURE = 'This date is in the future.';
const VALUE_TOO_LARGE = 'That value is too large. Check the rate and quantity.';

describe('an entry with (A27)', () => {
  test.each<[object, string]>([
    [{ quantity: 'NaN' }, QUANTITY_TOO_LARGE],
    [{ quantity: 99_999_999 }, QUANTITY_TOO_LARGE],
    [{ quantity: 1_000_000 }, QUANTITY_TOO_LARGE],
    [{ quantity: 0 }, 'Enter a quantity greater than 0.'],
    [{ quantity: 0.00004 }, 'Enter a quantity greater than 0.'],
    [{ quantity: -3 }, 'Enter a quantity greater than 0.'],
    [{ rate: 'NaN' }, RATE_TOO_LARGE],
    [{ rate: 100_000 }, RATE_TOO_LARGE],
    [{ rate: -1 }, "The rate can't be negative."],
    [{ rate: 99_999.9999, quantity: 999_999.9999 }, VALUE_TOO_LARGE],
    [{ rate: 10_000, quantity: 1_000 }, VALUE_TOO_LARGE],
    [{ work_date: '0001-01-01' }, DATE_TOO_EARLY],
    [{ work_date: '1999-12-31' }, DATE_TOO_EARLY],
    [{ work_date: '-infinity' }, DATE_TOO_EARLY],
    [{ work_date: null }, DATE_TOO_EARLY],
    [{ work_date: '9999-12-31' }, DATE_IN_FUTURE],
    [{ work_date: 'infinity' }, DATE_IN_FUTURE],
    [{ customer: '' }, 'Choose or type a customer.'],
    [{ customer: ' \t' }, 'Choose or type a customer.'],
    [{ customer: null }, 'Choose or type a customer.'],
    [{ customer: LONG }, "The customer's name is too long (120 characters at most)."],
    [{ task_name: '' }, 'Choose or type a task.'],
    [{ task_name: LONG }, 'The task is too long (80 characters at most).'],
    [{ chargeable_unit: '' }, 'Choose a unit.'],
    [{ chargeable_unit: LONG }, 'Choose a unit.'],
    [{ task_description: LONG }, 'The description is too long (500 characters at most).'],
    [{ notes: LONG }, 'The note is too long (2,000 characters at most).'],
    [{ breaks: -1 }, "Breaks can't be negative."],
    [{ ...shift, breaks: 240 }, 'Breaks are longer than the time worked.'],
    [{ ...shift, breaks: 2_147_483_647 }, 'Breaks are longer than the time worked.'],
    [{ ...shift, finish_time: '08:00' }, 'Start and finish are the same.'],
    [{ ...shift, finish_time: '08:00:59' }, 'Start and finish are the same.'],
    [{ ...shift, start_time: '00:00', finish_time: '24:00' }, 'Start and finish are the same.'],
    [{ ...shift, finish_time: null }, 'Enter the finish time too.'],
    [{ ...shift, start_time: null }, 'Enter the start time too.'],
  ])('%j is refused with a message', async (fields, message) => {
    await expectRefusal(api.E1('POST', '/rest/v1/works', { ...job, ...fields }), message);
  });

  test.each<[object, string]>([
    [{ quantity: 1e308 }, '22003'],
    [{ quantity: 'Infinity' }, '22003'],
    [{ rate: '-Infinity' }, '22003'],
    [{ rate: 99_999_999_999 }, '22003'],
    [{ rate: 'twelve' }, '22P02'],
    [{ rate: '12,5' }, '22P02'],
    [{ work_date: '2026-02-30' }, '22008'],
    [{ work_date: 'soon' }, '22007'],
    [{ start_time: '25:00', finish_time: '26:00' }, '22008'],
    [{ breaks: 2_147_483_648 }, '22003'],
    [{ id: 'mine' }, '22P02'],
  ])('%j is refused by the column type', async (fields, code) => {
    await expectTypeRefusal(api.E1('POST', '/rest/v1/works', { ...job, ...fields }), code);
  });

  test.each<[object, string]>([
    [{ quantity: 'NaN' }, QUANTITY_TOO_LARGE],
    [{ quantity: -1 }, 'Enter a quantity greater than 0.'],
    [{ rate: 'NaN' }, RATE_TOO_LARGE],
    [{ rate: 99_999.9999, quantity: 999_999.9999 }, VALUE_TOO_LARGE],
    [{ total_value: -1 }, "The value can't be negative."],
    [{ total_value: 'NaN' }, VALUE_TOO_LARGE],
    [{ total_value: 10_000_000 }, VALUE_TOO_LARGE],
    [{ work_date: '0001-01-01' }, DATE_TOO_EARLY],
    [{ work_date: 'infinity' }, DATE_IN_FUTURE],
    [{ customer: LONG }, "The customer's name is too long (120 characters at most)."],
    [{ notes: LONG }, 'The note is too long (2,000 characters at most).'],
  ])('a change to %j is refused with a message', async (change, message) => {
    await expectRefusal(api.A1('PATCH', `/rest/v1/works?id=eq.${rowId(3, 'A1')}`, change), message);
  });

  test('24:00 becomes midnight of the next day, and seconds are dropped', async () => {
    const id = NEW_ID;
    const body = { ...shift, id, start_time: '22:00:40', finish_time: '24:00' };
    expect((await api.E1('POST', '/rest/v1/works', body)).status).toBe(201);
    const [row] = await backend.sql(
      `select start_time, finish_time, total_time, quantity from public.works where id = $1`,
      [id],
    );
    expect(row).toEqual({ start_time: '22:00:00', finish_time: '00:00:00', total_time: 2, quantity: 2 });
  });

  test.each(['customers', 'tasks'])('a name of a million letters in %s is refused', async (table) => {
    const answer = await api.A1('POST', `/rest/v1/${table}`, { name: LONG });
    expect(answer).toMatchObject({ status: 400, body: { code: '23514' } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(400);
    expect(await fingerprint()).toEqual(initial);
  });

  const harvest = {
    ...{ field_id: FIELD_WITH_ENTRIES, field_name: 'Bottom Meadow', season: 2026, harvested_on: '2026-08-12' },
    ...{ product: 'Wheat', quantity: 32.4, unit: 't', quality: { protein: LONG } },
  };
  const digits = (at: number): number[] => [-1.234567890123456, 52 + at / 7_000_000];
  const ring = [digits(0), ...Array.from({ length: 19_000 }, (_, at) => digits(at + 1)), digits(0)];
  test.each<[string, object, string]>([
    ['harvests', harvest, 'The quality of this harvest is too long.'],
    ['gangs', { name: 'Silage', people: [{ person_id: null, name: LONG }] }, 'The names in this gang are too long.'],
    [
      'fields',
      { name: 'Long Acre', area_ha: 4, boundary: { type: 'Polygon', coordinates: [ring] } },
      'The boundary is too large. Simplify it and try again.',
    ],
  ])('a value of a million letters in %s is refused with a message', async (table, fields, message) => {
    const user_id = personas.people.A1.id;
    await expectRefusal(api.A1('POST', `/rest/v1/${table}`, { id: NEW_ID, user_id, ...fields }), message);
  });

  test.each<[string, string]>([
    ['customers', 'email'],
    ['customers', 'billing_email'],
    ['invoice_settings', 'email'],
  ])('in %s, %s takes one address only; a row with an older value can still be edited', async (table, column) => {
    const user_id = personas.people.A1.id;
    const at = `/rest/v1/${table}?user_id=eq.${user_id}`;
    for (const value of ['none', 'a@farm.test, b@farm.test', 'Hill <hill@farm.test>', 'hill@farm', ''])
      await expectRefusal(api.A1('PATCH', at, { [column]: value }), 'Enter one e-mail address.');
    // As an older version of the app stored it, or a restored backup contains it.
    await backend.transaction(async (sql) => {
      await sql.query("set local farm_diary.restoring = 'on'");
      await sql.query(`update ${table} set ${column} = 'none' where user_id = $1`, [user_id]);
    });
    expect(await api.A1('PATCH', at, { [column]: 'none', phone: '01234 567890' })).toMatchObject({ status: 204 });
    expect(await api.A1('PATCH', at, { [column]: 'hill@farm.test' })).toMatchObject({ status: 204 });
  });

  test('the cost of a person of another farm is refused', async () => {
    const [user_id, stranger] = [personas.people.A1.id, personas.people.A2.id];
    const cost = { id: NEW_ID, user_id, name: 'Ann', hourly_cost: 15, valid_from: '2026-11-01' };
    const path = '/rest/v1/people_costs';
    await expectRefusal(api.A1('POST', path, { ...cost, person_id: stranger }), 'Choose people of this farm only.');
    expect((await api.A1('POST', path, { ...cost, person_id: personas.people.E1.id })).status).toBe(201);
  });
});
