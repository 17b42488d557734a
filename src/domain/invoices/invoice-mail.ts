import { counted } from '@/domain/core/word-list';
// E-mails that carry an invoice or credit note: their delivery state, and what to do when one did not arrive.

export type MailState = 'sending' | 'accepted' | 'delayed' | 'delivered' | 'failed' | 'bounced' | 'complained';
/** Why a mail did not arrive; 'unanswered': it is unknown whether the mail service accepted it. */
export type MailTrouble = 'failed' | 'bounced' | 'complained' | 'unanswered';

type Mail = { state: MailState; stateAt: string; toAddress: string; problem: string | null; reminder: number | null };

/** The mail service responds within seconds; the database uses the same limit. */
const RESPONSE_TIMEOUT_MS = 10 * 60_000;

/** The problem with a mail at an instant; null if it arrived or may still arrive. */
export function mailTrouble({ state, stateAt, problem }: Mail, now: Date): MailTrouble | null {
  if (state === 'failed' || state === 'bounced' || state === 'complained') return state;
  if (state !== 'sending') return null;
  return problem !== null || now.getTime() - Date.parse(stateAt) > RESPONSE_TIMEOUT_MS ? 'unanswered' : null;
}

/** Short names for the invoice register, where space is tight. */
export const TROUBLE_NAMES: Record<MailTrouble, string> = {
  failed: 'E-mail not sent',
  bounced: 'E-mail came back',
  complained: 'E-mail not wanted',
  unanswered: 'E-mail unanswered',
};

/** Tells the user what happened to the mail and what to do. */
export function troubleWords({ toAddress, problem, reminder }: Mail, trouble: MailTrouble): string {
  const mail = `${reminder === null ? 'The e-mail' : 'The reminder'} to ${toAddress}`;
  switch (trouble) {
    case 'bounced':
      return `${mail} came back${problem === null ? '' : ` (${problem.replace(/\.$/, '')})`}. Check the address with the customer and send it again.`;
    case 'complained':
      return `${mail} was reported as not wanted. Ring the customer before you send another.`;
    case 'failed':
      return `${mail} was not sent. ${problem ?? 'Check the address and send it again.'}`;
    case 'unanswered':
      return `The mail service did not answer about ${mail.replace(/^T/, 't')}. Send it again: within a day the same words arrive only once.`;
  }
}

const STATE_NAMES: Record<MailState, string> = {
  sending: 'Sending',
  accepted: 'On its way',
  delayed: 'Delayed, still being tried',
  delivered: 'Delivered',
  failed: 'Not sent',
  bounced: 'Came back',
  complained: 'Reported as not wanted',
};

/** The delivery state of a mail. */
export const mailStateName = (mail: Mail, now: Date): string =>
  mailTrouble(mail, now) === 'unanswered' ? 'No answer' : STATE_NAMES[mail.state];

/** "1 day late", "14 days late". */
export const lateWords = (days: number): string => `${counted(days, 'day', 'days')} late`;

/** The default wording, used until the account sets its own. */
export const DEFAULT_WORDING = {
  subject: 'Invoice {number} from {business}',
  text: 'Invoice {number} of {date} for {total} is attached. It is due on {due}.',
};

/** The placeholders that an account may use in its own wording. */
export const PLACEHOLDERS = ['number', 'date', 'total', 'due', 'customer', 'business'] as const;
type PlaceholderValues = Record<(typeof PLACEHOLDERS)[number], string>;

const PLACEHOLDER_PATTERN = /\{(\w+)\}/g;

/** The first unknown placeholder in braces; null if all are known. */
export const unknownPlaceholder = (words: string): string | null =>
  [...words.matchAll(PLACEHOLDER_PATTERN)].map(([, name = '']) => name).find((name) => !isPlaceholder(name)) ?? null;

const isPlaceholder = (word: string): word is keyof PlaceholderValues => PLACEHOLDERS.some((name) => name === word);

/** Fills the placeholders with the invoice's figures; the Edge Function that sends the mail does the same. */
export const fillPlaceholders = (words: string, values: PlaceholderValues): string =>
  words.replace(PLACEHOLDER_PATTERN, (placeholder, name: string) => (isPlaceholder(name) ? values[name] : placeholder));

/** The subject of a mail that does not use the account's own wording; the Edge Function that sends it uses the same. */
export function mailSubject(
  kind: 'invoice' | 'credit_note',
  number: string,
  sender: string,
  /** Days late, for a reminder. */
  reminder: number | null = null,
): string {
  if (reminder !== null) return `Reminder: invoice ${number} from ${sender}, ${lateWords(reminder)}`;
  return `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${number} from ${sender}`;
}
