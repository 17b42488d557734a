import { useWaiting } from '@/outbox/outbox';
import { Banner } from '@/ui/banner';
import { Differs } from './differs';

/**
 * In the dialog of a record: why the database did not take what waits of it. Of a conflict both values stand here,
 * because one that is written anew in this dialog may go over them.
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
