import { Check, CloudUpload, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWaiting } from '@/outbox/outbox';
import { useNow } from '@/session/today';
import { sentAtWords, waitingWords } from './send-words';

const Tray = lazy(async () => ({ default: (await import('./tray')).Tray }));

/** In the bar, always: how much waits on this device and when it was last sent. Opens the tray. */
export function SendState() {
  const waiting = useWaiting();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { entries, lastSentAt } = waiting;
  const attention = entries.some(({ state }) => state === 'attention');
  const Icon = attention ? TriangleAlert : entries.length > 0 ? CloudUpload : Check;
  const last = lastSentAt === null ? null : sentAtWords(lastSentAt, now);
  return (
    <>
      <button
        type="button"
        className={`send-state ${attention ? 'send-bad' : entries.length > 0 ? 'send-some' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {waiting.read && <Icon aria-hidden="true" />}
        <span className="sr-only">{waitingWords(waiting)}</span>
        {entries.length > 0 && <b aria-hidden="true">{entries.length}</b>}
        {last !== null && <span>{last}</span>}
      </button>
      {open && (
        <Suspense>
          <Tray onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
