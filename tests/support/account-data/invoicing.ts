// An account that can invoice: its settings, a customer with an address, and work to bill.
import type { Person, TestBackend } from '../embedded/backend';

export type InvoicingAccount = Awaited<ReturnType<typeof setUpInvoicing>>;

/** The settings that an invoice requires. */
export const SENDER = {
  business_name: 'Headland Contracting',
  address_line1: 'The Old Dairy',
  town: 'Evesham',
  vat_number: 'GB 123 4567 89',
};

/** Gives a signed-in owner invoice settings and the customer Hill Farm. */
export async function setUpInvoicing(backend: TestBackend, owner: Person) {
  const unwrap = <T>({ data, error }: { data: T; error: { message: string } | null }) => {
    if (error) throw new Error(error.message);
    // Without an error, the returned row is there.
    return data as NonNullable<T>;
  };
  unwrap(
    await owner
      .from('invoice_settings')
      .upsert({ user_id: owner.id, ...SENDER }, { onConflict: 'user_id' })
      .select()
      .single(),
  );
  const addCustomer = async (name: string, address: string | null = '1 Lane') =>
    unwrap(await owner.from('customers').insert({ name, address_line1: address }).select('id').single()).id;
  const [day] = await backend.sql<{ today: string }>(`select private.today($1)::text as today`, [owner.id]);
  if (!day) throw new Error('no date');
  const hillFarm = await addCustomer('Hill Farm');
  return {
    today: day.today,
    hillFarm,
    addCustomer,
    /** Logs an entry of quantity 1 for each rate, for a customer by name; returns the ids in order. */
    addWorks: async (values: readonly (number | null)[], { to = 'Hill Farm', on = day.today } = {}) =>
      unwrap(
        await owner
          .from('works')
          .insert(
            values.map((rate) => ({
              customer: to,
              task_name: 'Hedges',
              chargeable_unit: 'each',
              quantity: 1,
              rate,
              work_date: on,
            })),
          )
          .select('id'),
      ).map(({ id }) => id),
    /** Issues an invoice; by default for Hill Farm and with a new request id. */
    issue: (
      workIds: readonly string[],
      more: {
        by?: Person;
        to?: string;
        requestId?: string;
        items?: readonly object[];
        expected?: number;
        order?: string;
      } = {},
    ) =>
      (more.by ?? owner).rpc('issue_invoice', {
        p_request_id: more.requestId ?? crypto.randomUUID(),
        p_customer_id: more.to ?? hillFarm,
        p_work_ids: [...workIds],
        p_additional_items: (more.items ?? []).map((item) => ({ ...item })),
        ...(more.expected === undefined ? {} : { p_expected_total: more.expected }),
        ...(more.order === undefined ? {} : { p_order_number: more.order }),
      }),
    mark: (ids: readonly string[], status: 'sent' | 'paid' | 'clear', on?: string, by = owner) =>
      by.rpc('mark_invoices', {
        p_request_id: crypto.randomUUID(),
        p_invoice_ids: [...ids],
        p_status: status,
        ...(on === undefined ? {} : { p_on_date: on }),
      }),
    withdraw: (id: string, by = owner, requestId: string = crypto.randomUUID()) =>
      by.rpc('withdraw_invoice', { p_request_id: requestId, p_invoice_id: id }),
    credit: (id: string, reason = 'Wrong rate', { by = owner, requestId = crypto.randomUUID() } = {}) =>
      by.rpc('credit_invoice', { p_request_id: requestId, p_invoice_id: id, p_reason: reason }),
    saveSettings: (change: object) =>
      owner.from('invoice_settings').upsert({ user_id: owner.id, ...change }, { onConflict: 'user_id' }),
    nextNumber: async () =>
      unwrap(await owner.from('invoice_settings').select('next_number').eq('user_id', owner.id).single()).next_number,
  };
}
