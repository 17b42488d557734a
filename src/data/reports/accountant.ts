// Every invoice and credit note of the account, for the accountant's package. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { readWholeRegister, type InvoiceEntry, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { loadFailed } from '@/data/load-failed';
import { dateIn, type Zone } from '@/domain/core/time';
import type { AccountDocument } from '@/domain/reports/accountant';
import * as keys from '@/lib/query-keys';

/** No filter: what is owed at the end of a period depends on the documents before it. */
const everything = (today: string): InvoiceFilter => ({
  ...{ state: null, customerId: null, from: null, to: null, part: null, words: [], today },
});

const documentOf = (entry: InvoiceEntry, zone: Zone): AccountDocument => ({
  ...entry,
  paidOn: entry.paidAt === null ? null : dateIn(zone, entry.paidAt),
  isCancelled: entry.voidedAt !== null,
  isSetOff: entry.kind === 'credit_note' && entry.creditedAt !== null,
});

/** `zone`: decides on which day a document was paid. */
export const accountDocumentsQuery = (ownerId: string, today: string, zone: Zone) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'accountant', today, zone],
    queryFn: async ({ signal }): Promise<AccountDocument[]> => {
      const entries = await readWholeRegister(ownerId, everything(today), { signal });
      return entries.map((entry) => documentOf(entry, zone));
    },
    meta: { failed: loadFailed },
  });
