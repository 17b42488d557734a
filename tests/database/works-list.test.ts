// The works list and its sums: one filter, read page by page and summed in the database, must mean the same rows.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueInvoice, markInvoices } from '@/data/invoice-changes';
import { worksQuery, worksTotalsQuery, type Work, type WorksSort, type WorksWho } from '@/data/works';
import type { WorksFilter } from '@/data/works-filter';
import { add, fromNumeric, toNumeric } from '@/domain/money';
import { addDays, todayIn } from '@/domain/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';

// The data layer talks as whoever is signed in here.
const now = vi.hoisted((): { client: unknown } => ({ client: null }));
vi.mock('@/lib/supabase', () => ({
  get supabase() {
    return now.client;
  },
  unwrap: <T>({ data, error }: { data: T; error: Error | null }) => {
    if (error) throw error;
    return data;
  },
}));

const ROWS = 1205;
const TODAY = todayIn('Europe/London', new Date());
/** After every due date of the invoices made here. */
const LATER = addDays(TODAY, 200);
const UNITS = ['bale', 'acre', 'hour', 'load'] as const;
const NAMES = ["O'Brien & Sons", 'Hill Farm', 'Tŷ "Gwyn"', 'Manor, Estate'] as const;

let backend: TestBackend;
let owner: Person;
let driver: Person;
let customers: Map<string, string>;
/** What the database holds, read past every policy and filter. */
let truth: Truth[];
type Truth = {
  id: string;
  customer_id: string;
  task_name: string;
  chargeable_unit: string;
  work_date: string;
  notes: string | null;
  employee_id: string | null;
  progress: string;
  due: string | null;
  total_value: number | null;
  minutes: number;
};

const job = (at: number) => ({
  customer: NAMES[at % 4] ?? '',
  task_name: `Task, ${at % 7} (“x”)`,
  chargeable_unit: UNITS[at % 3 === 0 ? 2 : at % 4] ?? 'bale',
  rate: at % 11 === 0 ? null : (at % 50) + 0.25,
  quantity: at % 13 === 0 && at % 3 !== 0 ? null : 1 + (at % 9) / 4,
  // Twelve dates for all rows: equal dates are the rule here.
  work_date: addDays(TODAY, -(at % 12)),
  notes: at % 5 === 0 ? 'note' : null,
  ...(at % 6 === 0 ? { start_time: '08:00', finish_time: '09:20' } : {}),
});

async function log(person: Person, from: number, to: number) {
  const rows = Array.from({ length: to - from }, (_, at) => job(from + at));
  // Whose they are is the trigger's to say.
  const { error } = await person.from('works').insert(rows as never);
  if (error) throw error;
}

async function bill(customer: string, status: 'sent' | 'paid' | null) {
  const id = customers.get(customer) ?? '';
  const ready = await backend.sql<{ id: string; total_value: number }>(
    `select id, total_value::float8 as total_value from public.works
     where user_id = $1 and customer_id = $2 and progress = 'ready' order by id limit 40`,
    [owner.id, id],
  );
  const net = ready.reduce((sum, work) => sum + Math.round(work.total_value * 100), 0);
  const invoice = await run(issueInvoice, {
    requestId: crypto.randomUUID(),
    customerId: id,
    workIds: ready.map((work) => work.id),
    additionalItems: [],
    expectedTotal: fromNumeric(net / 100),
  });
  if (status)
    await run(markInvoices, { requestId: crypto.randomUUID(), invoiceIds: [invoice.id], status, onDate: TODAY });
}

/** Runs a mutation's function as the app's client does. */
function run<Variables, Result>(
  mutation: { mutationFn?: (variables: Variables, context: never) => Promise<Result> },
  variables: Variables,
): Promise<Result> {
  if (!mutation.mutationFn) throw new Error('this mutation does nothing');
  // None of the mutations here looks at its context.
  return mutation.mutationFn(variables, undefined as never);
}

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  now.client = owner;
  // Without VAT an invoice's total is its works' sum.
  await backend.sql(
    `insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered)
     values ($1, 'Headland', 'The Yard', false)`,
    [owner.id],
  );
  for (let from = 0; from < ROWS; from += 250) {
    await log(from % 500 === 0 ? owner : driver, from, Math.min(from + 250, ROWS));
  }
  const rows = await backend.sql<{ id: string; name: string }>(
    'select id, name from public.customers where user_id = $1',
    [owner.id],
  );
  customers = new Map(rows.map(({ id, name }) => [name, id]));
  await backend.sql(`update public.customers set address_line1 = 'The Yard', postcode = 'SA1 1AA' where user_id = $1`, [
    owner.id,
  ]);
  await bill('Hill Farm', null);
  await bill("O'Brien & Sons", 'sent');
  await bill('Manor, Estate', 'paid');
  truth = await backend.sql<Truth>(
    `select id, customer_id, task_name, chargeable_unit, work_date::text, notes, employee_id, progress,
       invoice_due_on::text as due, total_value::float8 as total_value, coalesce(round(total_time * 60), 0)::int as minutes
     from public.works where user_id = $1`,
    [owner.id],
  );
});
afterAll(() => backend.close());

