import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { breaksUntil, endBreak, startBreak } from '@/domain/hours/shift';
import { currentSkew } from '@/lib/device/device-clock';
import type { NewEntry } from '@/offline/outbox/entry';
import type { TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import {
  deleteShift,
  insertShift,
  updateShift,
  type Job,
  saveClockIn,
  saveClockOut,
  saveTime,
  saveTimeDeletion,
} from './time-entries';
import type { Clock } from './use-clock';

/**
 * The last press of a button, and the row before it, so that it can be undone. in: clocked in; out: clocked out; job:
 * changed the job.
 */
export type LastAction = { kind: 'in' | 'out' | 'job'; id: string; at: number; before: TimeEntry | null };

const UNDO_MS = 8000;

/** The buttons of the clock. Each records one timestamp, which is stored on the device before the screen changes. */
export function useClockActions({ shift, shifts, instant }: Clock) {
  const account = useAccount();
  const [lastAction, setLastAction] = useState<LastAction | null>(null);
  const [unstoredEntries, setUnstoredEntries] = useState<readonly NewEntry[]>([]);
  const clockIn = useMutation(saveClockIn);
  const clockOut = useMutation(saveClockOut);
  const change = useMutation(saveTime);
  const remove = useMutation(saveTimeDeletion);
  const callbacks = (next: LastAction | null, entries: readonly NewEntry[]) => ({
    onSuccess: () => {
      setLastAction(next);
      setUnstoredEntries([]);
    },
    onError: () => setUnstoredEntries(entries),
  });
  const startEntry = (id: string, job: Job, at: string) =>
    insertShift(
      account,
      id,
      { ...job, clockInAt: at, clockOutAt: null, breaks: [], manualBreakMin: null, note: null },
      'clock',
      currentSkew(),
    );
  const finishEntry = (row: TimeEntry, at: string) =>
    updateShift(account, row, { clockOutAt: at, breaks: breaksUntil(row.breaks, at) });
  const save = (entry: NewEntry | null) => {
    if (entry) change.mutate([entry], callbacks(null, [entry]));
  };
  return {
    lastAction,
    /** What this device could not store, in the order in which it has to be sent. */
    unstoredEntries,
    /** Until when the last press can be undone, in milliseconds of the device's clock. */
    undoUntil: lastAction && lastAction.at + UNDO_MS,
    busy: clockIn.isPending || clockOut.isPending || change.isPending || remove.isPending,
    clockIn: (job: Job, at = instant()) => {
      const id = crypto.randomUUID();
      const entry = startEntry(id, job, at);
      clockIn.mutate([entry], callbacks({ kind: 'in', id, at: Date.now(), before: null }, [entry]));
    },
    clockOut: (at = instant()) => {
      const entry = shift && finishEntry(shift.row, at);
      if (!entry) return;
      const before = shift.row;
      clockOut.mutate([entry], callbacks({ kind: 'out', id: before.id, at: Date.now(), before }, [entry]));
    },
    /** Ends one shift and starts the next at the same time, so that no minute is lost. */
    changeJob: (job: Job, at = instant()) => {
      const entry = shift && finishEntry(shift.row, at);
      if (!entry) return;
      const next = startEntry(crypto.randomUUID(), job, at);
      const before = shift.row;
      clockIn.mutate([entry, next], callbacks({ kind: 'job', id: before.id, at: Date.now(), before }, [entry, next]));
    },
    startBreak: () =>
      save(shift && updateShift(account, shift.row, { breaks: startBreak(shift.row.breaks, instant()) })),
    endBreak: () => save(shift && updateShift(account, shift.row, { breaks: endBreak(shift.row.breaks, instant()) })),
    undo: () => {
      const row = shifts.find(({ row }) => row.id === lastAction?.id)?.row;
      if (!lastAction || !row) return;
      if (lastAction.kind === 'in') remove.mutate([deleteShift(account, row)], callbacks(null, unstoredEntries));
      else save(updateShift(account, row, { clockOutAt: null, breaks: lastAction.before?.breaks ?? row.breaks }));
    },
    dismiss: () => setLastAction(null),
    /** The first of the unstored entries was sent. */
    dropSent: () => setUnstoredEntries((entries) => entries.slice(1)),
  };
}
export type ClockActions = ReturnType<typeof useClockActions>;
