// A stand-in for Resend's POST /emails in development and tests: every mail of the Edge Functions goes to /_mail.
import { randomUUID } from 'node:crypto';
import type { Mail, Mailbox } from './mailbox.ts';
import { json } from '../rest/responses.ts';

/** The path of the stand-in on the backend's own address. */
export const RESEND_PATH = '/_resend';

const refusal = (statusCode: number, name: string, message: string) => json({ statusCode, name, message }, statusCode);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const firstText = (value: unknown) => text(Array.isArray(value) ? value[0] : value);
const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

/** The mail described by a request body. */
export function mailOf(body: unknown): Omit<Mail, 'at'> {
  const attachments = field(body, 'attachments');
  const replyTo = firstText(field(body, 'reply_to'));
  return {
    to: firstText(field(body, 'to')),
    subject: text(field(body, 'subject')),
    text: text(field(body, 'text')),
    html: text(field(body, 'html')),
    from: text(field(body, 'from')),
    ...(replyTo ? { replyTo } : {}),
    ...(Array.isArray(attachments)
      ? {
          attachments: attachments.map((one) => ({
            name: text(field(one, 'filename')),
            bytes: Buffer.from(text(field(one, 'content')), 'base64').length,
          })),
        }
      : {}),
  };
}

/**
 * Responds as Resend does: with an id, and with the same id for the same key and body, without sending again.
 * `onAccepted` is called once for each mail.
 */
export function resendService(mailbox: Mailbox, onAccepted?: (id: string, to: string) => void) {
  const accepted = new Map<string, { body: string; id: string }>();
  return async (request: Request, path: string): Promise<Response> => {
    if (path !== `${RESEND_PATH}/emails` || request.method !== 'POST')
      return refusal(405, 'method_not_allowed', 'This endpoint does not support this method.');
    if (!/^Bearer \S+$/.test(request.headers.get('authorization') ?? ''))
      return refusal(401, 'missing_api_key', 'Missing API key in the authorization header.');
    const body = await request.text();
    const key = request.headers.get('idempotency-key');
    const earlier = key === null ? undefined : accepted.get(key);
    if (earlier && earlier.body !== body)
      return refusal(409, 'invalid_idempotent_request', 'This key was used with another body.');
    if (earlier) return json({ id: earlier.id });
    const mail = mailOf(JSON.parse(body));
    if (!mail.to || !mail.from || !mail.subject)
      return refusal(422, 'missing_required_field', 'A mail needs from, to and subject.');
    const id = randomUUID();
    // Before the first await: two simultaneous requests with one key must be one mail.
    if (key !== null) accepted.set(key, { body, id });
    await mailbox.send(mail);
    onAccepted?.(id, mail.to);
    return json({ id });
  };
}
