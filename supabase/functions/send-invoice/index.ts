// Mails the stored PDF of an invoice or credit note to one address, or a reminder of an overdue invoice. Only for the
// account holder. A repeated request id sends one mail.
import { serviceDatabase } from '../_shared/database.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { mailDocument } from '../_shared/invoice-mail.ts';
import type { MailJob } from '../_shared/invoice-mail-text.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type SendRequest = { requestId: string; number: string; to: string; message: string; reminder: boolean };

/** The request in the body; null if it is invalid. All other fields are ignored. */
function parseRequest(body: unknown): SendRequest | null {
  if (typeof body !== 'object' || body === null) return null;
  const field = (name: string) => Reflect.get(body, name) as unknown;
  const [requestId, number, to, message = '', reminder = false] = [
    'requestId',
    'number',
    'to',
    'message',
    'reminder',
  ].map(field);
  if (typeof requestId !== 'string' || !UUID.test(requestId)) return null;
  if (typeof number !== 'string' || typeof to !== 'string' || typeof message !== 'string') return null;
  if (typeof reminder !== 'boolean') return null;
  // Control characters have no place in a mail; line breaks stay.
  const cleanMessage = message.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ');
  return { requestId, number, to: to.trim(), message: cleanMessage, reminder };
}

/** HTTP statuses for the SQL errors whose message is meant for the user. Any other error is a fault of the app. */
const STATUS: Record<string, number> = { '23514': 400, '42501': 403, PT429: 429 };

serveFunction({ caller: 'person' }, async ({ body, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can do this.');
  const mail = parseRequest(body);
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
  // private.mail_job returns this shape.
  const job = data as MailJob & { problem: string | null };
  if (job.state === 'failed') return refuse(502, job.problem ?? 'The mail service did not take it.');
  if (job.state !== 'sending') return succeed({ to: job.to });
  const sent = await mailDocument(job);
  return sent.accepted ? succeed({ to: job.to }) : refuse(502, sent.sentence);
});
