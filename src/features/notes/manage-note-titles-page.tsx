import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { changeNoteTitle, noteTitlesQuery, type NoteTitle } from '@/data/notes/note-titles';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { TitleDialog } from './title-dialog';

const NOTES = { to: '/view-notes', label: 'Notes' };

/** /manage-note-titles: the titles suggested for notes. Read-only for employees. */
export function NoteTitlesPage() {
  const { ownerId, role, canWrite } = useAccount();
  const online = !useOffline();
  const query = useQuery(noteTitlesQuery(ownerId));
  const change = useMutation(changeNoteTitle);
  const [editedTitle, setEditedTitle] = useState<NoteTitle | 'new' | null>(null);
  const titles = query.data ?? [];
  const admin = role === 'admin';
  const canChange = admin && canWrite && online;
  /** Moves a title one place. Renumbers all titles, so that two with the same sort number become distinct. */
  const move = (index: number, step: -1 | 1) => {
    const order = titles.map(({ id }) => id);
    const [id] = order.splice(index, 1);
    if (id === undefined) return;
    order.splice(index + step, 0, id);
    for (const [place, titleId] of order.entries()) {
      const before = titles.find((title) => title.id === titleId);
      if (before && before.sort !== place + 1) change.mutate({ id: titleId, ownerId, change: { sort: place + 1 } });
    }
  };
  return (
    <Page
      title="Note Titles"
      narrow
      back={NOTES}
      actions={
        canChange && (
          <Button variant="main" disabled={!query.data} onClick={() => setEditedTitle('new')}>
            <Plus aria-hidden="true" />
            New title
          </Button>
        )
      }
    >
      <SnapshotAge at={query.dataUpdatedAt} />
      {admin && !online && <SignalHint />}
      <p className="text-2 text-muted">A new name counts for notes to come. A hidden title is no longer offered.</p>
      <QueryList
        read={query}
        rows={titles}
        empty={<EmptyState title="No titles yet." text="Without them people type their own." />}
      >
        <Card className="overflow-clip">
          <ul className="ruled" aria-label="Note titles">
            {titles.map((title, at) => (
              <li key={title.id} className="grid min-h-tap grid-cols-[1fr_auto] items-center gap-x-2 py-1 pr-1 pl-4">
                <span className={`min-w-0 wrap-anywhere ${title.active ? '' : 'text-muted'}`}>
                  {title.title}
                  {!title.active && ' (hidden)'}
                </span>
                {canChange && (
                  <span className="flex">
                    <Icon label={`Move ${title.title} up`} disabled={at === 0} onPress={() => move(at, -1)}>
                      <ArrowUp aria-hidden="true" />
                    </Icon>
                    <Icon
                      label={`Move ${title.title} down`}
                      disabled={at === titles.length - 1}
                      onPress={() => move(at, 1)}
                    >
                      <ArrowDown aria-hidden="true" />
                    </Icon>
                    <Icon label={`Rename ${title.title}`} onPress={() => setEditedTitle(title)}>
                      <Pencil aria-hidden="true" />
                    </Icon>
                    <Icon
                      label={title.active ? `Hide ${title.title}` : `Show ${title.title} again`}
                      onPress={() => change.mutate({ id: title.id, ownerId, change: { active: !title.active } })}
                    >
                      {title.active ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
                    </Icon>
                  </span>
                )}
                {title.accident && (
                  <span className="col-span-2 pb-1 text-2 text-muted">Such notes stand as they were written.</span>
                )}
              </li>
            ))}
          </ul>
        </Card>
      </QueryList>
      {editedTitle !== null && (
        <TitleDialog
          title={editedTitle === 'new' ? null : editedTitle}
          others={titles.filter((one) => editedTitle === 'new' || one.id !== editedTitle.id)}
          onClose={() => setEditedTitle(null)}
        />
      )}
    </Page>
  );
}

function Icon({
  label,
  disabled = false,
  onPress,
  children,
}: {
  label: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="icon-btn disabled:invisible"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
