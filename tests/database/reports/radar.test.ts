// The lists of work that may be missing from the invoices: the database's result equals one computed in TypeScript from
// the account's rows.
import { beforeAll, describe, expect, test } from 'vitest';
import { incompleteQuery, lastYearQuery, unbilledQuery, unloggedQuery } from '@/data/reports/radar';
import { fromNumeric, toNumeric } from '@/domain/core/money';
import { addDays, addMonths } from '@/domain/core/time';
import type { Person } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { asText, grouped, sum, without } from './recomputed';
import { reportDatabase } from './report-database';

const { backend, read } = reportDatabase();

const unbilled = (owner: Person, before: string, customer: string | null = null) =>
  read(owner, (client) => client.query(unbilledQuery(owner.id, before, customer)));
const unlogged = (owner: Person, from: string, to: string) =>
  read(owner, (client) => client.query(unloggedQuery(owner.id, { from, to })));
const incomplete = (owner: Person, customer: string | null = null) =>
  read(owner, (client) => client.query(incompleteQuery(owner.id, customer)));
const lastYear = (owner: Person, today: string, customer: string | null = null) =>
  read(owner, (client) => client.query(lastYearQuery(owner.id, today, customer)));

type WorkRow = {
  id: string;
  job_id: string;
  customer_id: string;
  customer: string;
  active: boolean;
  task_name: string;
  unit: string;
  person: string;
  day: string;
  quantity: number | null;
  rate: number | null;
  value: number | null;
  billed: boolean;
};

const worksOf = (owner: Person) =>
  backend().sql<WorkRow>(
    `select w.id, w.job_id, w.customer_id, c.name as customer, c.active, w.task_name, w.chargeable_unit as unit,
            coalesce(w.employee_id, w.user_id) as person, w.work_date::text as day, w.quantity::float8 as quantity,
            w.rate::float8 as rate, w.total_value::float8 as value, w.invoice_number is not null as billed
     from public.works w join public.customers c on c.user_id = w.user_id and c.id = w.customer_id where w.user_id = $1`,
    [owner.id],
  );

