// The mails of a document, newest first, and what became of them. They are sent and written by the project's functions.
import { queryOptions } from '@tanstack/react-query';
import type { MailState } from '@/domain/invoice-mail';
import { callFunction } from '@/lib/functions';
import { supabase, unwrap } from '@/lib/supabase';
import { loadFailed } from './load-failed';

export type InvoiceMail = {
  id: string;
  /** The first or second reminder, 0 for one that a person sent; null for the document itself. */
  reminder: number | null;
  toAddress: string;
  state: MailState;
  /** Why it did not arrive, in the mail service's words. */
  problem: string | null;
  stateAt: string;
  createdAt: string;
  createdByName: string;
};

const MOST = 100;
const NEWS_MS = 5_000;
/** After that, news is found by opening the page again. */
const NEWS_FOR_MS = 10 * 60_000;

/** While a mail is on its way its news is asked for; for a while. */
const awaited = (mails: readonly InvoiceMail[] | undefined) =>
  mails?.some(
    ({ state, createdAt }) =>
      (state === 'sending' || state === 'accepted') && Date.now() - Date.parse(createdAt) < NEWS_FOR_MS,
  ) ?? false;

export const invoiceMailsQuery = (ownerId: string, invoiceId: string) =>
  queryOptions({
    queryKey: ['invoices', ownerId, 'mails', invoiceId],
    queryFn: async ({ signal }): Promise<InvoiceMail[]> => {
      const rows = unwrap(
        await supabase
          .from('invoice_mails')
          .select('id, reminder, to_address, state, problem, state_at, created_at, created_by_name')
          .eq('user_id', ownerId)
          .eq('invoice_id', invoiceId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(MOST)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        reminder: row.reminder,
        toAddress: row.to_address,
        // The table's check holds the words.
        state: row.state as MailState,
        problem: row.problem,
        stateAt: row.state_at,
        createdAt: row.created_at,
        createdByName: row.created_by_name,
      }));
    },
    refetchInterval: ({ state }) => (awaited(state.data) ? NEWS_MS : false),
    meta: { failed: loadFailed },
  });

export type NewInvoiceMail = {
  /** The same for the same words to the same address, so that a lost answer sends nothing twice. */
  requestId: string;
  number: string;
  to: string;
  message: string;
  /** Asks for the payment of an overdue invoice. */
  reminder: boolean;
};

/** Asks the function to mail the kept file of a document. Throws the function's sentence where it does not. */
export const sendInvoiceMail = (mail: NewInvoiceMail) => callFunction<{ to: string }>('send-invoice', mail);
