import { useMutation } from '@tanstack/react-query';
import { Check, Trash2, Undo2 } from 'lucide-react';
import { canSetNoteDone } from '@/domain/notes/note';
import { updateMutation } from '@/offline/outbox/save-entries';
import { NOTE } from '@/records/notes';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { setNoteDone } from './note-entries';
import { actionWords, isUnsent, waitingNoteWords, authorAndTimeText } from './note-words';
import type { ShownNote } from './use-notes';

export type NoteCallbacks = { onClose: () => void; onDelete: (note: ShownNote) => void };

/** Whether the user may delete the note. A note about an accident can't be deleted once it is sent. */
const canDelete = (note: ShownNote, role: 'admin' | 'employee', canWrite: boolean): boolean =>
  isUnsent(note) || (role === 'admin' && canWrite && !note.row.accident && note.entry?.action !== 'delete');

/** Author, time, sending state, and whether the note needs action. */
export function NoteHead({ note }: { note: ShownNote }) {
  const account = useAccount();
  const today = useToday();
  const saveDone = useMutation(updateMutation(NOTE));
  const { row, entry } = note;
  const { zone } = account.settings;
  const waiting = waitingNoteWords(note);
  const action = actionWords(row, zone, today);
  return (
    <div className="grid gap-2">
      <p className="text-2 text-muted">{authorAndTimeText(row, zone, today)}</p>
      <EntryProblem id={row.id} />
      {waiting !== null && !entry?.problem && <p className="text-2 text-muted">{waiting}</p>}
      {action !== null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <strong className={row.actionDone ? 'text-positive' : 'text-warning'}>{action}</strong>
          {entry?.action !== 'delete' && canSetNoteDone(row, account) && (
            <Button
              busy={saveDone.isPending}
              onClick={() => saveDone.mutate([setNoteDone(account, row, !row.actionDone)])}
              variant={row.actionDone ? 'quiet' : 'plain'}
            >
              {row.actionDone ? <Undo2 aria-hidden="true" /> : <Check aria-hidden="true" />}
              {row.actionDone ? 'Open again' : 'Mark as done'}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** The delete button, if this person may delete the note. */
export function DeleteNote({ note, onDelete }: Pick<NoteCallbacks, 'onDelete'> & { note: ShownNote }) {
  const { role, canWrite } = useAccount();
  if (!canDelete(note, role, canWrite)) return null;
  return (
    <div className="-mx-quiet">
      <Button variant="quiet" className="text-danger" onClick={() => onDelete(note)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </div>
  );
}
