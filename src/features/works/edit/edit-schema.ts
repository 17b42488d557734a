import * as v from 'valibot';
import type { WorkEdit } from '@/data/works/work-changes';
import type { Work } from '@/data/works/works';
import { fromNumeric, MAX_VALUE, toInputText, type Decimal } from '@/domain/core/money';
import {
  breaksField,
  customerField,
  dateField,
  descriptionField,
  notesField,
  numberText,
  quantityField,
  rateField,
  taskField,
  TIME_KEYS,
  TOO_LARGE,
  unitField,
} from '@/features/works/work-fields';
import { timesProblem, type Times, type WorkRules } from '@/features/works/work-rules';
import { editedWork, isCorrected, timesOfEdit, timesTextOf } from './edited-work';

/** The editable values as text. An empty total is calculated. */
export type EditText = Times & {
  customer: string;
  taskName: string;
  taskDescription: string;
  chargeableUnit: string;
  rate: string;
  quantity: string;
  totalValue: string;
  notes: string;
};

const ONE = fromNumeric(1);

const text = (value: Decimal | null) => (value === null ? '' : toInputText(value));

export const textOf = (work: Work): EditText => ({
  customer: work.customer,
  taskName: work.taskName,
  taskDescription: work.taskDescription ?? '',
  chargeableUnit: work.chargeableUnit,
  rate: text(work.rate),
  quantity: text(work.quantity),
  ...timesTextOf(work),
  totalValue: work.valueOverridden ? text(work.totalValue) : '',
  notes: work.notes ?? '',
});

const valueField = numberText((value) =>
  value < 0
    ? "The value can't be negative."
    : value > MAX_VALUE
      ? TOO_LARGE
      : value % 100 === 0
        ? null
        : 'Two decimals at most.',
);

/** Input is the form's texts, output only the changed values. */
export const editSchema = (work: Work, rules: WorkRules) => {
  const edited = (edit: Times & Pick<Work, 'chargeableUnit' | 'rate' | 'quantity'>) =>
    editedWork({ ...edit, ...timesOfEdit(edit, work, rules) }, work, rules);
  const isPutRight = (times: Times) => isCorrected(timesOfEdit(times, work, rules), work);
  const right = (field: keyof Times) => (times: Times) =>
    !isPutRight(times) || timesProblem(times, rules)?.field !== field;
  const why = ({ input }: { input: Times }) => timesProblem(input, rules)?.message ?? '';
  return v.pipe(
    v.object({
      customer: customerField,
      taskName: taskField,
      taskDescription: descriptionField,
      chargeableUnit: unitField,
      rate: rateField,
      quantity: quantityField,
      startTime: v.string(),
      finishTime: v.string(),
      breaks: breaksField,
      startSecond: v.boolean(),
      finishSecond: v.boolean(),
      workDate: dateField(rules.today),
      totalValue: valueField,
      notes: notesField,
    }),
    v.forward(v.partialCheck(TIME_KEYS, right('startTime'), why), ['startTime']),
    v.forward(v.partialCheck(TIME_KEYS, right('finishTime'), why), ['finishTime']),
    v.forward(v.partialCheck(TIME_KEYS, right('breaks'), why), ['breaks']),
    v.forward(
      v.check((edit) => edit.totalValue !== null || (edited(edit)?.value ?? 0) <= MAX_VALUE, TOO_LARGE),
      ['quantity'],
    ),
    v.forward(
      v.check(
        ({ chargeableUnit, quantity }) => chargeableUnit !== 'fixed' || quantity === null || quantity === ONE,
        'A fixed price is for the whole job, so its quantity is 1.',
      ),
      ['quantity'],
    ),
    v.forward(
      v.check(
        (edit) => isPutRight(edit) || edited(edit) !== null,
        'The clocks change that night, and the times and breaks of this entry do not fit. Choose another date.',
      ),
      ['workDate'],
    ),
    v.transform(({ totalValue, ...edit }): WorkEdit => {
      const typed = work.valueOverridden ? work.totalValue : null;
      const now = {
        ...edit,
        ...timesOfEdit(edit, work, rules),
        // An empty quantity in hours is calculated from the corrected times.
        quantity: edit.quantity ?? edited(edit)?.quantity ?? null,
      };
      const changed = Object.entries(now).filter(([key, value]) => value !== work[key as keyof typeof now]);
      // The cast is safe: a subset of the same keys.
      return { ...(Object.fromEntries(changed) as WorkEdit), ...(totalValue === typed ? {} : { totalValue }) };
    }),
  );
};
