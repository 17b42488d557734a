import { useQuery } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { followUpsQuery } from '@/data/notes/notes';
import { formatDate } from '@/domain/core/time';
import { newestNoteFirst } from '@/domain/notes/note';
import { useWaiting } from '@/offline/outbox/outbox';
import { shownRows } from '@/offline/outbox/shown-rows';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { noteMapper } from './note-entries';
import { authorWords } from './note-words';
import type { ShownNote } from './use-notes';

const linkToNote = (id: string) => `/view-notes?${new URLSearchParams({ open: id }).toString()}`;

/** The follow-ups of a note, the note it follows, and a button to add another. */
export function FollowUps({ note: { row, entry } }: { note: ShownNote }) {
  const account = useAccount();
  const today = useToday();
  const waiting = useWaiting();
  const { rowsOf } = useCurrentNames();
  const { data, dataUpdatedAt } = useQuery({ ...followUpsQuery(account, row.id), enabled: entry?.action !== 'insert' });
  const followUps = shownRows(rowsOf(data ?? []), waiting, dataUpdatedAt, noteMapper(account))
    .filter((shown) => shown.row.follows === row.id)
    .toSorted((a, b) => newestNoteFirst(b.row, a.row));
  return (
    <section className="grid gap-2" aria-label="Follow-ups">
      {row.follows !== null && (
        <Link className="link w-fit" to={linkToNote(row.follows)}>
          Follows an earlier note
        </Link>
      )}
      {followUps.map(({ row: next }) => (
        <Link key={next.id} to={linkToNote(next.id)} className="flex gap-2">
          <CornerDownRight aria-hidden="true" className="size-5 flex-none" />
          <span className="min-w-0 wrap-anywhere">
            {next.body || next.title}{' '}
            <span className="text-2 text-muted">
              {[authorWords(next), formatDate(next.noteDate, today)].filter(Boolean).join(', ')}
            </span>
          </span>
        </Link>
      ))}
      {account.canWrite && entry?.action !== 'delete' && (
        <ButtonLink className="w-fit" to={`/add-note?${new URLSearchParams({ follows: row.id }).toString()}`}>
          <CornerDownRight aria-hidden="true" />
          Add a follow-up
        </ButtonLink>
      )}
    </section>
  );
}
