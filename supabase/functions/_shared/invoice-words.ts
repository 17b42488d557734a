// What a mailed invoice, credit note or reminder says: plain text in the account's name. The same job always makes the
// same words, so that a mail sent again under its key is the same mail.

/** A mail as private.mail_job describes it. */
export type MailJob = {
  id: string;
  account: string;
  state: string;
  to: string;
  message: string | null;
  /** The first or second reminder; null for the document itself. */
  reminder: number | null;
  path: string;
  number: string;
  kind: 'invoice' | 'credit_note';
  customer: string;
  contact: string | null;
  sender: string;
  phone: string | null;
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

const moneyWords = ({ total, currency }: MailJob) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Math.abs(total));

const called = ({ kind, number }: Pick<MailJob, 'kind' | 'number'>) =>
  `${kind === 'credit_note' ? 'credit note' : 'invoice'} ${number}`;

/** The subject; the dialog shows the same (src/domain/invoice-mail.ts). */
export function subjectOf(job: Pick<MailJob, 'kind' | 'number' | 'sender' | 'reminder'>): string {
  const what = `${called(job)} from ${job.sender}`;
  return job.reminder === null ? what.replace(/^./, (letter) => letter.toUpperCase()) : `Reminder: ${what}`;
}

function middle(job: MailJob): string[] {
  const what = `${called(job)} of ${dayWords(job.issued)}`;
  if (job.kind === 'credit_note') return [`${what.replace(/^c/, 'C')} for ${moneyWords(job)} is attached.`];
  if (job.reminder === null)
    return [`${what.replace(/^i/, 'I')} for ${moneyWords(job)} is attached. It is due on ${dayWords(job.due)}.`];
  const first = `Our ${what} for ${moneyWords(job)} was due on ${dayWords(job.due)}, and we have not seen the payment yet.`;
  const again = job.reminder === 2 ? ['This is our second reminder.'] : [];
  return [
    [first, ...again].join(' '),
    'If it is on its way, thank you: nothing more to do. If not, please pay it now. The invoice is attached once more.',
  ];
}

/** The mail's text. */
export function textOf(job: MailJob): string {
  const foot = [job.sender, ...(job.phone === null ? [] : [job.phone]), job.replyTo].join('\n');
  return [
    `Dear ${job.contact ?? job.customer},`,
    ...middle(job),
    ...(job.message === null ? [] : [job.message]),
    `Kind regards\n${foot}`,
  ].join('\n\n');
}
