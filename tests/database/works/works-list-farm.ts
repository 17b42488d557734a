// An account for tests of the works list: 1,205 entries of two people in every state, with all kinds of names and notes.
// Also a TypeScript implementation of the list's filter.
import { issueInvoice, markInvoices } from '@/data/invoices/invoice-changes';
import type { WorksFilter } from '@/data/works/works-filter';
import type { Grouping, WorksGroup } from '@/data/works/works-groups';
import { NO_PART } from '@/domain/works/works-list';
import { add, fromNumeric } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { addDays, todayIn } from '@/domain/core/time';
import { filledBackend } from '@tests/support/database/filled-template';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';

export const ROWS = 1205;
export const TODAY = todayIn('Europe/London', new Date());
/** A day after the due dates of all invoices. */
const LATER = addDays(TODAY, 200);
export const UNITS = ['bale', 'acre', 'hour', 'load'] as const;
const NAMES = ["O'Brien & Sons", 'Hill Farm', 'Tŷ "Gwyn"', 'Manor, Estate'] as const;

export type StoredWork = {
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
  texts: string[];
  job_id: string;
  machines: string[];
  fields: string[];
  /** Those who did it: whom the job names, or else who logged it. */
  people: string[];
};

export type WorksListFarm = Awaited<ReturnType<typeof openWorksListFarm>>;

const NOTES = ['Gate 100% open', 'field_7, lane (left)', 'C:\\old "map"', 'Pump* off', '₂ Łukasz’s “Œuf” Straße'];
const job = (at: number) => ({
  customer: NAMES[at % 4] ?? '',
  task_name: `Task, ${at % 7} (6" \\x)`,
  chargeable_unit: UNITS[at % 3 === 0 ? 2 : at % 4] ?? 'bale',
  rate: at % 11 === 0 ? null : (at % 50) + 0.25,
  quantity: at % 13 === 0 && at % 3 !== 0 ? null : 1 + (at % 9) / 4,
  // Twelve dates for all rows, so that most rows share one.
  work_date: addDays(TODAY, -(at % 12)),
  notes: at % 5 === 0 ? (NOTES[(at / 5) % NOTES.length] ?? null) : null,
  ...(at % 6 === 0 ? { start_time: '08:00', finish_time: '09:20' } : {}),
});

async function logWorks(person: Person, from: number, to: number) {
  const rows = Array.from({ length: to - from }, (_, at) => job(from + at));
  // The trigger sets the owner.
  const { error } = await person.from('works').insert(rows as never);
  if (error) throw error;
}

/**
 * Adds machines and fields to jobs: none, one or two of each kind, and sometimes two parts of one field. The third machine
 * is on no job.
 */
async function addMachinesAndFields(backend: TestBackend, owner: Person): Promise<void> {
  const machines = ['Fendt 724', 'Claas, Quadrant', 'Spare'].map((name) => ({ id: crypto.randomUUID(), name }));
  const fields = ['Long Meadow', 'Top, field'].map((name) => ({ id: crypto.randomUUID(), name }));
  const added = [
    await owner
      .from('machines')
      .insert(machines.map((one) => ({ ...one, user_id: owner.id, machine_type: 'tractor' }))),
    await owner.from('fields').insert(fields.map((one) => ({ ...one, user_id: owner.id, area_ha: 4 }))),
  ];
  if (added.some(({ error }) => error)) throw new Error('machines and fields could not be added');
  await backend.sql(
    `with numbered as (select job_id, row_number() over (order by id) as at from public.works where user_id = $1)
     insert into public.job_machines (user_id, job_id, machine_id)
     select $1, job_id, $2::uuid from numbered where at % 3 = 0
     union all select $1, job_id, $3::uuid from numbered where at % 4 = 0`,
    [owner.id, machines[0]?.id, machines[1]?.id],
  );
  await backend.sql(
    `with numbered as (select job_id, row_number() over (order by id) as at from public.works where user_id = $1)
     insert into public.job_fields (user_id, job_id, field_id, area_ha, part)
     select $1, job_id, $2::uuid, 2, 'north' from numbered where at % 5 = 0
     union all select $1, job_id, $2::uuid, 2, 'south' from numbered where at % 10 = 0
     union all select $1, job_id, $3::uuid, 3, null from numbered where at % 8 = 0`,
    [owner.id, fields[0]?.id, fields[1]?.id],
  );
}

