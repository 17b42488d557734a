import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { plural } from '@/domain/core/word-list';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { entriesWords } from '@/widgets/unsent/send-words';
import { dismissHint, hintDismissed } from './storage-hint-memory';

const DAY_MS = 24 * 60 * 60_000;
/** The landing screens of the app: no banner is shown above a form that is being filled in. */
const LANDING_PATHS = new Set(['/noticeboard', '/diary']);

/**
 * Shows the hint to install the app until it is dismissed. If an entry has been unsent for more than a day, shows a
 * warning instead, which can't be dismissed.
 */
export function StorageHintBanner({ onPhone }: { onPhone: boolean }) {
  const { entries } = useWaiting();
  const now = useNow().getTime();
  const [dismissed, setDismissed] = useState(() => hintDismissed('install'));
  const { pathname } = useLocation();
  // Absolute difference: setting the clock back must not make an entry look younger.
  const overdueCount = entries.filter(({ recordedAt }) => Math.abs(now - Date.parse(recordedAt)) > DAY_MS).length;
  if (overdueCount > 0) {
    return (
      <Banner tone="warn" action={<Button onClick={() => void wakeAndSend()}>Send now</Button>}>
        <b>
          {entriesWords(overdueCount)} {plural(overdueCount, 'has', 'have')} waited for more than a day.
        </b>{' '}
        Safari clears what this app keeps after 7 days without a visit. Open it where you have signal.
      </Banner>
    );
  }
  if (dismissed || !onPhone || !LANDING_PATHS.has(pathname)) return null;
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
