import { Download, RefreshCw } from 'lucide-react';
import { resolveEntry, useWaiting, wakeAndSend } from '@/offline/outbox/outbox';
import { saveUnsent } from '@/offline/outbox/restore/unsent-file';
import { useNewerOpen } from '@/offline/outbox/store/newer-version';
import { signOut } from '@/session/sign-out';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Dialog } from '@/ui/popups/dialog';
import { ReadyOffline } from '@/widgets/install/ready-offline';
import { lastArrivalWords, waitingWords } from './send-words';
import { TrayEntry } from './tray-entry';

/** The entries that this device has still to send, with their state, and the actions for refused ones. */
export function Tray({ onClose }: { onClose: () => void }) {
  const waiting = useWaiting();
  const now = useNow();
  const newer = useNewerOpen();
  const { entries, lastSentAt, needsSignIn, broken } = waiting;
  const stuck = entries.filter(({ state }) => state === 'attention');
  const rest = entries.filter(({ state }) => state !== 'attention');
  const unsent = new Set(entries.filter(({ action }) => action === 'insert').map(({ id }) => id));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Waiting on this phone"
      actions={
        <>
          {entries.length > 0 && (
            <Button variant="quiet" onClick={() => saveUnsent(entries)}>
              <Download aria-hidden="true" />
              Export all
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {entries.length > 0 && !needsSignIn && !newer && (
            <Button variant="main" onClick={() => void wakeAndSend()}>
              <RefreshCw aria-hidden="true" />
              Send now
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {newer ? (
          <Banner tone="warn">
            A newer version of Farm Diary is open on this device and sends what waits. Reload this page to see how it
            stands.
          </Banner>
        ) : needsSignIn && entries.length > 0 ? (
          <Banner tone="warn" action={<Button onClick={() => void signOut()}>Sign in again</Button>}>
            {waitingWords(waiting)} They stay on this phone until then.
          </Banner>
        ) : broken ? (
          <Banner tone="bad">This phone cannot keep entries offline. Save them while you have signal.</Banner>
        ) : (
          <output className="text-2 text-muted">
            {waitingWords(waiting)}
            {lastSentAt !== null && ` ${lastArrivalWords(lastSentAt, now)}`}
          </output>
        )}
        {stuck.length > 0 && (
          <section aria-labelledby="tray-attention" className="grid gap-2">
            <h3 id="tray-attention" className="text-3">
              Needs attention
            </h3>
            <ul className="card card-rows">
              {stuck.map((entry) => (
                <TrayEntry
                  key={entry.seq}
                  entry={entry}
                  waitsForParent={false}
                  onNavigate={onClose}
                  onAnswer={resolveEntry}
                />
              ))}
            </ul>
          </section>
        )}
        {rest.length > 0 && (
          <section aria-labelledby="tray-waiting" className="grid gap-2">
            <h3 id="tray-waiting" className="text-3">
              Waiting
            </h3>
            <ul className="card card-rows">
              {rest.map((entry) => (
                <TrayEntry
                  key={entry.seq}
                  entry={entry}
                  waitsForParent={entry.parents.some((id) => unsent.has(id))}
                  onNavigate={onClose}
                  onAnswer={resolveEntry}
                />
              ))}
            </ul>
          </section>
        )}
        <ReadyOffline />
      </div>
    </Dialog>
  );
}