/** A person without a sign-in, who is on some jobs. */
const CASUAL = 'Casual Carl';

/** Names who did some jobs: one of the two people, a casual, or several, sometimes one person twice. */
const nameDoers = (backend: TestBackend, owner: Person, driver: Person) =>
  backend.sql(
    `with numbered as (select job_id, row_number() over (order by id) as at from public.works where user_id = $1)
     insert into public.job_people (user_id, job_id, person_id, name)
     select $1, job_id, $2::uuid, '' from numbered where at % 6 = 0
     union all select $1, job_id, $2::uuid, '' from numbered where at % 12 = 0
     union all select $1, job_id, $1, '' from numbered where at % 9 = 0
     union all select $1, job_id, null, case at % 2 when 0 then $3 else upper($3) end from numbered where at % 8 = 0`,
    [owner.id, driver.id, CASUAL],
  );

async function billReadyWorks(backend: TestBackend, owner: Person, id: string, status: 'sent' | 'paid' | null) {
  const ready = await backend.sql<{ id: string; total_value: number }>(
    `select id, total_value::float8 as total_value from public.works
     where user_id = $1 and customer_id = $2 and progress = 'ready' order by id limit 40`,
    [owner.id, id],
  );
  const net = ready.reduce((sum, work) => sum + Math.round(work.total_value * 100), 0);
  const invoice = await runMutation(issueInvoice, {
    requestId: crypto.randomUUID(),
    customerId: id,
    workIds: ready.map((work) => work.id),
    additionalItems: [],
    expectedTotal: fromNumeric(net / 100),
    orderNumber: null,
  });
  if (status)
    await runMutation(markInvoices, {
      requestId: crypto.randomUUID(),
      invoiceIds: [invoice.id],
      status,
      onDate: TODAY,
    });
}

/** Runs a mutation's function as the app's client does. */
function runMutation<Variables, Result>(
  mutation: { mutationFn?: (variables: Variables, context: never) => Promise<Result> },
  variables: Variables,
): Promise<Result> {
  if (!mutation.mutationFn) throw new Error('this mutation has no mutationFn');
  // None of the mutations here uses its context.
  return mutation.mutationFn(variables, undefined as never);
}

const [OWNER, DRIVER] = ['owner@list.test', 'driver@list.test'];

async function fillFarm(backend: TestBackend) {
  const owner = await backend.user({ email: OWNER });
  const driver = await backend.employeeOf(owner, { email: DRIVER });
  current.client = owner;
  // Without VAT an invoice's total is the sum of its works.
  await backend.sql(
    `insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered)
     values ($1, 'Headland', 'The Yard', false)`,
    [owner.id],
  );
  for (let from = 0; from < ROWS; from += 250) {
    await logWorks(from % 500 === 0 ? owner : driver, from, Math.min(from + 250, ROWS));
  }
  await backend.sql(`update public.customers set address_line1 = 'The Yard', postcode = 'SA1 1AA' where user_id = $1`, [
    owner.id,
  ]);
  await addMachinesAndFields(backend, owner);
  await nameDoers(backend, owner, driver);
  const customerId = await idsByName(backend, 'customers', owner);
  await billReadyWorks(backend, owner, customerId('Hill Farm'), null);
  await billReadyWorks(backend, owner, customerId("O'Brien & Sons"), 'sent');
  await billReadyWorks(backend, owner, customerId('Manor, Estate'), 'paid');
}

/** Finds the id of a row of the account by its name. */
async function idsByName(backend: TestBackend, table: 'customers' | 'machines' | 'fields', { id: owner }: Person) {
  const rows = await backend.sql<{ id: string; name: string }>(
    `select id, name from public.${table} where user_id = $1`,
    [owner],
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name: string) => ids.get(name) ?? '';
}

