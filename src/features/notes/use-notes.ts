import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { notesQuery } from '@/data/notes/notes';
import { matchesNote, newestNoteFirst, type NoteFilter } from '@/domain/notes/note';
import { useWaiting } from '@/offline/outbox/outbox';
import { shownRows, type Shown } from '@/offline/outbox/shown-rows';
import type { Note } from '@/records/notes';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { noteMapper } from './note-entries';

export type ShownNote = Shown<Note>;
type DayOfNotes = { date: string; notes: ShownNote[] };

/** The notes that this person may read and the filter matches, including the outbox, grouped by day. */
export function useNotes(filter: NoteFilter) {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useInfiniteQuery(notesQuery(account, filter));
  const { data, dataUpdatedAt } = query;
  const { rowsOf } = useCurrentNames();
  const pageIds = useMemo(() => pageIdsByNote(data?.pages ?? []), [data]);
  const all = useMemo(
    () => shownRows(data?.pages.flatMap(rowsOf) ?? [], waiting, dataUpdatedAt, noteMapper(account)),
    [data, dataUpdatedAt, waiting, account, rowsOf],
  );
  const notes = useMemo(
    () =>
      all
        .filter(({ row, entry }) => entry === null || matchesNote(row, filter))
        .toSorted((a, b) => newestNoteFirst(a.row, b.row)),
    [all, filter],
  );
  return {
    ...query,
    notes,
    days: byDay(notes),
    /** The ids of the notes that were loaded in the same page of results; empty for a note that is only in the outbox. */
    idsOnSamePage: (id: string): readonly string[] => pageIds.get(id) ?? NO_IDS,
    /** Also finds notes that an unsent edit has moved out of the filter. */
    find: (id: string | null): ShownNote | null => all.find(({ row }) => row.id === id) ?? null,
  };
}

const NO_IDS: readonly string[] = [];

function pageIdsByNote(pages: readonly (readonly Note[])[]): Map<string, readonly string[]> {
  const idsByNote = new Map<string, readonly string[]>();
  for (const page of pages) {
    const ids = page.map(({ id }) => id);
    for (const id of ids) idsByNote.set(id, ids);
  }
  return idsByNote;
}

function byDay(notes: readonly ShownNote[]): DayOfNotes[] {
  const days: DayOfNotes[] = [];
  for (const note of notes) {
    const last = days.at(-1);
    if (last?.date === note.row.noteDate) last.notes.push(note);
    else days.push({ date: note.row.noteDate, notes: [note] });
  }
  return days;
}
