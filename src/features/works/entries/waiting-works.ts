import { useMemo } from 'react';
import type { Account } from '@/domain/account/account';
import type { Entry } from '@/offline/outbox/entry';
import { withJobLines } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import { localValues } from '@/offline/outbox/send/compare';
import { shownRows, type RowMapper } from '@/offline/outbox/shown-rows';
import { WORK, type Work } from '@/records/works';
import { workMapper } from './work-entries';

export const isWorkEntry = ({ kind }: Entry) => kind === WORK.kind;
const isUnsent = ({ state }: Entry) => state === 'queued' || state === 'sending';

export type WaitingWork = { entry: Entry; work: Work };

/**
 * Merges this person's outbox entries into the list. Edits and deletions that are unsent, or acknowledged after the rows
 * were read, are applied to the rows. New works, and entries that need attention, are returned as `entriesAbove`.
 *
 * Other lists show one row for each record (`shownRows`). This one shows two if the database has refused a change: the
 * database's row in its place, because filter, order and sums are the database's, and above the list the values that the
 * person entered. That is why it calls `shownRows` twice.
 */
export function useWaitingWorks(rows: readonly Work[], readAt: number, account: Account, today: string) {
  const { entries, sent } = useWaiting();
  return useMemo(
    () => withWaitingWorks(rows, { entries, sent }, readAt, account, today),
    [entries, sent, rows, readAt, account, today],
  );
}

/** As `useWaitingWorks`, for rows that are not on the screen. */
export function withWaitingWorks(
  rows: readonly Work[],
  waitingEntries: Pick<ReturnType<typeof useWaiting>, 'entries' | 'sent'>,
  readAt: number,
  account: Account,
  today: string,
): { rows: readonly Work[]; entriesAbove: readonly WaitingWork[] } {
  const [entries, sent] = [withJobLines(waitingEntries.entries), withJobLines(waitingEntries.sent)];
  const recentlySent = sent.filter((entry) => isWorkEntry(entry) && (entry.acknowledgedAt ?? 0) > readAt);
  const waiting = entries.filter(isWorkEntry);
  const affectedIds = new Set([...recentlySent, ...waiting].map(({ id }) => id));
  if (affectedIds.size === 0) return { rows, entriesAbove: [] };
  const asRow = workMapper(account, today);
  const listed = rows.filter(({ id }) => affectedIds.has(id));
  const entriesAbove = findEntriesAbove(listed, waiting, recentlySent, readAt, asRow);
  if (listed.length === 0) return { rows, entriesAbove };
  const accepted = shownRows(listed, { entries: waiting.filter(isUnsent), sent: recentlySent }, readAt, asRow);
  const acceptedById = new Map(accepted.map((shown) => [shown.row.id, shown]));
  const inList = rows.flatMap((row) => {
    if (!affectedIds.has(row.id)) return [row];
    const shown = acceptedById.get(row.id);
    return shown && shown.entry?.action !== 'delete' ? [shown.row] : [];
  });
  return { rows: inList, entriesAbove };
}

/** The entries that are not applied to the rows, with the values that this person entered, in the order of saving. */
function findEntriesAbove(
  listed: readonly Work[],
  entries: readonly Entry[],
  sent: readonly Entry[],
  readAt: number,
  asRow: RowMapper<Work>,
): WaitingWork[] {
  const inserts = entries.filter(({ action }) => action === 'insert');
  // A new work that needs attention may have the id of a row of the list: show its own values, not those of the row.
  const attentionIds = new Set(inserts.filter(({ state }) => state === 'attention').map(({ id }) => id));
  const rows = listed.filter(({ id }) => !attentionIds.has(id));
  const listedIds = new Set(rows.map(({ id }) => id));
  // Show a conflict with this person's values, not with a mix of both versions.
  const applyEntry = (work: Work, edit: Entry) => {
    const { theirs } = edit.problem ?? {};
    return asRow.applyEntry(work, theirs ? { ...edit, fields: localValues(WORK, edit, theirs) } : edit);
  };
  return shownRows(rows, { entries, sent }, readAt, { ...asRow, applyEntry })
    .flatMap(({ row: work, entry }) => {
      const isOf = ({ id }: Entry) => id === work.id;
      // An unsent edit of a new work is shown as the insert until the list contains its row.
      const isEdit = entry?.action === 'update' && !entry.problem;
      const shown =
        (isEdit && !listedIds.has(work.id) && inserts.find(isOf)) ||
        (entry ?? (listedIds.has(work.id) ? null : sent.find(isOf)));
      return shown ? [{ entry: shown, work }] : [];
    })
    .toSorted((a, b) => a.entry.seq - b.entry.seq);
}
