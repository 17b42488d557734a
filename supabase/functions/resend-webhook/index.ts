// Events of the mail service about sent mails: delivered, delayed, bounced, reported as spam. Signed by it (Svix
// scheme), at most five minutes old; the database takes each event once and in any order.
import { Resend } from 'npm:resend@6.38.0';
import { serviceDatabase } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';

const STATES: Record<string, string> = {
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.failed': 'failed',
  'email.suppressed': 'failed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
};

const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The event and its id; null if the signature is wrong or too old. */
function verified(request: Request, raw: Uint8Array, secret: string): { id: string; event: unknown } | null {
  const header = (name: string) => request.headers.get(`svix-${name}`) ?? request.headers.get(`webhook-${name}`) ?? '';
  const headers = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
  try {
    // Verified over the bytes as received. The API key is for requests, and none is made here.
    const payload = new TextDecoder().decode(raw);
    return {
      id: headers.id,
      event: new Resend('re_none').webhooks.verify({ payload, headers, webhookSecret: secret }),
    };
  } catch {
    return null;
  }
}

serveFunction({ caller: 'anyone' }, async ({ request, raw }) => {
  const secret = setting('RESEND_WEBHOOK_SECRET');
  if (!secret) return refuse(503, 'RESEND_WEBHOOK_SECRET is not set.');
  const held = verified(request, raw, secret);
  if (!held) return refuse(400, 'The signature does not hold.');
  const { id, event } = held;
  const data = field(event, 'data');
  const state = STATES[text(field(event, 'type')) ?? ''];
  const mail = text(field(data, 'email_id'));
  if (state === undefined || mail === undefined) return succeed({ taken: false });
  const problem = text(field(field(data, 'bounce'), 'message')) ?? text(field(field(data, 'failed'), 'reason'));
  const { data: taken, error } = await serviceDatabase().rpc('record_mail_event', {
    p_event_id: id,
    p_provider_id: mail,
    p_state: state,
    ...(problem === undefined ? {} : { p_problem: problem }),
  });
  if (error) throw error;
  return succeed({ taken });
});
