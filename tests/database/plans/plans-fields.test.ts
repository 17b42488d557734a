// Query plans of fields: the register, what it shows of each field, and the lists of one field.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  activitiesQuery,
  activityQuery,
  harvestQuery,
  harvestsQuery,
  entriesWithoutFieldQuery,
  readActivities,
  readHarvests,
} from '@/data/fields/activities';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
import { seasonsQuery, soilTestsQuery } from '@/data/fields/seasons';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let fieldId: string;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    await backend.script(`
      insert into public.fields (user_id, name, area_ha) select p.id, 'Field ' || n, 4 from public.profiles p, generate_series(1, 60) n
        where p.role = 'admin';
      insert into public.field_seasons (user_id, field_id, season_year, crop)
        select user_id, id, y, 'Grass' from public.fields, generate_series(2024, 2026) y;
      insert into public.soil_tests (user_id, field_id, sampled_on, method, ph)
        select user_id, id, '2026-01-01'::date - n * 400, 'olsen', 6.4 from public.fields, generate_series(1, 3) n;
      insert into public.field_activities (user_id, field_id, field_name, season, activity_type, started_at)
        select user_id, id, name, 2026, 'rolling', now() - n * interval '1 day' from public.fields, generate_series(1, 70) n
        where name = 'Field 1' or n < 4;
      insert into public.harvests (user_id, field_id, field_name, season, harvested_on, product, quantity, unit)
        select user_id, id, name, 2026, '2026-08-01'::date - n, 'Wheat', 3, 't' from public.fields, generate_series(1, 5) n;
      analyze`);
    const [row] = await backend.sql<{ id: string }>(
      `select id::text from public.fields where user_id = $1 and name = 'Field 1'`,
      [owner.id],
    );
    fieldId = row?.id ?? '';
  });

  test('reads the register and the lists of a field without reading other accounts', async () => {
    for (const person of [owner, driver]) {
      const { signal } = new AbortController();
      const statements = await statementsOf(person, async (queries) => {
        expect(await queries.query(fieldsQuery(owner.id))).toHaveLength(60);
        expect(await queries.query(fieldSummaryQuery(owner.id))).toHaveLength(60);
        expect(await queries.query(seasonsQuery(owner.id, fieldId))).toHaveLength(3);
        expect(await queries.query(soilTestsQuery(owner.id, fieldId))).toHaveLength(3);
        expect(await queries.query(harvestsQuery(owner.id, fieldId))).toHaveLength(5);
        const list = await queries.infiniteQuery({ ...activitiesQuery(owner.id, fieldId), pages: 2 });
        expect(list.pages.map((page) => page.length)).toEqual([50, 20]);
        expect(await queries.query(activityQuery(owner.id, list.pages[0]?.[0]?.id ?? ''))).not.toBeNull();
        expect(await queries.query(harvestQuery(owner.id, fieldId))).toBeNull();
        expect(await queries.query(entriesWithoutFieldQuery(owner.id))).toEqual({ activities: [], harvests: [] });
        expect(await readActivities(owner.id, { fieldId }, signal)).toHaveLength(70);
        expect(await readHarvests(owner.id, signal)).toHaveLength(300);
      });
      expectOwnRowsOnly(statements);
      const lists = statementsReading(statements, 'field_activities').filter(({ text }) => /limit/i.test(text));
      expect(lists.length).toBeGreaterThan(0);
    }
  });

  test('adds, changes, splits and deletes without reading other accounts', async () => {
    const id = crypto.randomUUID();
    const [part, sampled] = [crypto.randomUUID(), crypto.randomUUID()];
    const statements = [
      ...(await statementsOf(owner, async () => {
        const row = { id, user_id: owner.id, name: 'New', area_ha: 4 };
        expect((await owner.from('fields').insert(row)).error).toBeNull();
        expect(
          (await owner.from('fields').update({ hazards: 'x' }).eq('user_id', owner.id).eq('id', id)).error,
        ).toBeNull();
        const parts = [
          { id: part, name: 'East', area_ha: 2 },
          { id: sampled, name: 'West', area_ha: 2 },
        ];
        expect((await owner.rpc('replace_fields', { p_old: [id], p_new: parts })).error).toBeNull();
        const crop = { id, user_id: owner.id, field_id: part, season_year: 2026, crop: 'Oats' };
        expect((await owner.from('field_seasons').insert(crop)).error).toBeNull();
        const soil = { id, user_id: owner.id, field_id: sampled, sampled_on: '2026-01-01', method: 'olsen', ph: 6 };
        expect((await owner.from('soil_tests').insert(soil)).error).toBeNull();
      })),
      ...(await statementsOf(driver, async () => {
        const named = { id, user_id: owner.id, field_id: part, field_name: 'East', season: 2026 };
        const plan = { activity_type: 'rolling', status: 'planned', started_at: '2026-11-01T08:00:00Z' };
        const work = { ...named, ...plan };
        expect((await driver.from('field_activities').insert(work)).error).toBeNull();
        // On a field that stays: a harvest keeps its field.
        const load = {
          ...named,
          field_id: sampled,
          harvested_on: '2026-08-01',
          product: 'Oats',
          quantity: 3,
          unit: 't',
        };
        expect((await driver.from('harvests').insert(load)).error).toBeNull();
        const change = async (table: 'field_activities' | 'harvests', to: { notes: string } | { struck: boolean }) =>
          expect((await driver.from(table).update(to).eq('user_id', owner.id).eq('id', id)).error).toBeNull();
        await change('field_activities', { notes: 'x' });
        await change('harvests', { notes: 'x' });
        await change('harvests', { struck: true });
        const done = driver.from('field_activities').delete();
        expect((await done.eq('user_id', owner.id).eq('id', id)).error).toBeNull();
      })),
      ...(await statementsOf(owner, async () => {
        const strike = owner.from('soil_tests').update({ struck: true });
        expect((await strike.eq('user_id', owner.id).eq('id', id)).error).toBeNull();
        expect((await owner.from('field_seasons').delete().eq('user_id', owner.id).eq('id', id)).error).toBeNull();
        expect((await owner.from('fields').delete().eq('user_id', owner.id).eq('id', part)).error).toBeNull();
      })),
    ];
    expectOwnRowsOnly(statements);
  });
});