const who = (person: Person): WorksWho => ({ ownerId: owner.id, userId: person.id, seesRates: true });
const ANY: WorksFilter = {
  from: null,
  to: null,
  customers: [],
  tasks: [],
  people: [],
  statuses: [],
  unit: null,
  hasNotes: null,
  today: TODAY,
};

/** Every row of a filter, page after page, as the list fetches them. */
async function walk(filter: WorksFilter, sort: WorksSort = 'date'): Promise<Work[]> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const data = await client.infiniteQuery({ ...worksQuery(who(owner), filter, sort), pages: ROWS });
  return data.pages.flat();
}
const totals = (filter: WorksFilter) =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } }).query(worksTotalsQuery(who(owner), filter));

/** The filter's meaning, in plain words of this language. */
function holds(row: Truth, filter: WorksFilter): boolean {
  const overdue = row.progress === 'sent' && row.due !== null && row.due < filter.today;
  const any = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return (
    (filter.from === null || row.work_date >= filter.from) &&
    (filter.to === null || row.work_date <= filter.to) &&
    any(filter.customers, row.customer_id) &&
    any(filter.tasks, row.task_name) &&
    any(filter.people, row.employee_id ?? owner.id) &&
    any(filter.statuses, overdue ? 'overdue' : row.progress) &&
    (filter.unit === null || row.chargeable_unit === filter.unit) &&
    (filter.hasNotes === null || filter.hasNotes === (row.notes !== null))
  );
}

// Functions, because the ids are known only once the rows are there.
const filters: Record<string, () => Partial<WorksFilter>> = {
  'no filter': () => ({}),
  'a period': () => ({ from: addDays(TODAY, -7), to: addDays(TODAY, -3) }),
  'one day': () => ({ from: TODAY, to: TODAY }),
  'a customer': () => ({ customers: [customers.get('Tŷ "Gwyn"') ?? ''] }),
  'two customers': () => ({ customers: [customers.get('Hill Farm') ?? '', customers.get("O'Brien & Sons") ?? ''] }),
  'a task with marks in its name': () => ({ tasks: ['Task, 3 (“x”)'] }),
  'the owner’s own': () => ({ people: [owner.id] }),
  'the driver’s': () => ({ people: [driver.id] }),
  'both people': () => ({ people: [owner.id, driver.id] }),
  'a unit': () => ({ unit: 'acre' }),
  'with notes': () => ({ hasNotes: true }),
  'without notes': () => ({ hasNotes: false }),
  'needs a rate': () => ({ statuses: ['needs_rate'] }),
  'needs a quantity': () => ({ statuses: ['needs_quantity'] }),
  ready: () => ({ statuses: ['ready'] }),
  'on an invoice': () => ({ statuses: ['invoiced'] }),
  sent: () => ({ statuses: ['sent'] }),
  paid: () => ({ statuses: ['paid'] }),
  overdue: () => ({ statuses: ['overdue'], today: LATER }),
  'sent, when all of it is overdue': () => ({ statuses: ['sent', 'paid'], today: LATER }),
  'several states of one person in a period': () => ({
    statuses: ['ready', 'needs_rate', 'paid'],
    people: [driver.id],
    from: addDays(TODAY, -9),
    hasNotes: false,
  }),
};

test.each(Object.keys(filters))('list and sums agree: %s', async (name) => {
  const filter = { ...ANY, ...filters[name]?.() };
  const expected = truth.filter((row) => holds(row, filter));
  const rows = await walk(filter);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  const sums = await totals(filter);
  expect(sums.entries).toBe(expected.length);
  expect(toNumeric(sums.value)).toBe(toNumeric(add(...rows.flatMap(({ totalValue }) => totalValue ?? []))));
  expect(sums.minutes).toBe(expected.reduce((sum, row) => sum + row.minutes, 0));
  expect(sums.needsRate).toBe(expected.filter(({ progress }) => progress === 'needs_rate').length);
  expect(sums.needsQuantity).toBe(expected.filter(({ progress }) => progress === 'needs_quantity').length);
  // A filter that finds nothing, or everything, proves nothing.
  if (name !== 'no filter' && name !== 'both people') expect(expected.length).toBeLessThan(ROWS);
  expect(expected.length).toBeGreaterThan(0);
});

test.each(['date', 'created'] as const)('all 1,205 rows are reached, each once and in order, by %s', async (sort) => {
  const rows = await walk(ANY, sort);
  expect(rows).toHaveLength(ROWS);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
  const keys = rows.map((row) => [sort === 'date' ? row.workDate : row.createdAt, row.id] as const);
  const sorted = keys.toSorted(([a, i], [b, j]) => (a === b ? (i < j ? 1 : -1) : a < b ? 1 : -1));
  expect(keys).toEqual(sorted);
});

test('sums by unit are those of the rows', async () => {
  const [rows, sums] = await Promise.all([walk(ANY), totals(ANY)]);
  for (const { unit, quantity } of sums.byUnit) {
    const own = rows.filter((row) => row.chargeableUnit === unit).flatMap((row) => row.quantity ?? []);
    expect([unit, quantity]).toEqual([unit, add(...own)]);
  }
  expect(sums.byUnit.map(({ unit }) => unit)).toEqual([...UNITS].toSorted());
});
