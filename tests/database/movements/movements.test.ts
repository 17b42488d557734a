// Movements of manure in the database: who may write them, and which values are refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { addDays } from '@/domain/core/time';
import { DIRECTIONS } from '@/domain/movements/movement';
import { deadlineOf, loadMovementRules, ruleFor } from '@/domain/movements/movement-rules';
import { regimeOf } from '@/domain/rules/load-rules';
import { REGIMES } from '@/domain/rules/regimes';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Beth' });
});
afterAll(() => backend.close());

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const movement = (more: object = {}) => ({
  ...{ id: crypto.randomUUID(), user_id: owner.id, moved_on: dayFromNow(-1), direction: 'export', regime: 'ie' },
  ...{ manure: 'cattle_slurry', manure_name: 'Cattle slurry', quantity: 80, unit: 'm3', p_form: 'P' },
  ...{ content_from: 'table', n_per_unit: 2.4, p_per_unit: 0.5, notify_by: dayFromNow(3), rule_version: '2026-11-26' },
  ...more,
});
type Reply = { error: { message: string } | null };
const refusal = async (reply: PromiseLike<Reply>) => (await reply).error?.message ?? null;
const add = (person: Person, row: object) => refusal(person.from('manure_movements').insert(row as never));
const change = (person: Person, id: string, to: object) =>
  refusal(
    person
      .from('manure_movements')
      .update(to as never)
      .eq('id', id)
      .select('id')
      .single(),
  );
const stored = async (id: string) =>
  (await backend.sql('select * from public.manure_movements where id = $1', [id]))[0];

test.each([
  [{ quantity: 0 }, 'Enter a quantity greater than 0.'],
  [{ quantity: -5 }, 'Enter a quantity greater than 0.'],
  [{ moved_on: dayFromNow(3), notify_by: null }, 'This date is in the future.'],
  [{ regime: 'wales', notify_by: dayFromNow(-5) }, 'The deadline is before the movement.'],
  [{ notified_on: dayFromNow(4) }, 'The date of the notification is in the future.'],
  [{ notified_ref: 'M-1' }, 'Say when it was notified.'],
])('refuses %o: %s', async (more, message) => {
  expect(await add(owner, movement(more))).toBe(message);
});

test('refuses an unknown regime, direction or unit', async () => {
  expect(await add(owner, movement({ regime: 'france' }))).toMatch(/regime_check/);
  expect(await add(owner, movement({ direction: 'sideways' }))).toMatch(/direction_check/);
  expect(await add(owner, movement({ unit: 'gal' }))).toMatch(/unit_check/);
});

test('an employee logs a movement and corrects it for seven days', async () => {
  const row = movement();
  expect(await add(driver, row)).toBeNull();
  expect(await stored(row.id)).toMatchObject({ created_by_name: expect.stringMatching(/^Beth/) as string });
  expect(await change(driver, row.id, { quantity: 90 })).toBeNull();
  await backend.sql(`update public.manure_movements set created_at = now() - interval '8 days' where id = $1`, [
    row.id,
  ]);
  expect(await change(driver, row.id, { quantity: 95 })).toBe(
    'You can change your own entries for 7 days. Ask the account holder.',
  );
  expect(await change(driver, row.id, { struck: true })).toBe(
    'You can change your own entries for 7 days. Ask the account holder.',
  );
  expect(await change(owner, row.id, { quantity: 100 })).toBeNull();
});

test('only the account holder marks a movement as notified, and after that an employee can’t change it', async () => {
  const row = movement();
  const says = 'Only the account holder says that a movement was notified.';
  expect(await add(driver, movement({ notified_on: dayFromNow(0) }))).toBe(says);
  expect(await add(driver, row)).toBeNull();
  expect(await change(driver, row.id, { notified_on: dayFromNow(0) })).toBe(says);
  expect(await change(owner, row.id, { notified_on: dayFromNow(0), notified_ref: 'M-4711' })).toBeNull();
  expect(await change(driver, row.id, { quantity: 1 })).toBe(
    'This movement was notified. Ask the account holder to change it.',
  );
  expect(await change(driver, row.id, { struck: true })).toBe(
    'This movement was notified. Ask the account holder to change it.',
  );
  expect(await change(owner, row.id, { struck: true })).toBeNull();
});

