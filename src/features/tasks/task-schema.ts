import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { MAX_RATE, parseDecimal, toInputText, type Decimal } from '@/domain/core/money';
import { sameName } from '@/domain/works/work';
import { TASK, type Task } from '@/records/tasks';
import { limitedText, optionalText } from '@/widgets/text-schema';

type Named = { name: string; active: boolean };

/** A rate, or null if empty: "no price yet" is not the same as 0, "no charge". */
export const rateField = v.pipe(
  v.string(),
  v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { allowNegative: true });
    if (!parsed.ok) {
      if (parsed.reason === 'empty') return null;
      addIssue({
        message: parsed.reason === 'not-a-number' ? 'Enter a number like 12.5.' : 'Use four decimals at most.',
      });
      return NEVER;
    }
    if (parsed.value >= 0 && parsed.value <= MAX_RATE) return parsed.value;
    addIssue({ message: parsed.value < 0 ? "The rate can't be negative." : 'That rate is too large.' });
    return NEVER;
  }),
);

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
    name: v.pipe(
      limitedText(TASK.fields.name),
      v.nonEmpty('Give the task a name.'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? duplicateNameError(dataset.value, others) : null;
        if (message !== null) addIssue({ message });
      }),
    ),
    chargeableUnit: v.pipe(v.string(), v.nonEmpty('Choose a unit.')),
    defaultRate: rateField,
    category: optionalText(TASK.fields.category),
    description: optionalText(TASK.fields.description),
    alsoRename: v.boolean(),
  });

export type TaskInput = InferInput<ReturnType<typeof taskSchema>>;
export type TaskOutput = InferOutput<ReturnType<typeof taskSchema>>;

/** The initial values of the form. */
export const taskValues = (task: Task | null): TaskInput => ({
  name: task?.name ?? '',
  chargeableUnit: task?.chargeableUnit ?? '',
  defaultRate: task?.defaultRate == null ? '' : toInputText(task.defaultRate),
  category: task?.category ?? '',
  description: task?.description ?? '',
  alsoRename: false,
});
