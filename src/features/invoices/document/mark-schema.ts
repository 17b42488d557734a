// Schema of the date on which invoices were sent or paid; same rules as in the database.
import * as v from 'valibot';
import { isDate } from '@/domain/core/time';
import { isCreditNoteNumber } from '@/domain/invoices/invoice';

const FUTURE = {
  sent: 'The sent date is in the future.',
  paid: 'Payment date is in the future.',
  refunded: 'The refund date is in the future.',
};

export function markSchema(
  mark: keyof typeof FUTURE,
  invoices: readonly { invoiceNumber: string; issueDate: string }[],
  today: string,
) {
  const issuedAfter = (date: string) => invoices.find(({ issueDate }) => date < issueDate);
  const documentName = (number: string) => `${isCreditNoteNumber(number) ? 'credit note' : 'invoice'} ${number}`;
  return v.object({
    onDate: v.pipe(
      v.string(),
      v.check(isDate, 'Enter a date.'),
      v.check((date) => date <= today, FUTURE[mark]),
      v.check(
        (date) => issuedAfter(date) === undefined,
        ({ input }) => `The date is before ${documentName(issuedAfter(input)?.invoiceNumber ?? '')} was made.`,
      ),
    ),
  });
}