/** Work around a day and the same day of the year before, by two people, some of it invoiced or incomplete. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const driver = await backend().employeeOf(owner);
  const farm = await setUpInvoicing(backend(), owner);
  const dale = await farm.addCustomer('Dale');
  const archived = await farm.addCustomer('Old Mill');
  const today = '2026-05-20';
  for (const person of [owner, driver]) {
    const entries = Array.from({ length: 40 }, () => ({
      customer: pick(['Hill Farm', 'Dale', 'Old Mill'], chance),
      task_name: pick(['Silage', 'silage', 'Baling', 'Hedges', 'Mowing', 'Ploughing'], chance),
      chargeable_unit: pick(['acre', 'hour'], chance),
      rate: chance() < 0.15 ? null : Math.round(chance() * 100_000) / 1000,
      quantity: chance() < 0.15 ? null : 1 + Math.round(chance() * 10_000) / 1000,
      work_date: addDays(pick([today, addMonths(today, -12)], chance), Math.round(chance() * 80) - 65),
    }));
    const { error } = await person.from('works').insert(entries as never);
    if (error) throw error;
    for (let day = 0; day < 30; day++) {
      if (chance() < 0.3) continue;
      await backend().sql(
        `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone, status, manual_break_min)
         values ($1, $2, 'Somebody', $3, $4, 'Europe/London', $5, $6)`,
        [
          ...[
            owner.id,
            person.id,
            `${addDays(today, -day)}T07:00:00Z`,
            `${addDays(today, -day)}T${pick(['11', '15'], chance)}:30:00Z`,
          ],
          ...[pick(['open', 'submitted', 'needs_review'], chance), chance() < 0.3 ? 30 : null],
        ],
      );
    }
  }
  // This task has no entry this year.
  await owner
    .from('works')
    .insert({ customer: 'Dale', task_name: 'Rolling', chargeable_unit: 'acre', work_date: '2025-05-14' } as never);
  const works = await worksOf(owner);
  await backend().sql(
    `insert into public.job_people (user_id, job_id, person_id)
     select user_id, job_id, $2 from public.works where user_id = $1 and employee_id is null and abs(hashtext(task_name || quantity)) % 4 = 0`,
    [owner.id, driver.id],
  );
  for (const to of [farm.hillFarm, dale]) {
    const ready = works.filter((work) => work.customer_id === to && work.value !== null).slice(0, 6);
    const { error } = await farm.issue(
      ready.map(({ id }) => id),
      { to },
    );
    if (error) throw error;
  }
  await owner.from('customers').update({ active: false }).eq('id', archived);
  return { owner, driver, dale, today };
}

describe.each([1, 2, 3])('random account %d', (seed) => {
  let account: Awaited<ReturnType<typeof randomAccount>>;
  let works: WorkRow[];
  beforeAll(async () => {
    // Another account with rows of its own, which must never count.
    await randomAccount(seed + 100);
    account = await randomAccount(seed);
    works = await worksOf(account.owner);
  });

  test('old work to bill equals the entries that are on no invoice', async () => {
    const { owner, today, dale } = account;
    for (const customer of [null, dale])
      for (const before of [today, addDays(today, -30), '2027-01-01']) {
        const open = works.filter(
          (work) => !work.billed && work.day < before && (customer === null || work.customer_id === customer),
        );
        const expected = grouped(open, (work) => work.customer_id).map((own) => ({
          ...{ customerId: own[0]?.customer_id, customer: own[0]?.customer, entries: own.length },
          value: sum(own.map(({ value }) => value)),
          unvalued: own.filter(({ value }) => value === null).length,
          oldest: own.map(({ day }) => day).toSorted()[0],
        }));
        expect(expected.length).toBeGreaterThan(0);
        expect(asText(await unbilled(owner, before, customer))).toEqual(asText(expected));
      }
  });

  test('incomplete entries equal those without a rate or a quantity', async () => {
    const { owner, dale } = account;
    for (const customer of [null, dale]) {
      const expected = works.filter(
        (work) =>
          !work.billed &&
          (work.rate === null || work.quantity === null) &&
          (customer === null || work.customer_id === customer),
      );
      expect(expected.length).toBeGreaterThan(0);
      const found = await incomplete(owner, customer);
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      for (const { id, quantity, rate } of found) {
        const work = works.find((one) => one.id === id);
        expect([quantity, rate].map((one) => (one === null ? null : toNumeric(one)))).toEqual([
          work?.quantity,
          work?.rate,
        ]);
      }
    }
  });

  test('clocked days without a job equal the days of shifts less those of entries and jobs', async () => {
    const { owner, today } = account;
    const shifts = await backend().sql<{ person: string; day: string; minutes: number; status: string }>(
      `select employee_id as person, work_date::text as day, paid_min as minutes, status
       from public.time_entries where user_id = $1`,
      [owner.id],
    );
    const helpers = await backend().sql<{ person: string; job: string }>(
      'select person_id as person, job_id as job from public.job_people where user_id = $1',
      [owner.id],
    );
    const busy = new Set([
      ...works.map(({ person, day }) => `${person} ${day}`),
      ...helpers.flatMap(({ person, job }) =>
        works.filter((work) => work.job_id === job).map(({ day }) => `${person} ${day}`),
      ),
    ]);
    for (const [from, to] of [
      [addDays(today, -30), today],
      [addDays(today, -7), addDays(today, -3)],
    ] as const) {
      const counted = shifts.filter(({ day, status }) => status !== 'needs_review' && day >= from && day <= to);
      const expected = grouped(counted, ({ person, day }) => `${person} ${day}`)
        .filter(([one]) => one && !busy.has(`${one.person} ${one.day}`))
        .map((own) => [own[0]?.person, own[0]?.day, own.reduce((all, { minutes }) => all + minutes, 0)]);
      expect(expected.length).toBeGreaterThan(0);
      const found = await unlogged(owner, from, to);
      expect(asText(found.map(({ personId, workDate, minutes }) => [personId, workDate, minutes]))).toEqual(
        asText(expected),
      );
    }
  });

  test('last year’s work not logged yet equals the tasks without an entry since three weeks before their day', async () => {
    const { owner, today, dale } = account;
    const same = addMonths(today, -12);
    for (const customer of [null, dale]) {
      const then = works.filter(
        (work) =>
          work.active &&
          work.day >= addDays(same, -21) &&
          work.day <= addDays(same, 21) &&
          (customer === null || work.customer_id === customer),
      );
      const expected = grouped(then, (work) => `${work.customer_id} ${work.task_name.toLowerCase()} ${work.unit}`)
        .map((own) => ({ own, days: own.map(({ day }) => day).toSorted() }))
        .filter(({ own: [one], days }) =>
          works.every(
            (work) =>
              work.customer_id !== one?.customer_id ||
              work.task_name.toLowerCase() !== one.task_name.toLowerCase() ||
              work.day < addDays(addMonths(days[0] ?? '', 12), -21),
          ),
        )
        .map(({ own, days }) => ({
          ...{ customerId: own[0]?.customer_id, chargeableUnit: own[0]?.unit, entries: own.length },
          ...{ task: own[0]?.task_name.toLowerCase(), firstDay: days[0], lastDay: days.at(-1) },
          quantity: own.every(({ quantity }) => quantity === null) ? null : sum(own.map(({ quantity }) => quantity)),
          value: sum(own.map(({ value }) => value)),
          unvalued: own.filter(({ value }) => value === null).length,
        }));
      const found = (await lastYear(owner, today, customer)).map(({ taskName, ...row }) => ({
        ...without(row, 'customer'),
        task: taskName.toLowerCase(),
      }));
      expect(asText(found)).toEqual(asText(expected));
      if (customer === null) expect(found.length).toBeGreaterThan(0);
    }
  });
});

describe('last year’s work', () => {
  test('leaves the list once the customer has had it this year, in another spelling too', async () => {
    const owner = await backend().user();
    const farm = await setUpInvoicing(backend(), owner);
    await farm.addWorks([2310], { on: '2025-05-14' });
    expect(await lastYear(owner, '2026-05-20')).toMatchObject([
      { customer: 'Hill Farm', taskName: 'Hedges', firstDay: '2025-05-14', value: fromNumeric(2310) },
    ]);
    // An entry three weeks before the same day counts as this year's; a day earlier it does not.
    await farm.addWorks([1], { on: '2026-04-22' });
    expect(await lastYear(owner, '2026-05-20')).toHaveLength(1);
    const [early = ''] = await farm.addWorks([1], { on: '2026-04-23' });
    expect(await lastYear(owner, '2026-05-20')).toEqual([]);
    await owner.from('works').update({ task_name: 'HEDGES' }).eq('id', early);
    expect(await lastYear(owner, '2026-05-20')).toEqual([]);
  });

  test('of 29 February is listed on 28 February of the next year, and leaves once it is logged', async () => {
    const owner = await backend().user();
    const farm = await setUpInvoicing(backend(), owner);
    await farm.addWorks([10], { on: '2024-02-29' });
    expect(await lastYear(owner, '2025-02-28')).toHaveLength(1);
    await farm.addWorks([10], { on: '2025-02-28' });
    expect(await lastYear(owner, '2025-02-28')).toEqual([]);
  });
});

test('work that was logged from a shift counts for the day of the shift, even if it was moved', async () => {
  const owner = await backend().user();
  const farm = await setUpInvoicing(backend(), owner);
  const [work = ''] = await farm.addWorks([10], { on: '2026-05-02' });
  await backend().sql(
    `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone, log_key)
     values ($1, $1, 'Ann', '2026-05-01T07:00Z', '2026-05-01T09:00Z', 'Europe/London', $2)`,
    [owner.id, work],
  );
  expect(await unlogged(owner, '2026-05-01', '2026-05-02')).toMatchObject([{ workDate: '2026-05-01', minutes: 120 }]);
  await backend().sql('update public.time_entries set work_id = log_key where user_id = $1', [owner.id]);
  expect(await unlogged(owner, '2026-05-01', '2026-05-02')).toEqual([]);
});

test('an employee gets no list, and another account nothing of this one', async () => {
  const { owner, driver, today } = await randomAccount(9);
  const other = await backend().user();
  for (const list of [
    (person: Person) => unbilled(person, today),
    (person: Person) => unlogged(person, addDays(today, -30), today),
    (person: Person) => incomplete(person),
    (person: Person) => lastYear(person, today),
  ]) {
    await expect(list(driver)).rejects.toThrow('Only the main account holder can do this.');
    expect(await list(other)).toEqual([]);
    expect((await list(owner)).length).toBeGreaterThan(0);
  }
});
