import { useWaiting } from '@/offline/outbox/outbox';
import { Banner } from '@/ui/feedback/banner';
import { ConflictTable } from './conflict-table';

/**
 * Shown in the dialog of a record: why the database refused its queued entry. For a conflict both versions are shown,
 * since saving in this dialog may overwrite the other one.
 */
export function EntryProblem({ id }: { id: string }) {
  const entry = useWaiting().entries.find((one) => one.id === id && one.problem !== null);
  if (!entry?.problem) return null;
  return (
    <Banner tone="warn">
      <div className="grid gap-2">
        <p>{entry.problem.sentence}</p>
        <ConflictTable entry={entry} />
        {entry.problem.kind === 'conflict' && <p>Choose between them at the top, under “Waiting on this phone”.</p>}
      </div>
    </Banner>
  );
}
