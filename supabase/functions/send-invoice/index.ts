// Mails the stored file of an invoice or credit note to one address, or sends a reminder for an overdue invoice. For
// the account holder only; a request id that is repeated is sent once.
import { serviceDatabase } from '../_shared/database.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { mailDocument } from '../_shared/invoice-mail.ts';
import type { MailJob } from '../_shared/invoice-words.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Asked = { requestId: string; number: string; to: string; message: string; reminder: boolean };

/** The request in the body; null if it is invalid. All other fields are ignored. */
function asked(body: unknown): Asked | null {
  if (typeof body !== 'object' || body === null) return null;
  const text = (name: string) => Reflect.get(body, name) as unknown;
  const [requestId, number, to, message = '', reminder = false] = [
    'requestId',
    'number',
    'to',
    'message',
    'reminder',
  ].map(text);
  if (typeof requestId !== 'string' || !UUID.test(requestId)) return null;
  if (typeof number !== 'string' || typeof to !== 'string' || typeof message !== 'string') return null;
  if (typeof reminder !== 'boolean') return null;
  // Control characters have no place in a mail; line breaks stay.
  const words = message.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ');
  return { requestId, number, to: to.trim(), message: words, reminder };
}

/** SQL errors whose messages are meant for the user; any other error is ours. */
const STATUS: Record<string, number> = { '23514': 400, '42501': 403, PT429: 429 };

serveFunction({ caller: 'person' }, async ({ body, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can do this.');
  const mail = asked(body);
  if (!mail) return refuse(400, 'The request could not be read.');
  const { data, error } = await serviceDatabase().rpc('begin_invoice_mail', {
    p_person: person.id,
    p_request_id: mail.requestId,
    p_invoice_number: mail.number,
    p_to: mail.to,
    p_message: mail.message,
    p_reminder: mail.reminder,
  });
  if (error) {
    const status = STATUS[error.code];
    if (status === undefined) throw error;
    return refuse(status, error.message);
  }
  // The shape that private.mail_job returns.
  const job = data as MailJob & { problem: string | null };
  if (job.state === 'failed') return refuse(502, job.problem ?? 'The mail service did not take it.');
  if (job.state !== 'sending') return succeed({ to: job.to });
  const sent = await mailDocument(job);
  return sent.accepted ? succeed({ to: job.to }) : refuse(502, sent.sentence);
});
