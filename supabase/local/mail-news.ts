// What Resend would tell of a mail that the stand-in took, told to the resend-webhook function: that it arrived or, as
// with Resend's own trial addresses, that it did not. So a bounce can be seen in development.
import { createHmac, randomUUID } from 'node:crypto';

/** Signs the news. Nobody but this machine reaches the embedded backend, and no other one knows it. */
export const NEWS_SECRET = `whsec_${Buffer.from('the embedded backend of farm diary').toString('base64')}`;

/** Long enough for the function that sends to have written down which mail it was. */
const AFTER_MS = 400;

/** bounced@…, bounced+anything@…, complained@… and, for any other address, delivered. */
function newsOf(to: string): { type: string; [detail: string]: unknown } {
  const [, word] = /^(bounced|complained)(?:\+[^@]*)?@/i.exec(to) ?? [];
  if (word?.toLowerCase() === 'bounced')
    return { type: 'email.bounced', bounce: { message: 'There is no mailbox of this name.' } };
  return { type: word ? 'email.complained' : 'email.delivered' };
}

/** The headers of a message of the provider's, as its library checks them. */
function signed(payload: string, secret: string) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
}

/** Tells of a mail by its id a moment after it was taken. A server that is gone by then hears nothing. */
export const mailNews = (origin: () => string) => (id: string, to: string) => {
  const { type, ...detail } = newsOf(to);
  const payload = JSON.stringify({
    type,
    created_at: new Date().toISOString(),
    data: { email_id: id, to: [to], ...detail },
  });
  setTimeout(() => {
    fetch(`${origin()}/functions/v1/resend-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(payload, NEWS_SECRET) },
      body: payload,
    }).catch(() => undefined);
  }, AFTER_MS).unref();
};
