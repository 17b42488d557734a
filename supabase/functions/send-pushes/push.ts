// Sends one notification to the push service of a browser: encrypted for the device (RFC 8291), signed by us (RFC 8292).
import webpush from 'npm:web-push@3.6.7';
import { isEmbedded, setting } from '../_shared/environment.ts';
import { payloadOf, type PushJob } from './notification.ts';

export type Vapid = { subject: string; publicKey: string; privateKey: string };

/** Our keys; null if notifications are not set up. */
export function vapidKeys(): Vapid | null {
  const publicKey = setting('VAPID_PUBLIC_KEY');
  const privateKey = setting('VAPID_PRIVATE_KEY');
  const subject = setting('VAPID_SUBJECT');
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null;
}

/** For how long a push service keeps a notification for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
const URGENT: ReadonlySet<string> = new Set(['notice', 'machine', 'test']);

/** With the embedded backend notifications go to its stand-in for the push services. */
function addressOf(endpoint: string): string {
  const standIn = setting('PUSH_STAND_IN');
  return standIn && isEmbedded() ? standIn + new URL(endpoint).pathname : endpoint;
}

export type PushResponse = { status: number; retryAfter: number | null };

/** The answer of the push service; status 0 if there was none, 400 if the device's keys are invalid. */
export async function push(job: PushJob, vapid: Vapid): Promise<PushResponse> {
  let request;
  try {
    request = webpush.generateRequestDetails(
      { endpoint: job.endpoint, keys: { p256dh: job.p256dh, auth: job.auth } },
      payloadOf(job),
      {
        vapidDetails: vapid,
        TTL: TTL_SECONDS,
        urgency: URGENT.has(job.kind) ? 'high' : 'normal',
        // If the same message is sent again because a response was lost, it replaces the first one.
        topic: job.message.replaceAll('-', ''),
      },
    );
  } catch (error) {
    console.error(`[push ${job.device}]`, error instanceof Error ? error.message : error);
    return { status: 400, retryAfter: null };
  }
  const { 'Content-Length': _, ...headers } = request.headers;
  try {
    const answer = await fetch(addressOf(job.endpoint), {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(request.body),
      // Redirects are not followed: only this address was checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return { status: answer.status, retryAfter: seconds > 0 && seconds < 86_400 ? Math.ceil(seconds) : null };
  } catch (error) {
    console.error(`[push ${job.device}]`, error instanceof Error ? error.message : error);
    return { status: 0, retryAfter: null };
  }
}