describe('the job of a movement', () => {
  const job = () => ({
    ...{ id: crypto.randomUUID(), user_id: owner.id, customer: 'J. Doe', task_name: 'Slurry haulage' },
    ...{ chargeable_unit: 'm3', quantity: 80, work_date: dayFromNow(-1), created_by_name: 'Beth' },
  });

  test('a movement stays when its job is deleted and is linked to it again when the job is restored, even after seven days', async () => {
    const work = { ...job(), employee_id: driver.id };
    expect(await refusal(driver.from('works').insert(work))).toBeNull();
    const row = movement({ work_id: work.id });
    expect(await add(owner, row)).toBeNull();
    await backend.sql(`update public.manure_movements set created_at = now() - interval '8 days' where id = $1`, [
      row.id,
    ]);
    expect(await refusal(driver.from('works').delete().eq('id', work.id))).toBeNull();
    expect(await stored(row.id)).toMatchObject({ work_id: null, quantity: expect.anything() as unknown });
    expect((await owner.rpc('restore_deleted_work', { p_id: work.id })).error).toBeNull();
    expect(await stored(row.id)).toMatchObject({ work_id: work.id });
  });

  test('a movement that arrives after its job was deleted is stored without it', async () => {
    const row = movement({ work_id: crypto.randomUUID() });
    expect(await add(driver, row)).toBeNull();
    expect(await stored(row.id)).toMatchObject({ work_id: null });
  });
});

describe('the deadline', () => {
  test('is that of the rules of the app, for each day, country and direction', async () => {
    const rules = await loadMovementRules();
    const days = Array.from({ length: 800 }, (_, day) => addDays('2024-12-01', day)).concat('2014-12-31', '2015-01-01');
    const places = REGIMES.flatMap((regime) => DIRECTIONS.map((direction) => ({ regime, direction })));
    const inDatabase = await backend.sql(
      `select p.regime, p.direction, day::date::text as moved_on, d.notify_by::text, d.rule_version::text
       from jsonb_to_recordset($1::jsonb) p (regime text, direction text) cross join unnest($2::date[]) day
       cross join private.movement_deadline(p.regime, p.direction, day::date) d
       order by 1, 2, 3`,
      [JSON.stringify(places), days],
    );
    const inApp = places
      .flatMap((place) => days.map((movedOn) => ({ ...place, movedOn })))
      .flatMap(({ regime, direction, movedOn }) => {
        const rule = ruleFor(rules, { regime, direction, movedOn });
        const by = rule && deadlineOf(rule, movedOn);
        const place = { regime, direction, moved_on: movedOn };
        return by === null ? [] : [{ ...place, notify_by: by, rule_version: rules.version }];
      })
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(inApp.length).toBeGreaterThan(2000);
    expect(inDatabase).toEqual(inApp);
  });

  test('a request can’t state another one, and an edit of other fields keeps the one that was recorded', async () => {
    const row = movement({ moved_on: '2026-11-03', notify_by: '2199-12-31', rule_version: null });
    expect(await add(driver, row)).toBeNull();
    const ruled = { notify_by: '2026-11-07', rule_version: '2026-11-26' };
    const dates = async () =>
      (await owner.from('manure_movements').select('notify_by, rule_version').eq('id', row.id).single()).data;
    expect(await dates()).toEqual(ruled);
    expect(await change(driver, row.id, { notify_by: null, rule_version: null })).toBeNull();
    expect(await dates()).toEqual(ruled);
    // Recorded under older rules.
    await backend.sql(
      `update public.manure_movements set notify_by = '2026-11-10', rule_version = '2026-01-01' where id = $1`,
      [row.id],
    );
    expect(
      await change(driver, row.id, { quantity: 90, notify_by: '2026-11-30', rule_version: '2026-11-26' }),
    ).toBeNull();
    expect(await dates()).toEqual({ notify_by: '2026-11-10', rule_version: '2026-01-01' });
    expect(await change(driver, row.id, { moved_on: '2026-11-04' })).toBeNull();
    expect(await dates()).toEqual({ notify_by: '2026-11-08', rule_version: '2026-11-26' });
  });

  test('is that of the farm’s country if the movement names another country’s rules', async () => {
    const farm = await backend.user();
    await backend.sql(`update public.farm_settings set region = 'ireland' where user_id = $1`, [farm.id]);
    const later = { user_id: farm.id, moved_on: '2026-11-03', notify_by: '2199-12-31', rule_version: null };
    for (const regime of ['scot', 'ni']) {
      const row = movement({ ...later, regime });
      expect(await add(farm, row)).toBeNull();
      expect(await stored(row.id)).toMatchObject({ rule_version: expect.anything() as unknown });
      expect((await farm.from('manure_movements').select('notify_by').eq('id', row.id).single()).data).toEqual({
        notify_by: '2026-11-07',
      });
    }
  });

  test('the regions have the rules that the app gives them', async () => {
    const regions = ['england', 'wales', 'scotland', 'northern_ireland', 'ireland'] as const;
    const rows = await backend.sql('select private.regime_of(r) as regime from unnest($1::text[]) r', [[...regions]]);
    expect(rows).toEqual(regions.map((region) => ({ regime: regimeOf(region) })));
  });

  test('is the one entered by hand where the rules have none', async () => {
    const row = movement({
      regime: 'wales',
      moved_on: '2026-11-03',
      notify_by: '2026-11-20',
      rule_version: '2026-11-26',
    });
    expect(await add(owner, row)).toBeNull();
    expect(
      (await owner.from('manure_movements').select('notify_by, rule_version').eq('id', row.id).single()).data,
    ).toEqual({ notify_by: '2026-11-20', rule_version: null });
  });
});
