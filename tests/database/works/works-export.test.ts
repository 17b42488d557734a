// The works list as CSV: every row of the filter, the totals of the list, and no incomplete file.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { worksTotalsQuery, type WorksReader } from '@/data/works/works';
import { exportWorks } from '@/data/works/works-export';
import type { WorksFilter } from '@/data/works/works-filter';
import { parseCsv } from '@/domain/core/parse-csv';
import { add, fromNumeric } from '@/domain/core/money';
import { NO_PART } from '@/domain/works/works-list';
import { forgetSaved, saved } from '@tests/support/mock-archive';
import { current } from '@tests/support/mock-supabase';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { ANY } from '@tests/support/account-data/works-filter';

const ROWS = 5000;

let backend: TestBackend;
let owner: Person;
let driver: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Siân', lastName: 'Ní Dhálaigh' });
  driver = await backend.employeeOf(owner);
  // Pennies that float sums would lose; equal dates, so that only the second sort key keeps the pages apart.
  await backend.transaction(async (sql) => {
    // The limit is for requests.
    await sql.script('set local statement_timeout = 0');
    await sql.query(
      `insert into public.works (user_id, employee_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       select $1, case when n % 4 = 0 then $2::uuid end, 'Farm ' || n % 9, 'Baling', 'bale', case when n % 50 > 0 then (n % 97) / 100.0 end,
         n % 7 + 0.1, '2026-11-01'::date - n % 5, 'Siân Ní Dhálaigh' from generate_series(1, $3) n`,
      [owner.id, driver.id, ROWS],
    );
  });
});
afterAll(() => backend.close());
beforeEach(() => {
  current.client = owner;
  forgetSaved();
});

const readerFor = (person: Person, seesRates = true): WorksReader => ({
  ownerId: owner.id,
  userId: person.id,
  seesRates,
});

/** The content of the file. */
const text = () => saved.parts.join('');

/** Exports as the app does; returns the number of rows that it reports. */
async function exportFile(
  filter: Partial<WorksFilter> = {},
  options: { by?: WorksReader; signal?: AbortSignal; onProgress?: (count: number) => unknown } = {},
) {
  const { by = readerFor(owner), signal = new AbortController().signal, onProgress = () => undefined } = options;
  const mutate = exportWorks.mutationFn;
  if (!mutate) throw new Error('exportWorks has no mutationFn');
  return mutate(
    { reader: by, filter: { ...ANY, ...filter }, zone: 'Europe/London', fileName: 'works.csv', onProgress, signal },
    // The mutation does not use its context.
    undefined as never,
  );
}
const rows = () => {
  const [head = [], ...body] = parseCsv(text());
  return body.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
};
const sums = (filter: Partial<WorksFilter>) =>
  new QueryClient().query(worksTotalsQuery(readerFor(owner), { ...ANY, ...filter }));

test.each<[string, Partial<WorksFilter>]>([
  ['everything', {}],
  ['a period', { from: '2026-10-29', to: '2026-10-30' }],
  ['a search', { search: 'farm 7' }],
  ['what is ready', { statuses: ['ready'] }],
])('the totals of 5,000 works match the file, to the penny: %s (case 85)', async (name, filter) => {
  const progress: number[] = [];
  const written = await exportFile(filter, { onProgress: (count: number) => progress.push(count) });
  const totals = await sums(filter);
  const body = rows();
  expect(written).toBe(totals.entries);
  expect(saved).toMatchObject({ finished: true, discarded: false });
  expect(new Set(body.map((row) => row['id'])).size).toBe(totals.entries);
  const value = add(...body.map((row) => fromNumeric(Number(row['total_value']))));
  expect(value).toBe(totals.value);
  expect(value).toBeGreaterThan(0);
  if (name === 'everything') {
    expect(body).toHaveLength(ROWS);
    expect(progress).toEqual([1000, 2000, 3000, 4000, 5000, 5000]);
  } else expect(body.length).toBeLessThan(ROWS);
});

