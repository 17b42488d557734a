// Receives the mail service's events about sent mails: delivered, delayed, bounced, reported as spam. An event is signed
// (Svix scheme) and at most five minutes old. The database records each event once, in any order.
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

const field = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The event and its id; null if the signature is wrong or too old. */
function verifyEvent(request: Request, raw: Uint8Array, secret: string): { id: string; event: unknown } | null {
  const header = (name: string) => request.headers.get(`svix-${name}`) ?? request.headers.get(`webhook-${name}`) ?? '';
  const headers = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
  try {
    // The signature covers the bytes as received. Verifying makes no request, so any API key will do.
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
  const verified = verifyEvent(request, raw, secret);
  if (!verified) return refuse(400, 'The signature does not hold.');
  const { id, event } = verified;
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