/** The filled account, with its owner as the person of the data layer. */
export async function openWorksListFarm() {
  const backend = await filledBackend('works_list', fillFarm);
  const [owner, driver] = [await backend.signIn(OWNER), await backend.signIn(DRIVER)];
  current.client = owner;
  const storedWorks = await backend.sql<StoredWork>(
    `select id, customer_id, task_name, chargeable_unit, work_date::text, notes, employee_id, progress,
       invoice_due_on::text as due, total_value::float8 as total_value, coalesce(round(total_time * 60), 0)::int as minutes,
       array_remove(array[customer, task_name, task_description, notes, (
         select string_agg(name, ' ') from public.job_people p where p.job_id = w.job_id), created_by_name, invoice_number], null) as texts,
       job_id, array(select distinct coalesce(person_id, md5(lower(name))::uuid)::text from public.job_people p where p.job_id = w.job_id
         union select coalesce(employee_id, user_id)::text where not exists (
           select from public.job_people p where p.job_id = w.job_id)) as people, array(select machine_id::text from public.job_machines m where m.job_id = w.job_id) as machines,
       array(select distinct field_id::text from public.job_fields f where f.job_id = w.job_id) as fields
     from public.works w where user_id = $1`,
    [owner.id],
  );
  const [casual] = await backend.sql<{ id: string }>('select md5(lower($1))::uuid as id', [CASUAL]);
  return {
    ...{ backend, owner, driver, storedWorks, casualId: casual?.id ?? '' },
    customerId: await idsByName(backend, 'customers', owner),
    machineId: await idsByName(backend, 'machines', owner),
    fieldId: await idsByName(backend, 'fields', owner),
  };
}

export const NO_FILTER: WorksFilter = {
  from: null,
  to: null,
  customers: [],
  tasks: [],
  people: [],
  machines: [],
  fields: [],
  jobs: [],
  statuses: [],
  unit: null,
  hasNotes: null,
  search: '',
  today: TODAY,
};

/** The filter, implemented in TypeScript. */
export function matchesFilter(row: StoredWork, filter: WorksFilter): boolean {
  const overdue = row.progress === 'sent' && row.due !== null && row.due < filter.today;
  const isOn = (values: readonly string[], on: readonly string[]) =>
    values.length === 0 || (on.length === 0 ? values.includes(NO_PART) : on.some((id) => values.includes(id)));
  const isAnyOrIncludes = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return (
    (filter.from === null || row.work_date >= filter.from) &&
    (filter.to === null || row.work_date <= filter.to) &&
    isAnyOrIncludes(filter.customers, row.customer_id) &&
    isAnyOrIncludes(filter.tasks, row.task_name) &&
    (filter.people.length === 0 || row.people.some((id) => filter.people.includes(id))) &&
    isOn(filter.machines, row.machines) &&
    isOn(filter.fields, row.fields) &&
    isAnyOrIncludes(filter.jobs, row.job_id) &&
    isAnyOrIncludes(filter.statuses, overdue ? 'overdue' : row.progress) &&
    (filter.unit === null || row.chargeable_unit === filter.unit) &&
    matchesSearch(filter.search, row.texts) &&
    (filter.hasNotes === null || filter.hasNotes === (row.notes !== null))
  );
}

