// Sends to the resend-webhook function the events that Resend would send for a mail: delivered, bounced or complained,
// depending on the address as with Resend's own test addresses. So bounces can be tested in development.
import { createHmac, randomUUID } from 'node:crypto';

/** Signs the events. Not secret: only this machine reaches the embedded backend, and no other backend uses it. */
export const WEBHOOK_SECRET = `whsec_${Buffer.from('the embedded backend of farm diary').toString('base64')}`;

/** Long enough for the sending function to have stored the mail's id. */
const EVENT_DELAY_MS = 400;

/** The event for bounced@…, bounced+anything@… and complained@…; for any other address, delivered. */
function eventFor(to: string): { type: string; [detail: string]: unknown } {
  const [, word] = /^(bounced|complained)(?:\+[^@]*)?@/i.exec(to) ?? [];
  if (word?.toLowerCase() === 'bounced')
    return { type: 'email.bounced', bounce: { message: 'There is no mailbox of this name.' } };
  return { type: word ? 'email.complained' : 'email.delivered' };
}

/** The headers of a signed provider event, as its library verifies them. */
function signedHeaders(payload: string, secret: string) {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
}

/** Sends the event for a mail shortly after it was accepted. Ignored if the server has stopped by then. */
export const mailEvents = (origin: () => string) => (id: string, to: string) => {
  const { type, ...detail } = eventFor(to);
  const payload = JSON.stringify({
    type,
    created_at: new Date().toISOString(),
    data: { email_id: id, to: [to], ...detail },
  });
  setTimeout(() => {
    fetch(`${origin()}/functions/v1/resend-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(payload, WEBHOOK_SECRET) },
      body: payload,
    }).catch(() => undefined);
  }, EVENT_DELAY_MS).unref();
};
