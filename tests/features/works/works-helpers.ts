// Data for the tests of logging and listing work, inserted and read through the API: jobs, tasks, prices and invoices.
import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { addDays, todayIn } from '@/domain/core/time';
import type { Person, TestBackend } from '@tests/support/embedded/backend';

export { resizeWindow } from '@tests/support/resize-window';

/** Today's date on the farm. */
export const today = () => todayIn('Europe/London', new Date());
export const daysAgo = (days: number) => addDays(today(), -days);

type Job = {
  id?: string;
  customer: string;
  task_name: string;
  chargeable_unit: string;
  rate?: number | null;
  quantity?: number | null;
  work_date?: string;
  notes?: string | null;
  task_description?: string | null;
  start_time?: string;
  finish_time?: string;
  breaks?: number;
};

/** Logs jobs as a person, in one statement. */
export async function logJobs(person: Person, jobs: readonly Job[]) {
  // Owner and author are left out: a trigger sets them.
  const rows = jobs.map((job) => ({ work_date: today(), rate: null, quantity: null, ...job }));
  const { error } = await person.from('works').insert(rows as never);
  if (error) throw error;
}

/**
 * Four jobs for two customers: three of the driver's, one of them without a rate, and one of the owner's by the
 * hour.
 */
export async function logSampleJobs(owner: Person, driver: Person) {
  await logJobs(driver, [
    {
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6.22,
      quantity: 86,
      notes: 'Gate was open',
    },
    {
      customer: 'Hill Farm',
      task_name: 'Ploughing',
      chargeable_unit: 'acre',
      rate: 32.06,
      quantity: 12.5,
      work_date: daysAgo(1),
    },
    {
      customer: 'Tŷ Gwyn',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: null,
      quantity: 40,
      work_date: daysAgo(1),
    },
  ]);
  await logJobs(owner, [
    {
      customer: 'Tŷ Gwyn',
      task_name: 'Hedge cutting',
      chargeable_unit: 'hour',
      rate: 45,
      start_time: '13:10',
      finish_time: '21:00',
      breaks: 30,
    },
  ]);
}

/** Adds tasks to the price list. */
export async function addTasks(owner: Person, tasks: readonly [name: string, unit: string, rate: number | null][]) {
  const { error } = await owner.from('tasks').insert(
    tasks.map(([name, chargeable_unit, default_rate]) => ({
      name,
      chargeable_unit,
      default_rate,
      user_id: owner.id,
    })),
  );
  if (error) throw error;
}

type DatedPrice = { rate: number; valid_from: string; valid_to?: string; unit?: string; customer?: string };

/** Adds dated prices to a task of the list, for all customers or for one by name. */
export async function addPrices(owner: Person, taskName: string, list: readonly DatedPrice[]) {
  const task = await owner.from('tasks').select('id, chargeable_unit').eq('name', taskName).single();
  const customers = await owner.from('customers').select('id, name');
  const { error } = await owner.from('prices').insert(
    list.map(({ unit, customer, ...price }) => ({
      ...price,
      user_id: owner.id,
      task_id: task.data?.id ?? '',
      chargeable_unit: unit ?? task.data?.chargeable_unit ?? '',
      customer_id: customers.data?.find(({ name }) => name === customer)?.id ?? null,
    })),
  );
  if (error) throw error;
}

export type StoredWork = {
  id: string;
  customer: string;
  task_name: string;
  task_description: string | null;
  chargeable_unit: string;
  rate: number | null;
  quantity: number | null;
  start_time: string | null;
  finish_time: string | null;
  start_second: boolean;
  finish_second: boolean;
  breaks: number;
  work_date: string;
  total_time: number | null;
  total_value: number | null;
  value_overridden: boolean;
  notes: string | null;
  employee_id: string | null;
  invoice_number: string | null;
};

/** The works of an account in the database, newest first. */
export const storedWorks = (backend: TestBackend, owner: { id: string }) =>
  backend.sql<StoredWork>(
    `select id, customer, task_name, task_description, chargeable_unit, rate::float8 as rate, quantity::float8 as quantity,
       to_char(start_time, 'HH24:MI') as start_time, to_char(finish_time, 'HH24:MI') as finish_time, start_second,
       finish_second, breaks, work_date::text as work_date, total_time::float8 as total_time,
       total_value::float8 as total_value, value_overridden, notes, employee_id, invoice_number
     from public.works where user_id = $1 order by created_at desc, id desc`,
    [owner.id],
  );

/** Puts a customer's entries of the named tasks on one of the owner's invoices. */
export async function invoiceWorks(backend: TestBackend, owner: Person, customer: string, tasks: readonly string[]) {
  await backend.sql(
    `insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered)
     values ($1, 'Headland', 'The Yard', false) on conflict do nothing`,
    [owner.id],
  );
  const works = (await storedWorks(backend, owner)).filter(({ task_name }) => tasks.includes(task_name));
  const [customerRow] = await backend.sql<{ id: string }>(
    'select id from public.customers where user_id = $1 and name = $2',
    [owner.id, customer],
  );
  const { error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: customerRow?.id ?? '',
    p_work_ids: works.map(({ id }) => id),
    p_additional_items: [],
    p_expected_total: works.reduce((sum, { total_value }) => sum + (total_value ?? 0), 0),
  });
  if (error) throw error;
}

/** Waits for the rows of the list on a desktop, whose header is rendered before them. */
export const findRows = () =>
  waitFor(() => {
    const [, ...entries] = screen.getAllByRole('row');
    expect(entries).not.toHaveLength(0);
    return entries;
  });

/** Collects the files that the app gives the browser to save, in this test. */
export function collectDownloads() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:x';
  });
  // happy-dom would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}
