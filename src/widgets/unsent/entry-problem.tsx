import { useWaiting } from '@/offline/outbox/outbox';
import { Banner } from '@/ui/feedback/banner';
import { Differs } from './differs';

/**
 * In the dialog of a record: why the database refused its queued entry. For a conflict both values are shown, since
 * saving in this dialog may overwrite them.
 */
export function EntryProblem({ id }: { id: string }) {
  const entry = useWaiting().entries.find((one) => one.id === id && one.problem !== null);
  if (!entry?.problem) return null;
  return (
    <Banner tone="warn">
      <div className="grid gap-2">
        <p>{entry.problem.sentence}</p>
        <Differs entry={entry} />
        {entry.problem.kind === 'conflict' && <p>Choose between them at the top, under “Waiting to be sent”.</p>}
      </div>
    </Banner>
  );
}
