// The text of a mailed invoice, credit note or reminder: plain text in the account's name. The same job always gives
// the same text: Resend refuses a retry under the same idempotency key if its content differs.

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
  /** The SHA-256 of the document's PDF, recorded before the first mail is sent; null until then. */
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
function formatDate(date: string): string {
  const [year, month = '1', day = '1'] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year ?? ''}`;
}

const formatTotal = ({ total, currency }: Pick<MailJob, 'total' | 'currency'>) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Math.abs(total));

const formatDaysLate = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} late`;

const documentName = ({ kind, number }: Pick<MailJob, 'kind' | 'number'>) =>
  `${kind === 'credit_note' ? 'credit note' : 'invoice'} ${number}`;

const capitalize = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** The account's own wording with its placeholders filled in; unknown placeholders stay as they are. */
function fillPlaceholders(template: string, job: MailJob): string {
  const values: Record<string, string> = {
    number: job.number,
    date: formatDate(job.issued),
    total: formatTotal(job),
    due: formatDate(job.due),
    customer: job.customer,
    business: job.sender,
  };
  return template.replace(/\{(\w+)\}/g, (whole, place: string) =>
    Object.hasOwn(values, place) ? (values[place] ?? whole) : whole,
  );
}

/** The subject. src/domain/invoices/invoice-mail.ts shows the same one before the mail is sent. */
export function subjectOf(job: MailJob): string {
  if (job.ownSubject !== null) return fillPlaceholders(job.ownSubject, job);
  const what = `${documentName(job)} from ${job.sender}`;
  if (job.reminder === null) return capitalize(what);
  return `Reminder: ${what}${job.daysLate === null ? '' : `, ${formatDaysLate(job.daysLate)}`}`;
}

function bodyParagraphs(job: MailJob): string[] {
  const { daysLate: late, ownText, reminder } = job;
  if (ownText !== null) return [fillPlaceholders(ownText, job)];
  const what = `${documentName(job)} of ${formatDate(job.issued)}`;
  if (reminder === null) {
    const dueSentence =
      late === null
        ? ''
        : late <= 0
          ? ` It is due on ${formatDate(job.due)}.`
          : ` It was due on ${formatDate(job.due)} and is ${formatDaysLate(late)}.`;
    return [`${capitalize(what)} for ${formatTotal(job)} is attached.${dueSentence}`];
  }
  const overdue =
    `Our ${what} for ${formatTotal(job)} was due on ${formatDate(job.due)}.` +
    ` ${late === null ? 'We' : `It is ${formatDaysLate(late)}, and we`} have not seen the payment yet.`;
  const secondReminder = reminder === 2 ? ['This is our second reminder.'] : [];
  return [
    [overdue, ...secondReminder].join(' '),
    'If it is on its way, thank you: nothing more to do. If not, please pay it now. The invoice is attached.',
  ];
}

/** The text of the mail. The greeting fits every name: a customer may be a business, its contact "The clerk". */
export function textOf(job: MailJob): string {
  const signature = [job.sender, ...(job.phone === null ? [] : [job.phone])].join('\n');
  return [
    'Hello,',
    ...bodyParagraphs(job),
    ...(job.orderNumber === null ? [] : [`Your order number: ${job.orderNumber}`]),
    ...(job.message === null ? [] : [job.message]),
    `Kind regards\n${signature}`,
    // The account holder may have typed any name above; this address is confirmed.
    `Sent with Farm Diary by ${job.replyTo}.`,
  ].join('\n\n');
}