describe('what a spreadsheet reads (case 84)', () => {
  const names = ['=HYPERLINK("http://x")', '+44 20', '-Farm', '@SUM(A1)', '“Café”, Bar'];
  const day = { from: '2026-11-18', to: '2026-11-18' };
  beforeAll(async () => {
    const { error } = await owner.from('works').insert(
      // The trigger sets the owner.
      names.map((name) => ({
        customer: name,
        task_name: name,
        chargeable_unit: 'hour',
        rate: 1234.5,
        start_time: '08:00',
        finish_time: '15:50',
        breaks: 30,
        work_date: day.from,
        notes: `\t=1+1 of ${name}`,
        task_description: '@home\r\nsecond line',
      })) as never,
    );
    if (error) throw error;
  });
  afterAll(async () => {
    await backend.sql(`delete from public.works where user_id = $1 and work_date = $2`, [owner.id, day.from]);
  });

  test('the file has fixed column names, ISO dates, plain numbers and accented letters', async () => {
    await exportFile(day);
    expect(text().startsWith('\uFEFFid,work_date,customer,')).toBe(true);
    expect(parseCsv(text())[0]?.join(' ')).toBe(
      'id work_date customer task_name task_description chargeable_unit quantity rate total_value start_time finish_time ' +
        'breaks_min total_time_h done_by logged_by invoice_number generated_at sent_at paid_at notes',
    );
    expect(rows().find(({ customer }) => customer === '“Café”, Bar')).toMatchObject({
      work_date: '2026-11-18',
      chargeable_unit: 'hour',
      quantity: '7.3333',
      rate: '1234.5',
      total_value: '9053',
      start_time: '08:00',
      finish_time: '15:50',
      breaks_min: '30',
      total_time_h: '7.3333',
      done_by: 'Siân Ní Dhálaigh',
      logged_by: 'Siân Ní Dhálaigh',
      invoice_number: '',
      paid_at: '',
    });
    expect(text()).not.toMatch(/£|€/);
  });

  test('no typed text starts a formula', async () => {
    await exportFile(day);
    const body = rows();
    expect(body).toHaveLength(names.length);
    for (const cell of body.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(body.map(({ customer }) => customer).toSorted()).toEqual(
      names.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name)).toSorted(),
    );
    expect(body.every((row) => row['task_description'] === "'@home\r\nsecond line")).toBe(true);
  });

  test('a filter by machine and field gives the works of their jobs', async () => {
    const [machine, field] = [crypto.randomUUID(), crypto.randomUUID()];
    const [work] = await backend.sql<{ id: string }>(
      'select id from public.works where user_id = $1 and total_value > 0 order by id limit 1',
      [owner.id],
    );
    const ofJob = { user_id: owner.id, job_id: work?.id ?? '' };
    const added = [
      await owner.from('machines').insert({ id: machine, user_id: owner.id, name: 'Fendt', machine_type: 'tractor' }),
      await owner.from('fields').insert({ id: field, user_id: owner.id, name: 'Meadow', area_ha: 4 }),
      await owner.from('job_machines').insert({ ...ofJob, machine_id: machine }),
      await owner.from('job_fields').insert({ ...ofJob, field_id: field, area_ha: 4 }),
    ];
    expect(added.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(await exportFile({ machines: [machine], fields: [field] })).toBe(1);
    expect(rows()).toMatchObject([{ id: work?.id }]);
    expect(await exportFile({ machines: [machine], fields: [NO_PART] })).toBe(0);
  });

  test('the file names who did an entry, by current names, beside who logged it', async () => {
    const [work] = await backend.sql<{ id: string }>(
      'select id from public.works where user_id = $1 and employee_id is null order by id limit 1',
      [owner.id],
    );
    const ofJob = { user_id: owner.id, job_id: work?.id ?? '' };
    const { error } = await owner.from('job_people').insert([
      { ...ofJob, person_id: driver.id, name: 'Her name before' },
      { ...ofJob, name: '=Casual Carl' },
    ]);
    expect(error).toBeNull();
    await exportFile({ jobs: [ofJob.job_id] });
    const [person] = await backend.sql<{ name: string }>(
      'select name from public.farm_people where user_id = $1 and person_id = $2',
      [owner.id, driver.id],
    );
    expect(rows()).toMatchObject([{ done_by: `'=Casual Carl, ${person?.name ?? ''}`, logged_by: 'Siân Ní Dhálaigh' }]);
  });

  test('a filter without rows gives a file with only the header', async () => {
    expect(await exportFile({ search: 'nobody has written this' })).toBe(0);
    expect(text()).toMatch(/^\uFEFFid,[a-z_,]*notes\r\n$/);
    expect(saved.finished).toBe(true);
  });

  test('dates of an invoice are in the farm’s time zone', async () => {
    await backend.sql(
      `with made as (
         insert into public.invoices (user_id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot,
           issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by_name)
         select $1, 'INV-1', 1, (select id from public.customers where user_id = $1 limit 1), '{"name": "x"}', '{}',
           '2026-07-01', '2026-07-01', '2026-08-01', 'GBP', '[]', 1, 0, 1, 'Ann' returning id)
       update public.works set invoice_id = (select id from made), invoice_number = 'INV-1', invoice_generated_at = '2026-06-30T23:30:00Z',
         invoice_sent_at = '2026-07-01T10:00:00Z' where user_id = $1 and work_date = $2`,
      [owner.id, day.from],
    );
    await exportFile(day);
    expect(rows()[0]).toMatchObject({ invoice_number: 'INV-1', generated_at: '2026-07-01', sent_at: '2026-07-01' });
    expect(rows()[0]?.['paid_at']).toBe('');
  });
});

