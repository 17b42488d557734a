// The works list in groups: their labels, their entries, and what other people see of them.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { worksQuery, type WorksReader } from '@/data/works/works';
import type { WorksFilter } from '@/data/works/works-filter';
import { filterOfGroup, worksGroupsQuery, type Grouping } from '@/data/works/works-groups';
import { add } from '@/domain/core/money';
import type { TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';
import { NO_FILTER, GROUPINGS, TODAY, expectedGroups, openWorksListFarm, type WorksListFarm } from './works-list-farm';

let backend: TestBackend;
let farm: WorksListFarm;

beforeAll(async () => {
  farm = await openWorksListFarm();
  ({ backend } = farm);
});
afterAll(() => backend.close());

const reader = (): WorksReader => ({ ownerId: farm.owner.id, userId: farm.owner.id, seesRates: true });
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

const groupsOf = (filter: WorksFilter, by: Grouping) => newClient().query(worksGroupsQuery(reader(), filter, by));
const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

test.each(GROUPINGS)('a group by %s opens to its own entries', async (by) => {
  const filter = { ...NO_FILTER, hasNotes: true };
  const [group] = (await groupsOf(filter, by)).toSorted((a, b) => b.entries - a.entries);
  const query = worksQuery(reader(), filterOfGroup(filter, by, group?.key ?? ''));
  const rows = (await newClient().infiniteQuery({ ...query, pages: 50 })).pages.flat();
  expect(rows).toHaveLength(group?.entries ?? 0);
  expect(add(...rows.flatMap(({ totalValue }) => totalValue ?? []))).toBe(group?.value);
});

test('a group has the label of its latest entries', async () => {
  const label = async (by: Grouping, key: string) =>
    (await groupsOf(NO_FILTER, by)).find((group) => group.key === key)?.label;
  expect(await label('person', farm.driver.id)).toBe(
    farm.storedWorks.find((row) => row.employee_id === farm.driver.id)?.texts.at(-1),
  );
  expect(await label('person', farm.casualId)).toMatch(/^casual carl$/i);
  expect(await label('day', TODAY)).toBe(TODAY);
  expect(await label('task', 'Task, 3 (6" \\x)')).toBe('Task, 3 (6" \\x)');
  await farm.owner.from('machines').update({ name: 'Fendt 724 Vario' }).eq('id', farm.machineId('Fendt 724'));
  expect(await label('machine', farm.machineId('Fendt 724'))).toBe('Fendt 724 Vario');
  expect(await label('field', farm.fieldId('Top, field'))).toBe('Top, field');
  const id = farm.customerId('Hill Farm');
  await backend.transaction(async (sql) => {
    // Billed entries keep the name that was printed.
    await sql.query(`update public.customers set name = 'Hill Farm Ltd' where user_id = $1 and id = $2`, [
      farm.owner.id,
      id,
    ]);
  });
  expect(await label('customer', id)).toBe('Hill Farm Ltd');
  await backend.sql(`update public.customers set name = 'Hill Farm' where user_id = $1 and id = $2`, [
    farm.owner.id,
    id,
  ]);
});

describe('for other people', () => {
  const driverReader = (): WorksReader => ({ ownerId: farm.owner.id, userId: farm.driver.id, seesRates: false });
  const setVisibility = (rates: boolean, all: boolean) =>
    backend.sql(
      'update public.farm_settings set employees_see_rates = $2, employees_see_all_works = $3 where user_id = $1',
      [farm.owner.id, rates, all],
    );
  const groupsFor = (viewer: WorksReader, filter: WorksFilter, by: Grouping) =>
    newClient().query(worksGroupsQuery(viewer, filter, by));

  afterEach(async () => {
    current.client = farm.owner;
    await setVisibility(true, true);
  });

  test.each(GROUPINGS)('employees who may not see prices get the same %s groups without money', async (by) => {
    const filter = { ...NO_FILTER, search: 'gate', statuses: ['ready', 'needs_rate'] as const };
    const priced = await groupsOf(filter, by);
    await setVisibility(false, true);
    current.client = farm.driver;
    const groups = await groupsFor(driverReader(), filter, by);
    expect(priced.some(({ value }) => value > 0)).toBe(true);
    expect(groups).toEqual(priced.map((group) => ({ ...group, value: 0 })));
  });

  test('employees who see only their own entries get only their own groups', async () => {
    await setVisibility(true, false);
    current.client = farm.driver;
    const groups = await groupsFor(driverReader(), NO_FILTER, 'person');
    const own = farm.storedWorks.filter((row) => row.employee_id === farm.driver.id);
    expect(groups.toSorted(byKey).map(({ key, entries }) => [key, entries])).toEqual(
      expectedGroups(own, 'person', NO_FILTER)
        .toSorted(byKey)
        .map(({ key, entries }) => [key, entries]),
    );
  });

  test('another account gets no groups of this one, whatever it requests', async () => {
    const stranger = await backend.user();
    current.client = stranger;
    const viewer = { ownerId: stranger.id, userId: stranger.id, seesRates: true };
    for (const by of GROUPINGS) {
      expect(await groupsFor(viewer, NO_FILTER, by)).toEqual([]);
      expect(
        await groupsFor(
          viewer,
          { ...NO_FILTER, customers: [farm.customerId('Hill Farm')], people: [farm.owner.id] },
          by,
        ),
      ).toEqual([]);
    }
  });
});
