import { useDisabledReason } from '@/session/disabled-reason';
import { FormDialog } from '@/ui/popups/form-dialog';
import { StarterTasks, useStarterTasks } from '@/widgets/starter-tasks';

/** Adds common tasks to the price list. Tasks that it has already stay as they are. */
export function StarterDialog({ tasks, onClose }: { tasks: readonly { name: string }[]; onClose: () => void }) {
  const starters = useStarterTasks(tasks, onClose);
  const disabledReason = useDisabledReason();
  return (
    <FormDialog
      title="Add common tasks"
      verb={starters.verb}
      close="Cancel"
      busy={starters.busy}
      busyText="Adding..."
      disabled={disabledReason !== null}
      onSubmit={() => {
        starters.submit();
      }}
      onClose={onClose}
    >
      <StarterTasks starters={starters} />
      {disabledReason !== null && <p className="hint">{disabledReason}</p>}
    </FormDialog>
  );
}
