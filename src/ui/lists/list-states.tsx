import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import { useOffline } from '@/lib/online';
import { Banner } from '@/ui/feedback/banner';

const WAITS_FOR_SIGNAL = "You're offline. This is not on this device yet, and opens when there is signal.";

const widths = [
  ['42%', '28%'],
  ['30%', '16%'],
  ['52%', '38%'],
  ['36%', '22%'],
  ['46%', '32%'],
] as const;

/**
 * Placeholder rows: without animation or text for the first 300 ms, then with both. Offline, data that is stored on
 * this device appears at once; other data has to wait for signal, and the text says so.
 */
export function LoadingRows({
  rows = 5,
  text = 'Loading your data...',
}: {
  rows?: number | undefined;
  text?: string | undefined;
}) {
  const offline = useOffline();
  return (
    <div>
      <div className="skeleton" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => {
          const [name, detail] = widths[row % widths.length] ?? widths[0];
          return (
            <div className="skeleton-row" key={row}>
              <svg>
                <rect className="skeleton-title" width={name} height="13" y="3" rx="3" />
                <rect className="skeleton-detail" width={detail} height="10" y="24" rx="3" />
                <rect className="skeleton-title" x="84%" width="16%" height="13" y="3" rx="3" />
              </svg>
            </div>
          );
        })}
      </div>
      <output className="skeleton-text">{offline ? WAITS_FOR_SIGNAL : text}</output>
    </div>
  );
}

/**
 * Shown in place of a list that could not be loaded. Without signal that is no error: it says that the list is not on
 * this device yet, unless the caller gives another reason as `title`.
 */
export function ErrorState({
  title,
  text,
  onRetry,
}: {
  title?: string | undefined;
  text?: ReactNode | undefined;
  onRetry?: (() => void) | undefined;
}) {
  const waitsForSignal = useOffline() && title === undefined;
  return (
    <div className="state-panel" role={waitsForSignal ? 'status' : 'alert'}>
      <span className="icon-square">
        {waitsForSignal ? <WifiOff aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
      </span>
      <h2>{title ?? (waitsForSignal ? 'Not on this device yet' : 'Error Fetching Data')}</h2>
      <p>
        {waitsForSignal
          ? "You're offline. This opens when there is signal."
          : (text ?? 'Could not load your information from the database.')}
      </p>
      {onRetry && (
        <Button size="l" onClick={onRetry}>
          <RefreshCw aria-hidden="true" />
          Try again
        </Button>
      )}
    </div>
  );
}

/** An empty list: a picture of a gate, a sentence, and the suggested action. */
export function EmptyState({
  title,
  text,
  action,
}: {
  title: string;
  text?: ReactNode | undefined;
  action?: ReactNode | undefined;
}) {
  return (
    <div className="state-panel">
      <GatePicture />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className="state-panel-action">{action}</div>}
    </div>
  );
}

function GatePicture() {
  return (
    <svg className="gate" viewBox="0 0 200 92" aria-hidden="true">
      <path d="M0 80c40-9 70-9 100-4s66 4 100-4v20H0z" fill="var(--pic-ley)" />
      <g fill="none" stroke="var(--pic-line)" strokeWidth="1.5">
        <path d="M10 90c30-9 60-10 92-5M40 92c30-7 52-7 80-3M110 86c28 4 54 3 90-4" />
      </g>
      <g fill="none" stroke="var(--pic-gate)" strokeWidth="4.5" strokeLinecap="round">
        <path d="M44 80V24M156 80V24" />
        <path d="M50 34h100M50 46h100M50 58h100M50 70h100" strokeWidth="3" />
        <path d="M52 70 146 34" strokeWidth="3" />
      </g>
    </svg>
  );
}

/** Says that the list is a cached copy, and when it was fetched ('14:05'). */
export function OfflineNote({ time, action }: { time: string; action?: ReactNode | undefined }) {
  return (
    <Banner tone="note" icon={<WifiOff aria-hidden="true" />} action={action}>
      Showing data from {time} – you're offline.
    </Banner>
  );
}
