import { useMutation } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { addTasks } from '@/data/prices/tasks';
import { STARTER_TASKS, type StarterTask } from '@/domain/prices/task';
import { sameName } from '@/domain/works/work';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/popups/dialog';

type Named = { name: string };

/** The common tasks that are missing on the list. Hidden tasks count as present. */
export const missingStarters = (tasks: readonly Named[]): StarterTask[] =>
  STARTER_TASKS.filter((starter) => !tasks.some((task) => sameName(task.name, starter.name)));

/** Adds the common tasks without prices, because these differ for every business. */
export function StarterButton({ tasks }: { tasks: readonly Named[] }) {
  const { ownerId } = useAccount();
  const add = useMutation(addTasks);
  const [isConfirming, setIsConfirming] = useState(false);
  const missing = missingStarters(tasks);
  const confirm = () =>
    add.mutate(
      missing.map((starter) => ({
        id: crypto.randomUUID(),
        ownerId,
        fields: { ...starter, defaultRate: null, description: null },
      })),
      { onSuccess: () => setIsConfirming(false) },
    );
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>
        <ListPlus aria-hidden="true" />
        Add common tasks
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={missing.length === 1 ? 'Add 1 common task?' : `Add ${missing.length} common tasks?`}
        verb="Add"
        keep="Cancel"
        tone="main"
        busy={add.isPending}
        busyText="Adding..."
        onConfirm={confirm}
      >
        <p>They come without prices. Tasks you have already stay as they are.</p>
        <p className="mt-3 text-2">{missing.map(({ name }) => name).join(' · ')}</p>
      </ConfirmDialog>
    </>
  );
}
