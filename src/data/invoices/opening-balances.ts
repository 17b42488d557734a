// Invoices from before: what customers still owe on invoices of another program. They come from an import; here they are
// listed, marked as paid and deleted. For the account holder.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { deleteRecord, type RowId } from '@/data/record-requests';
import { add, fromNumeric, negate, type Currency, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type OpeningBalance = {
  id: string;
  customerId: string;
  /** As the other program numbered it. */
  number: string;
  dueOn: string;
  currency: Currency;
  /** What was not paid when it was imported, with VAT. */
  open: Decimal;
  paidOn: string | null;
  note: string | null;
};

type Row = Omit<OpeningBalance, 'open'> & { amount: number; paidSoFar: number };

const COLUMNS =
  'id, customerId:customer_id, number, dueOn:due_on, currency, amount, paidSoFar:paid_so_far, paidOn:paid_on, note';

/** All of the account, the earliest due date first. */
export const openingBalancesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.openingBalances, ownerId],
    queryFn: async ({ signal }): Promise<OpeningBalance[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('opening_balances')
          .select<string, Row>(COLUMNS)
          .eq('user_id', ownerId)
          .order('due_on')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map(({ amount, paidSoFar, ...row }) => ({
        ...row,
        open: add(fromNumeric(amount), negate(fromNumeric(paidSoFar))),
      }));
    },
    meta: { failed: loadFailed },
  });

/** The list, and the sums of what is owed: the report's, each customer's, and those of the noticeboard. */
const invalidates = [keys.openingBalances, keys.invoices, keys.customers, keys.home] as const;

/** The day of payment; null: it is open. `from` is what it was before. */
type Payment = { ownerId: string; id: string; from: string | null; to: string | null };

const setPaidOn = async ({ ownerId, id, to }: Payment) =>
  unwrap(
    await supabase
      .from('opening_balances')
      .update({ paid_on: to })
      .eq('user_id', ownerId)
      .eq('id', id)
      .select('id')
      .single(),
  );

export const payOpeningBalance = mutationOptions({
  mutationKey: ['opening-balances', 'pay'],
  mutationFn: setPaidOn,
  meta: {
    saved: { title: 'Saved.' },
    undo: (_answer: unknown, payment: Payment) => ({ run: () => setPaidOn({ ...payment, to: payment.from }) }),
    failed: { title: 'It was not saved' },
    invalidates,
  },
});

export const deleteOpeningBalance = mutationOptions({
  mutationKey: ['opening-balances', 'delete'],
  mutationFn: (row: RowId) => deleteRecord({ table: 'opening_balances' }, row),
  meta: { saved: { title: 'Deleted.' }, failed: { title: 'It was not deleted' }, invalidates },
});
