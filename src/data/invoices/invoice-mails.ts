// The mails of a document, newest first, and their delivery state. The project's functions send and record them.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { MailState } from '@/domain/invoices/invoice-mail';
import { callFunction } from '@/lib/functions';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type InvoiceMail = {
  id: string;
  /** 1 or 2: the first or second reminder; 0: a reminder that a person sent; null: the document itself. */
  reminder: number | null;
  toAddress: string;
  state: MailState;
  /** Why it did not arrive, as the mail service reports it. */
  problem: string | null;
  stateAt: string;
  createdAt: string;
  createdByName: string;
};

const MAX_MAILS = 100;
const POLL_MS = 5_000;
/** Later changes appear when the page is opened again. */
const POLL_FOR_MS = 10 * 60_000;

/** Polls while a mail is being delivered, for a limited time. */
const shouldPoll = (mails: readonly InvoiceMail[] | undefined) =>
  mails?.some(
    ({ state, createdAt }) =>
      (state === 'sending' || state === 'accepted') && Date.now() - Date.parse(createdAt) < POLL_FOR_MS,
  ) ?? false;

export const invoiceMailsQuery = (ownerId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'mails', invoiceId],
    queryFn: async ({ signal }): Promise<InvoiceMail[]> => {
      const rows = unwrap(
        await supabase
          .from('invoice_mails')
          .select('id, reminder, to_address, state, problem, state_at, created_at, created_by_name')
          .eq('user_id', ownerId)
          .eq('invoice_id', invoiceId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(MAX_MAILS)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        reminder: row.reminder,
        toAddress: row.to_address,
        // The table's check allows only these values.
        state: row.state as MailState,
        problem: row.problem,
        stateAt: row.state_at,
        createdAt: row.created_at,
        createdByName: row.created_by_name,
      }));
    },
    refetchInterval: ({ state }) => (shouldPoll(state.data) ? POLL_MS : false),
    meta: { failed: loadFailed },
  });

export type NewInvoiceMail = {
  /** The same for the same text to the same address, so that a retry after a lost response sends nothing twice. */
  requestId: string;
  number: string;
  to: string;
  message: string;
  /** A reminder to pay an overdue invoice. */
  reminder: boolean;
};

/** Calls the function that mails a document's stored file. Throws the function's message if it refuses. */
export const sendInvoiceMail = (mail: NewInvoiceMail) => callFunction<{ to: string }>('send-invoice', mail);