describe('an employee’s file', () => {
  const setVisibility = (rates: boolean, all: boolean) =>
    backend.sql(
      'update public.farm_settings set employees_see_rates = $2, employees_see_all_works = $3 where user_id = $1',
      [owner.id, rates, all],
    );
  beforeEach(() => {
    current.client = driver;
  });
  afterEach(() => setVisibility(true, true));

  test('has no money column if they may not see prices', async () => {
    await setVisibility(false, true);
    expect(await exportFile({}, { by: readerFor(driver, false) })).toBe(ROWS);
    const [head] = parseCsv(text());
    for (const column of ['rate', 'total_value', 'sent_at', 'paid_at']) expect(head).not.toContain(column);
    expect(head).toHaveLength(16);
  });

  test('has only their own rows if they see no others', async () => {
    await setVisibility(true, false);
    expect(await exportFile({}, { by: readerFor(driver) })).toBe(ROWS / 4);
  });
});

describe('an incomplete file', () => {
  /** Makes the client's requests fail `times` times, beginning with page `from`. */
  function failRequests(from: number, times: number) {
    let pages = 0;
    current.client = {
      from: (table: 'works') => {
        pages += 1;
        if (pages >= from && pages < from + times) throw new TypeError('Failed to fetch');
        return owner.from(table);
      },
    };
  }

  test('is prevented by retrying a lost response', async () => {
    failRequests(3, 2);
    expect(await exportFile()).toBe(ROWS);
    expect(new Set(rows().map((row) => row['id'])).size).toBe(ROWS);
    expect(saved.finished).toBe(true);
  });

  test('is discarded: the export fails, and nothing of it is left', async () => {
    failRequests(4, 99);
    await expect(exportFile()).rejects.toThrow('Failed to fetch');
    expect(saved).toMatchObject({ finished: false, discarded: true });
  });

  test('is discarded without an error if the user cancels', async () => {
    const controller = new AbortController();
    const onProgress = (count: number) => count === 2000 && controller.abort();
    expect(await exportFile({}, { signal: controller.signal, onProgress })).toBeNull();
    expect(saved).toMatchObject({ finished: false, discarded: true });
    expect(rows()).toHaveLength(2000);
  });

  test('is not begun if the user closes the save dialog, which is no error', async () => {
    saved.isCancelled = true;
    expect(await exportFile()).toBeNull();
    expect(text()).toBe('');
  });
});
