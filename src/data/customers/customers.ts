// Customers: who is billed. The admin reads and edits everything; the crew reads names, phones, places and hazards,
// and may add a name.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { crewView, readRecords, recordQuery } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { fromNumeric, type Decimal } from '@/domain/core/money';
import { findByName } from '@/domain/customers/customer';
import { sameName } from '@/domain/core/search';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { CUSTOMER, FULL_CUSTOMER, type CustomerFields } from '@/records/customers';
import { toRow } from '@/records/record';

type Reader = Pick<Account, 'ownerId' | 'role'>;

/** Every customer of the account by name, archived ones too. */
export const customersQuery = ({ ownerId, role }: Reader) =>
  queryOptions({
    queryKey: [keys.customers, ownerId, role],
    queryFn: ({ signal }) =>
      readRecords(
        role === 'admin' ? CUSTOMER : crewView(CUSTOMER),
        ownerId,
        (rows) => rows.order('name').order('id'),
        signal,
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** One customer with all fields that the account holder can read; null if it does not exist. */
export const customerQuery = (ownerId: string, id: string) => recordQuery(FULL_CUSTOMER, ownerId, id);

/** Only the fields that were filled in: those left empty in the form stay as they were. */
const filledFields = (fields: CustomerFields) =>
  // The cast is safe: these are some of the same fields, and all fields are optional.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== false)) as CustomerFields;

/**
 * The existing customer because of which a name was not added: the active one of that name, or the one into which that
 * name was merged.
 */
async function existingCustomer(ownerId: string, name: string): Promise<{ id: string; name: string } | null> {
  // The pattern may match several names; the comparison is exact.
  const pattern = name.replace(/[\\%_]/g, '\\$&');
  const table = () =>
    supabase.from('customers').select('id, name, active, mergedInto:merged_into').eq('user_id', ownerId);
  const candidates = unwrap(await table().ilike('name', pattern));
  const active = findByName(
    name,
    candidates.filter((customer) => customer.active),
  );
  const merged = findByName(
    name,
    candidates.filter((customer) => customer.mergedInto !== null),
  );
  if (active || merged?.mergedInto == null) return active;
  return unwrap(await table().eq('id', merged.mergedInto).single());
}

export type NewCustomer = { id: string; fields: CustomerFields & { name: string } };
type AddedCustomer = {
  name: string;
  restored: boolean;
  /** The name of the customer into which this one was merged: nothing was added. */
  mergedInto: string | null;
};

/**
 * Adds a customer to the account. If the name was archived, that customer is restored instead: the database inserts no
 * row under the new id, and what an admin filled in is written to the restored customer.
 */
export const addCustomer = mutationOptions({
  mutationKey: ['customers', 'add'],
  mutationFn: async ({ id, ownerId, role, fields }: Reader & NewCustomer): Promise<AddedCustomer> => {
    const { name } = fields;
    unwrap(await supabase.from('customers').insert({ ...toRow(FULL_CUSTOMER, fields), id, user_id: ownerId, name }));
    // The crew may insert into the table but reads through its own view.
    const read = role === 'admin' ? supabase.from('customers') : supabase.from('crew_customers');
    const { data, error } = await read.select('id, name').eq('user_id', ownerId).eq('id', id).maybeSingle();
    if (error) throw error;
    if (data) return { name, restored: false, mergedInto: null };
    const existing = role === 'admin' ? await existingCustomer(ownerId, name) : null;
    if (existing && !sameName(existing.name, name)) return { name, restored: false, mergedInto: existing.name };
    if (existing)
      unwrap(
        await supabase
          .from('customers')
          .update(toRow(FULL_CUSTOMER, filledFields(fields)))
          .eq('id', existing.id),
      );
    return { name, restored: true, mergedInto: null };
  },
  meta: {
    saved: ({ name, restored, mergedInto }: AddedCustomer) => ({
      title:
        mergedInto !== null
          ? `${name} was merged into ${mergedInto}.`
          : restored
            ? `${name} was archived and is back.`
            : 'New customer saved!',
    }),
    failed: { title: 'Error', description: 'Could not save customer.' },
    invalidates: [keys.customers],
  },
});

type CustomerChange = { id: string; fields: CustomerFields & { active?: boolean } };

export const writeCustomer = async ({ id, fields }: CustomerChange) =>
  unwrap(await supabase.from('customers').update(toRow(FULL_CUSTOMER, fields)).eq('id', id).select('id').single());

/** Changes a customer; a new name is also written to the entries that are not billed and the jobs that are planned. */
export const updateCustomer = mutationOptions({
  mutationKey: ['customers', 'update'],
  mutationFn: writeCustomer,
  meta: {
    saved: { title: 'Customer updated!' },
    failed: { title: 'Error', description: 'Could not save customer.' },
    invalidates: [keys.customers, keys.works, keys.invoices, keys.recentJobs, keys.diaryEvents],
  },
});

export const archiveCustomer = mutationOptions({
  mutationKey: ['customers', 'archive'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('customers').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is back.` : `${name} is archived.`,
    }),
    failed: { title: 'Error', description: 'Could not save customer.' },
    invalidates: [keys.customers],
  },
});

/**
 * Deletes a customer without work or invoices. The database refuses to delete others ("… has 14 work entries.", detail
 * `has_records`): the screen asks whether to archive it instead, so no error is shown here.
 */
export const deleteCustomer = mutationOptions({
  mutationKey: ['customers', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('customers').delete().eq('id', id).select('id').single()),
  meta: { saved: { title: 'Customer deleted.' }, invalidates: [keys.customers] },
});

type CustomerSummary = {
  entries: number;
  lastWorked: string | null;
  unbilled: Decimal;
  outstanding: Decimal;
};

type SummaryRow = { entries: number; last_worked: string | null; unbilled: number; outstanding: number };
const toSummary = (row: SummaryRow): CustomerSummary => ({
  entries: row.entries,
  lastWorked: row.last_worked,
  unbilled: fromNumeric(row.unbilled),
  outstanding: fromNumeric(row.outstanding),
});

/** Entries, last work, unbilled and unpaid money of each customer, by customer id. Admin only. */
export const customerSummaryQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.customers, ownerId, 'summary'],
    queryFn: async ({ signal }) => {
      const rows = await allRows((from, to) =>
        supabase.rpc('customer_summary').order('customer_id').range(from, to).abortSignal(signal),
      );
      return new Map(rows.map((row) => [row.customer_id, toSummary(row)]));
    },
  });

/** The summary of one customer; null if there is neither work nor an invoice. Admin only. */
export const oneCustomerSummaryQuery = (ownerId: string, id: string) =>
  queryOptions({
    queryKey: [keys.customers, ownerId, 'summary', id],
    queryFn: async ({ signal }) => {
      const [row] = unwrap(await supabase.rpc('customer_summary', { p_customer_id: id }).abortSignal(signal));
      return row ? toSummary(row) : null;
    },
  });
