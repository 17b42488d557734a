import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { sameName } from '@/domain/core/search';
import { TASK, type Task } from '@/records/tasks';
import { formOf } from '@/widgets/record-form';

const form = formOf(TASK, ['active']);

type Named = { name: string; active: boolean };

function duplicateNameError(name: string, others: readonly Named[]): string | null {
  const duplicates = others.filter((other) => sameName(other.name, name));
  if (duplicates.length === 0) return null;
  const sentence = `You already have a task called ${name}.`;
  return duplicates.some((duplicate) => duplicate.active)
    ? sentence
    : `${sentence} It is hidden: show it again instead.`;
}

/** The form of a task; `others` are the other tasks of the account. */
export const taskSchema = (others: readonly Named[]) =>
  v.object({
    ...form.entries,
    name: v.pipe(
      form.entries.name,
      v.nonEmpty('Give the task a name.'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? duplicateNameError(dataset.value, others) : null;
        if (message !== null) addIssue({ message });
      }),
    ),
    chargeableUnit: v.pipe(v.string(), v.nonEmpty('Choose a unit.')),
    alsoRename: v.boolean(),
  });

export type TaskInput = InferInput<ReturnType<typeof taskSchema>>;
export type TaskOutput = InferOutput<ReturnType<typeof taskSchema>>;

/** The initial values of the form. */
export const taskValues = (task: Task | null): TaskInput => ({ ...form.textsOf(task), alsoRename: false });
