import { useMutation } from '@tanstack/react-query';
import { Download, Plus, Siren } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatDate } from '@/domain/core/time';
import { isFiltered } from '@/domain/notes/note';
import { isMissing } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { NoteFilters } from './note-filters';
import { actionWords, authorWords, detailWords, waitingNoteWords } from './note-words';
import { readFilter, withFilter } from './notes-address';
import { saveNotesCsv, saveNotesPdf } from './notes-file';
import { SmallPhotos } from './small-photos';
import { useNotes, type ShownNote } from './use-notes';

// Loaded when a note is opened.
const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog')).NoteDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }));

/** /view-notes: notes, newest first, grouped by day. */
export function ViewNotesPage() {
  const account = useAccount();
  const { canWrite, role } = account;
  const today = useToday();
  const [params, change] = useAddress();
  const filter = useMemo(() => readFilter(params), [params]);
  const list = useNotes(filter);
  const csv = useMutation(saveNotesCsv);
  const pdf = useMutation(saveNotesPdf);
  const [deleting, setDeleting] = useState<ShownNote | null>(null);
  const editParam = params.get('edit');
  const id = editParam ?? params.get('open');
  const filtered = isFiltered(filter);
  const close = () =>
    change(
      (current) => {
        current.delete('edit');
        current.delete('open');
        return current;
      },
      { replace: true },
    );
  const edit = (note: string) =>
    change(
      (current) => {
        current.delete('open');
        current.set('edit', note);
        return current;
      },
      { replace: true },
    );
  return (
    <Page
      title="Notes"
      actions={
        canWrite && (
          <ButtonLink to="/add-note" variant="main">
            <Plus aria-hidden="true" />
            Add Note
          </ButtonLink>
        )
      }
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      {(filtered || list.notes.length > 0) && (
        <NoteFilters
          filter={filter}
          onChange={(filters) => change((current) => withFilter(current, filters), { replace: true })}
        />
      )}
      <Notes list={list} filtered={filtered} />
      {list.data !== undefined && list.notes.length > 0 && (
        <p className="-mx-quiet flex flex-wrap">
          <Button
            variant="quiet"
            busy={csv.isPending}
            busyText="Saving..."
            onClick={() => csv.mutate({ account, filter, today })}
          >
            <Download aria-hidden="true" />
            Notes as CSV
          </Button>
          <Button
            variant="quiet"
            busy={pdf.isPending}
            busyText="Drawing..."
            onClick={() => pdf.mutate({ account, filter, today })}
          >
            <Download aria-hidden="true" />
            Notes as PDF
          </Button>
          {role === 'admin' && (
            <ButtonLink variant="quiet" to="/manage-note-titles">
              Note titles
            </ButtonLink>
          )}
        </p>
      )}
      <Suspense fallback={null}>
        {id !== null && (
          <NoteDialog
            key={id}
            id={id}
            listed={list.find(id)}
            loading={list.isPending}
            editing={editParam !== null}
            onEdit={() => edit(id)}
            onClose={close}
            onDelete={(note) => {
              close();
              setDeleting(note);
            }}
          />
        )}
        {deleting && <DeleteDialog note={deleting.row} onClose={() => setDeleting(null)} />}
      </Suspense>
    </Page>
  );
}

function Notes({ list, filtered }: { list: ReturnType<typeof useNotes>; filtered: boolean }) {
  const { notes, days, idsOnSamePage } = list;
  const today = useToday();
  const empty = filtered ? (
    <EmptyState title="No note matches these filters." />
  ) : (
    <EmptyState
      title="No notes yet."
      text="A broken trough, a calf's tag, the rain: whatever is no job to charge."
      action={
        <ButtonLink to="/add-note" size="l">
          <Plus aria-hidden="true" />
          Add Note
        </ButtonLink>
      }
    />
  );
  return (
    <QueryList read={list} rows={notes} empty={empty}>
      {isMissing(list) && (
        <Banner tone="warn" action={<Button onClick={() => void list.refetch()}>Try again</Button>}>
          The other notes did not load.
        </Banner>
      )}
      {days.map(({ date, notes: dayNotes }) => (
        <Card key={date} className="overflow-clip">
          <LedgerCards title={date === today ? 'Today' : formatDate(date, today)}>
            {dayNotes.map((note) => (
              <NoteRow key={note.row.id} note={note} idsOnSamePage={idsOnSamePage(note.row.id)} />
            ))}
          </LedgerCards>
        </Card>
      ))}
      <LoadMore list={list} />
    </QueryList>
  );
}

function NoteRow({ note, idsOnSamePage }: { note: ShownNote; idsOnSamePage: readonly string[] }) {
  const { row, entry } = note;
  const [params] = useSearchParams();
  // Keep the filters in the URL.
  const address = new URLSearchParams(params);
  address.set('open', row.id);
  const waiting = waitingNoteWords(note);
  const { zone } = useAccount().settings;
  const today = useToday();
  const details = detailWords(row);
  const action = actionWords(row, zone, today);
  return (
    <LedgerCard
      title={
        row.accident ? (
          <span className="inline-flex items-center gap-2">
            <Siren aria-hidden="true" className="size-5 text-danger" />
            {row.title}
          </span>
        ) : (
          row.title
        )
      }
      lines={[
        <span key="note" className="grid">
          {row.body !== '' && (
            <span className="line-clamp-3 wrap-anywhere whitespace-pre-line text-text">{row.body}</span>
          )}
          {details !== '' && <span>{details}</span>}
          {action !== null && <strong className={row.actionDone ? 'text-positive' : 'text-warning'}>{action}</strong>}
          <span>{authorWords(row)}</span>
          <SmallPhotos note={row.id} idsOnSamePage={idsOnSamePage} />
          {waiting !== null && <span className={entry?.problem ? 'text-danger' : undefined}>{waiting}</span>}
        </span>,
      ]}
      to={entry?.action === 'delete' ? undefined : `/view-notes?${address.toString()}`}
    />
  );
}
