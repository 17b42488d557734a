import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tasksQuery } from '@/data/prices/tasks';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { StarterTasks, useStarterTasks } from '@/widgets/starter-tasks';
import { StepActions, SaveStep } from './step-actions';

const NO_TASKS: readonly Task[] = [];

/** Fills the price list with the usual tasks of a trade. The step is done once the list has a task. */
export function PricesStep({ skip }: { skip: ReactNode }) {
  const account = useAccount();
  const tasks = useQuery(tasksQuery(account)).data ?? NO_TASKS;
  const starters = useStarterTasks(tasks);
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Your price list"
      onSubmit={(event) => {
        event.preventDefault();
        starters.submit();
      }}
    >
      <p>The jobs you charge for. Later you find them under Tasks.</p>
      <StarterTasks starters={starters} />
      <StepActions sticky={starters.offered.length > 0}>
        {skip}
        <SaveStep busy={starters.busy} busyText="Adding...">
          {starters.verb}
        </SaveStep>
      </StepActions>
    </form>
  );
}
