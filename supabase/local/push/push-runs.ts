// Sends notifications soon after the changes that they report, and queues messages about what becomes due over time. On
// a hosted project a schedule does this every minute.
import type { Keys } from '../auth/tokens.ts';
import type { Backend } from '../backend.ts';

const SOON_MS = 1000;
const MINUTE_MS = 60_000;

export function pushRuns(backend: Pick<Backend, 'query'>, keys: Keys, origin: () => string) {
  let soon: NodeJS.Timeout | undefined;
  const run = async () => {
    // Starts the functions only if there is something to send.
    const due = await backend.query(
      "select 1 from private.push_deliveries where state = 'waiting' and next_at <= now() limit 1",
    );
    if (due.length === 0) return;
    await fetch(`${origin()}/functions/v1/send-pushes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secret}`, 'content-type': 'application/json' },
      body: '{}',
    });
  };
  // A failed run is repeated with the next one; after `close` the database may be gone.
  const attempt = (work: () => Promise<unknown>) => void work().catch(() => undefined);
  const minutes = setInterval(
    () => attempt(() => backend.query('select public.queue_due_messages()').then(run)),
    MINUTE_MS,
  );
  minutes.unref();
  return {
    /** Call it after a request that may have changed something. */
    afterChange: () => {
      clearTimeout(soon);
      soon = setTimeout(() => attempt(run), SOON_MS);
      soon.unref();
    },
    close: () => {
      clearTimeout(soon);
      clearInterval(minutes);
    },
  };
}
