// The text of a mailed invoice, credit note or reminder: plain text in the account's name. The same job always gives
// the same text, because a retry under the same idempotency key must be the same mail.

/** A mail as private.mail_job describes it. */
export type MailJob = {
  id: string;
  account: string;
  state: string;
  to: string;
  message: string | null;
  /** The first or second reminder, 0 for one sent by hand; null for the document itself. */
  reminder: number | null;
  /** Days between the due date and the creation of this mail; null if nothing is owed. */
  daysLate: number | null;
  /** The account's own wording; null for the default. */
  ownSubject: string | null;
  ownText: string | null;
  path: string;
  /** The document's id. */
  invoice: string;
  /** The hash of its file, once that was read and accepted; null before the first mail. */
  sha256: string | null;
  number: string;
  kind: 'invoice' | 'credit_note';
  customer: string;
  /** The customer's order number. */
  orderNumber: string | null;
  sender: string;
  phone: string | null;
  /** The confirmed address of the account holder. */
  replyTo: string;
  total: number;
  currency: string;
  issued: string;
  due: string;
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** '2026-11-20' is "20 November 2026". */
function dayWords(date: string): string {
  const [year, month = '1', day = '1'] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year ?? ''}`;
}

const moneyWords = ({ total, currency }: Pick<MailJob, 'total' | 'currency'>) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Math.abs(total));

const lateWords = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} late`;

const called = ({ kind, number }: Pick<MailJob, 'kind' | 'number'>) =>
  `${kind === 'credit_note' ? 'credit note' : 'invoice'} ${number}`;

const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** The account's own wording with its placeholders filled in; unknown placeholders stay as they are. */
function filled(words: string, job: MailJob): string {
  const places: Record<string, string> = {
    number: job.number,
    date: dayWords(job.issued),
    total: moneyWords(job),
    due: dayWords(job.due),
    customer: job.customer,
    business: job.sender,
  };
  return words.replace(/\{(\w+)\}/g, (whole, place: string) =>
    Object.hasOwn(places, place) ? (places[place] ?? whole) : whole,
  );
}

/** The subject; the screen shows the same one (src/domain/invoices/invoice-mail.ts). */
export function subjectOf(job: MailJob): string {
  if (job.ownSubject !== null) return filled(job.ownSubject, job);
  const what = `${called(job)} from ${job.sender}`;
  if (job.reminder === null) return capital(what);
  return `Reminder: ${what}${job.daysLate === null ? '' : `, ${lateWords(job.daysLate)}`}`;
}

function middle(job: MailJob): string[] {
  const { daysLate: late, ownText, reminder } = job;
  if (ownText !== null) return [filled(ownText, job)];
  const what = `${called(job)} of ${dayWords(job.issued)}`;
  if (reminder === null) {
    const dueWords =
      late === null
        ? ''
        : late <= 0
          ? ` It is due on ${dayWords(job.due)}.`
          : ` It was due on ${dayWords(job.due)} and is ${lateWords(late)}.`;
    return [`${capital(what)} for ${moneyWords(job)} is attached.${dueWords}`];
  }
  const first =
    `Our ${what} for ${moneyWords(job)} was due on ${dayWords(job.due)}.` +
    ` ${late === null ? 'We' : `It is ${lateWords(late)}, and we`} have not seen the payment yet.`;
  const again = reminder === 2 ? ['This is our second reminder.'] : [];
  return [
    [first, ...again].join(' '),
    'If it is on its way, thank you: nothing more to do. If not, please pay it now. The invoice is attached.',
  ];
}

/** The text of the mail. The greeting fits every name: a customer may be a business, its contact "The clerk". */
export function textOf(job: MailJob): string {
  const foot = [job.sender, ...(job.phone === null ? [] : [job.phone])].join('\n');
  return [
    'Hello,',
    ...middle(job),
    ...(job.orderNumber === null ? [] : [`Your order number: ${job.orderNumber}`]),
    ...(job.message === null ? [] : [job.message]),
    `Kind regards\n${foot}`,
    // The names above were typed by the user; this address is confirmed.
    `Sent with Farm Diary by ${job.replyTo}. If you do not know the sender, do not pay.`,
  ].join('\n\n');
}