// Functions, because the ids are known only once the rows exist.
export const FILTERS: Record<string, (farm: WorksListFarm) => Partial<WorksFilter>> = {
  'no filter': () => ({}),
  'a period': () => ({ from: addDays(TODAY, -7), to: addDays(TODAY, -3) }),
  'one day': () => ({ from: TODAY, to: TODAY }),
  'a customer': ({ customerId }) => ({ customers: [customerId('Tŷ "Gwyn"')] }),
  'two customers': ({ customerId }) => ({ customers: [customerId('Hill Farm'), customerId("O'Brien & Sons")] }),
  'a task with punctuation in its name': () => ({ tasks: ['Task, 3 (6" \\x)'] }),
  'the owner’s own': ({ owner }) => ({ people: [owner.id] }),
  'the driver’s': ({ driver }) => ({ people: [driver.id] }),
  'a person without a sign-in': ({ casualId }) => ({ people: [casualId] }),
  'a person without a sign-in, or the owner': ({ owner, casualId }) => ({ people: [casualId, owner.id] }),
  'both people': ({ owner, driver }) => ({ people: [owner.id, driver.id] }),
  'a machine': ({ machineId }) => ({ machines: [machineId('Fendt 724')] }),
  'a machine, or none': ({ machineId }) => ({ machines: [machineId('Fendt 724'), NO_PART] }),
  'no field': () => ({ fields: [NO_PART] }),
  'a machine and a field, ready, with a word': ({ machineId, fieldId }) => ({
    machines: [machineId('Claas, Quadrant')],
    fields: [fieldId('Long Meadow'), fieldId('Top, field')],
    statuses: ['ready'],
    search: 'gate',
  }),
  'two jobs': ({ storedWorks }) => ({ jobs: storedWorks.slice(0, 2).map((row) => row.job_id) }),
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
  'sent or paid, when everything sent is overdue': () => ({ statuses: ['sent', 'paid'], today: LATER }),
  'words in any order, from several columns': () => ({ search: ' GATE  farm ' }),
  'accents typed and not typed': () => ({ search: 'tŷ gwyn lukasz' }),
  'folded letters': () => ({ search: "Łukasz's oeuf strasse" }),
  'a percent sign': () => ({ search: '0% o' }),
  'an underscore': () => ({ search: 'd_7' }),
  'a backslash': () => ({ search: 'c:\\o' }),
  'a quote and an ampersand': () => ({ search: `o'brien & "map"` }),
  'commas and parentheses': () => ({ search: 'manor, 7, (left)' }),
  'an asterisk': () => ({ search: 'pump* off' }),
  'an invoice number of a customer': () => ({ search: 'inv- hill' }),
  'a word of who did it': () => ({ search: 'casual' }),
  'a person’s name, unbilled': ({ driver }) => ({ search: 'person', people: [driver.id], statuses: ['ready'] }),
  'several states of one person in a period': ({ driver }) => ({
    statuses: ['ready', 'needs_rate', 'paid'],
    people: [driver.id],
    from: addDays(TODAY, -9),
    hasNotes: false,
  }),
};

const onJob = (on: readonly string[], wanted: readonly string[]) =>
  on.length === 0 ? [NO_PART] : on.filter((id) => wanted.length === 0 || wanted.includes(id));
const keysOf: Record<Grouping, (row: StoredWork, filter: WorksFilter) => readonly string[]> = {
  customer: (row) => [row.customer_id],
  task: (row) => [row.task_name],
  person: (row, { people }) => row.people.filter((id) => people.length === 0 || people.includes(id)),
  machine: (row, { machines }) => onJob(row.machines, machines),
  field: (row, { fields }) => onJob(row.fields, fields),
  day: (row) => [row.work_date],
};
export const GROUPINGS = ['customer', 'task', 'person', 'machine', 'field', 'day'] as const;
/** Groupings in which each entry is in exactly one group. */
export const isSingle = (by: Grouping) => by !== 'person' && by !== 'machine' && by !== 'field';

/** The groups, implemented in TypeScript; labels are tested elsewhere. */
export function expectedGroups(
  rows: readonly StoredWork[],
  by: Grouping,
  filter: WorksFilter,
): Omit<WorksGroup, 'label'>[] {
  const groups = new Map<string, StoredWork[]>();
  for (const row of rows) for (const key of keysOf[by](row, filter)) groups.set(key, [...(groups.get(key) ?? []), row]);
  return [...groups].map(([key, members]) => ({
    key,
    entries: members.length,
    minutes: members.reduce((sum, row) => sum + row.minutes, 0),
    value: add(...members.map((row) => fromNumeric(row.total_value ?? 0))),
    needsRate: members.filter(({ progress }) => progress === 'needs_rate').length,
    needsQuantity: members.filter(({ progress }) => progress === 'needs_quantity').length,
  }));
}
