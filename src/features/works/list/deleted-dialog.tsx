import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  deletedWorksQuery,
  eraseWork,
  RESTORABLE_DAYS,
  restoreWork,
  type DeletedWork,
} from '@/data/works/deleted-works';
import type { Account } from '@/domain/account/account';
import { daysBetween, formatDate, todayIn } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { counted } from '@/domain/core/word-list';
import { historyTime } from '@/domain/history/history';
import { useOffline } from '@/lib/online';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';

/** "Foraging, 10 acres". */
const lineWords = ({ taskName, quantity, chargeableUnit }: DeletedWork['lines'][number]) =>
  quantity === null ? taskName : `${taskName}, ${formatQuantityWithUnit(quantity, chargeableUnit)}`;

const daysLeftWords = (days: number) => (days < 1 ? 'last day' : counted(days, 'day left', 'days left'));

/** Lists the entries deleted in the last 30 days; the account holder can bring one back or erase it for good. */
export function DeletedDialog({ account, today, onClose }: { account: Account; today: string; onClose: () => void }) {
  const deleted = useInfiniteQuery(deletedWorksQuery(account.ownerId));
  const offline = useOffline();
  const list = useRef<HTMLDivElement>(null);
  const entries = deleted.data?.pages.flat();
  const shown = entries?.length;
  // If an entry whose button had the focus was removed from the list, focus the list.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus();
  }, [shown]);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Deleted entries"
      actions={
        <Button variant="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div ref={list} tabIndex={-1} className="grid gap-3 outline-none">
        {!entries ? (
          offline ? (
            <p>You need signal to see what was deleted.</p>
          ) : (
            <QueryList read={deleted} loading={{ rows: 3 }} />
          )
        ) : entries.length === 0 ? (
          <EmptyState
            title="Nothing was deleted lately."
            text={`An entry that somebody deletes stays here for ${RESTORABLE_DAYS} days.`}
          />
        ) : (
          <>
            <p className="hint">
              Only you see this. After {RESTORABLE_DAYS} days a deleted entry can&apos;t be brought back any more.
            </p>
            <ul className="ruled" aria-label="Deleted entries">
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} account={account} today={today} offline={offline} />
              ))}
            </ul>
          </>
        )}
        {deleted.hasNextPage && (
          <Button
            variant="quiet"
            busy={deleted.isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void deleted.fetchNextPage()}
          >
            Show earlier ones
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Row({
  entry,
  account,
  today,
  offline,
}: {
  entry: DeletedWork;
  account: Account;
  today: string;
  offline: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const restore = useMutation(restoreWork);
  const erase = useMutation(eraseWork);
  const { id, customer, workDate, loggedBy, deletedBy, deletedAt, lines } = entry;
  const { zone } = account.settings;
  const day = formatDate(workDate, today);
  const left = RESTORABLE_DAYS - daysBetween(todayIn(zone, new Date(deletedAt)), today);
  const name = `${lines[0]?.taskName ?? ''}, ${customer}, ${day}`;
  const disabled = offline || !account.canWrite;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-60 flex-1 wrap-anywhere">
        <strong>{customer}</strong>, {day}
        {lines.map((line, at) => (
          <span key={at} className="block">
            {lineWords(line)}
          </span>
        ))}
        <span className="block text-2 text-muted">
          Logged by {loggedBy}. Deleted by {deletedBy ?? 'the system'},{' '}
          <time dateTime={deletedAt}>{historyTime(deletedAt, zone)}</time>: {daysLeftWords(left)}.
        </span>
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" disabled={disabled} aria-label={`Erase ${name}`} onClick={() => setAsking(true)}>
          Erase
        </Button>
        <Button
          disabled={disabled}
          aria-label={`Bring back ${name}`}
          busy={restore.isPending}
          busyText="Bringing back..."
          onClick={() => restore.mutate(id)}
        >
          Bring back
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Erase ${name}?`}
        verb="Erase"
        busy={erase.isPending}
        busyText="Erasing..."
        onConfirm={() => erase.mutate(id, { onSettled: () => setAsking(false) })}
      >
        It can never be brought back then. What it said goes from the history too; who deleted it, and when, stays.
      </ConfirmDialog>
    </li>
  );
}
