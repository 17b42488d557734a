import { useState } from 'react';
import type { Entry } from '@/offline/outbox/entry';
import { save, type resolveEntry } from '@/offline/outbox/outbox';
import { typeOf } from '@/offline/outbox/record-type';
import { saveUnsent } from '@/offline/outbox/restore/unsent-file';
import { useNow } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { ConflictTable } from './conflict-table';
import { clockWords, stateWords } from './send-words';

type Answer = typeof resolveEntry;

const ACTION_WORDS: Record<Entry['action'], string> = { insert: 'Saved', update: 'Changed', delete: 'Deleted' };

/** One entry: its title and state, and what the user can do if the database refused it. */
export function TrayEntry({
  entry,
  waitsForParent,
  onNavigate,
  onAnswer,
}: {
  entry: Entry;
  waitsForParent: boolean;
  onNavigate: () => void;
  onAnswer: Answer;
}) {
  const now = useNow();
  const { problem, action, title, recordedAt } = entry;
  return (
    <li className="grid gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{title}</strong>
        <span className={`text-2 ${problem ? 'text-danger' : 'text-muted'}`}>{stateWords(entry, waitsForParent)}</span>
      </div>
      <span className="text-2 text-muted">
        {ACTION_WORDS[action]} {clockWords(Date.parse(recordedAt), now)}
      </span>
      {problem && (
        <ProblemActions entry={entry} sentence={problem.sentence} onNavigate={onNavigate} onAnswer={onAnswer} />
      )}
    </li>
  );
}

function ProblemActions({
  entry,
  sentence,
  onNavigate,
  onAnswer,
}: {
  entry: Entry;
  sentence: string;
  onNavigate: () => void;
  onAnswer: Answer;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const kind = entry.problem?.kind;
  const editAt = typeOf(entry)?.editAt;
  const drop = () => void onAnswer(entry, 'drop');
  return (
    <>
      <p>{sentence}</p>
      <ConflictTable entry={entry} />
      {isConfirming ? (
        <fieldset className="flex flex-wrap items-center gap-2" aria-label="Discard it?">
          <span>Discard it? It is only on this phone.</span>
          <Button onClick={() => setIsConfirming(false)}>Keep it</Button>
          <Button variant="danger" onClick={drop}>
            Discard
          </Button>
        </fieldset>
      ) : (
        <div className="flex flex-wrap gap-2">
          {kind === 'conflict' ? (
            <>
              <Button variant="main" onClick={() => void onAnswer(entry, 'keep-mine')}>
                {entry.action === 'delete' ? 'Delete it all the same' : 'Keep mine'}
              </Button>
              <Button onClick={drop}>Keep the list's</Button>
            </>
          ) : kind === 'deleted' && typeOf(entry)?.canAddAgain?.(entry) !== false ? (
            <Button variant="main" onClick={() => void restore(entry, onAnswer)}>
              Add it again
            </Button>
          ) : (
            <Button variant="main" onClick={() => void onAnswer(entry, 'retry')}>
              Try again
            </Button>
          )}
          {editAt && entry.action !== 'delete' && kind !== 'deleted' && (
            <ButtonLink to={editAt(entry.id)} onClick={onNavigate}>
              Edit
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={() => saveUnsent([entry])}>
            Export
          </Button>
          {kind !== 'conflict' && (
            <Button variant="quiet" className="text-danger" onClick={() => setIsConfirming(true)}>
              Discard
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** A deleted row stays deleted; this device's version of it is saved as a new entry. */
async function restore(entry: Entry, onAnswer: Answer) {
  const { userId, accountId, kind, version, title, seen, fields } = entry;
  const recalculated = ['updated_at', ...(typeOf(entry)?.recalculated ?? [])];
  const columns = Object.entries({ ...seen, ...fields }).filter(([name]) => !recalculated.includes(name));
  const shared = { userId, accountId, kind, version, title, seen: null, parents: [] };
  await save({ ...shared, id: crypto.randomUUID(), action: 'insert', fields: Object.fromEntries(columns) });
  await onAnswer(entry, 'drop');
}
