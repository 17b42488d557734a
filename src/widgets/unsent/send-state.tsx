import { Check, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWaiting } from '@/offline/outbox/outbox';
import { useNow } from '@/session/today';
import { clockWords, waitingCountWords, waitingWords } from './send-words';

const Tray = lazy(async () => ({ default: (await import('./tray')).Tray }));

/** In the top bar: how many entries this device has still to send, or when the last one reached the office. Opens the tray. */
export function SendState() {
  const waiting = useWaiting();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { entries, lastSentAt } = waiting;
  const attention = entries.some(({ state }) => state === 'attention');
  return (
    <>
      <button type="button" className="send-state" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="sr-only">{waitingWords(waiting)}</span>
        {entries.length > 0 ? (
          // Without the time of the last sending: "1" and "17:02" would read as one entry sent.
          <span aria-hidden="true" className="tag figure">
            {attention && <TriangleAlert />}
            {waitingCountWords(entries.length)}
          </span>
        ) : (
          <>
            {waiting.isLoaded && <Check aria-hidden="true" />}
            {lastSentAt !== null && (
              <span>
                <span className="max-nav:sr-only">All in the office </span>
                {clockWords(lastSentAt, now)}
              </span>
            )}
          </>
        )}
      </button>
      {open && (
        <Suspense>
          <Tray onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
