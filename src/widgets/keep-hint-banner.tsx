import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useWaiting, wakeAndSend } from '@/outbox/outbox';
import { useNow } from '@/session/today';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { dismissHint, hintDismissed } from './keep-hint-memory';
import { entriesWords } from './send-words';

const DAY_MS = 24 * 60 * 60_000;
/** Where people arrive: nothing stands above a form that is being filled in. */
const BEGINNINGS = new Set(['/noticeboard', '/diary']);

/** The hint to install until it is put away; instead of it, and not to be put away, a warning once entries wait long. */
export function KeepHintBanner({ onPhone }: { onPhone: boolean }) {
  const { entries } = useWaiting();
  const now = useNow().getTime();
  const [dismissed, setDismissed] = useState(() => hintDismissed('install'));
  const { pathname } = useLocation();
  // Either way: a clock that was set back makes an entry no younger.
  const old = entries.filter(({ recordedAt }) => Math.abs(now - Date.parse(recordedAt)) > DAY_MS).length;
  if (old > 0) {
    return (
      <Banner tone="warn" action={<Button onClick={() => void wakeAndSend()}>Send now</Button>}>
        <b>
          {entriesWords(old)} {old === 1 ? 'has' : 'have'} waited for more than a day.
        </b>{' '}
        Safari clears what this app keeps after 7 days without a visit. Open it where you have signal.
      </Banner>
    );
  }
  if (dismissed || !onPhone || !BEGINNINGS.has(pathname)) return null;
  return (
    <Banner
      tone="note"
      onDismiss={() => {
        dismissHint('install');
        setDismissed(true);
      }}
    >
      Safari clears what this app keeps after 7 days without a visit. Install it: tap <b>Share</b>, then{' '}
      <b>Add to Home Screen</b>.
    </Banner>
  );
}
