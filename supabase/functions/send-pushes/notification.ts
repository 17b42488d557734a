// The content of a notification: the message itself or, for a locked screen, only what kind of news there is.

/** A delivery as public.take_pushes returns it. */
export type PushJob = {
  account: string;
  message: string;
  device: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  showDetails: boolean;
  kind: string;
  path: string;
  title: string;
  detail: string;
};

/** Without names, places and amounts: anybody can read a locked screen. */
const GENERAL: Readonly<Record<string, string>> = {
  notice: 'There is an urgent notice.',
  machine: 'A machine must not be used.',
  job: 'Something changed in what is planned for you.',
  week: 'There is news about a week of hours.',
  clock: 'You are still clocked in.',
  defect: 'A defect was reported.',
  mail: 'An e-mail did not arrive.',
  declined: 'Somebody can’t do a job.',
  absence: 'There is news about time off.',
  test: 'Notifications work on this device.',
};

/**
 * A push service accepts 4096 bytes. This is what remains after the encryption's header (86), its tag (16) and a
 * delimiter.
 */
const MAX_BYTES = 3993;

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/** The JSON that the service worker reads (src/app/push/notification-events.ts), cut to what fits into one message. */
export function payloadOf({ message, kind, path, title, detail, showDetails }: PushJob): string {
  const heading = showDetails ? title : 'Farm Diary';
  const body = showDetails ? detail : (GENERAL[kind] ?? 'There is news.');
  const json = (text: string) => JSON.stringify({ id: message, title: heading, body: text, path });
  // By characters, not by code units: half an emoji is not valid text.
  let characters = [...body];
  let payload = json(body);
  while (sizeOf(payload) > MAX_BYTES && characters.length > 0) {
    characters = characters.slice(0, Math.floor(characters.length * 0.9));
    payload = json(`${characters.join('')}…`);
  }
  return payload;
}
