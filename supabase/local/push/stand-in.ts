// A stand-in for the browsers' push services in development: it accepts every notification and keeps it. The content is
// encrypted for the device.
import { json } from '../rest/responses.ts';

/** The path of the stand-in on the backend's own address; the notifications that it received can be read there. */
export const PUSH_PATH = '/_push';

type Received = { at: string; device: string; headers: Record<string, string>; bytes: number };
const MAX_KEPT = 200;

export function pushService() {
  const received: Received[] = [];
  return {
    received,
    answer: async (request: Request, path: string): Promise<Response> => {
      if (request.method !== 'POST') return json({ message: 'Method Not Allowed' }, 405);
      const { byteLength: bytes } = await request.arrayBuffer();
      const headers = Object.fromEntries(
        ['ttl', 'urgency', 'topic', 'content-encoding'].map((name) => [name, request.headers.get(name) ?? '']),
      );
      received.unshift({ at: new Date().toISOString(), device: path.slice(PUSH_PATH.length), headers, bytes });
      received.splice(MAX_KEPT);
      return new Response(null, { status: 201 });
    },
  };
}

/** The settings of the function that sends, unless others are set. */
export const pushSecrets = (origin: string, vapid: { publicKey: string; privateKey: string }) => ({
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  VAPID_SUBJECT: 'mailto:support@farm-diary.example',
  PUSH_STAND_IN: origin + PUSH_PATH,
});
