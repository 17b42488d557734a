// The day on which invoices were sent or paid, held to what the database allows.
import * as v from 'valibot';
import { isDate } from '@/domain/time';

const FUTURE = { sent: 'The sent date is in the future.', paid: 'Payment date is in the future.' };

export function markSchema(
  mark: 'sent' | 'paid',
  invoices: readonly { invoiceNumber: string; issueDate: string }[],
  today: string,
) {
  const earlier = (date: string) => invoices.find(({ issueDate }) => date < issueDate);
  return v.object({
    onDate: v.pipe(
      v.string(),
      v.check(isDate, 'Enter a date.'),
      v.check((date) => date <= today, FUTURE[mark]),
      v.check(
        (date) => earlier(date) === undefined,
        ({ input }) => `The date is before invoice ${earlier(input)?.invoiceNumber ?? ''} was made.`,
      ),
    ),
  });
}
