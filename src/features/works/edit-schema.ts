import * as v from 'valibot';
import type { WorkEdit } from '@/data/work-changes';
import type { Work } from '@/data/works';
import { MAX_VALUE, toInputText, type Decimal } from '@/domain/money';
import { editedValue } from './edited-value';
import {
  customerField,
  dateField,
  descriptionField,
  notesField,
  numberText,
  quantityField,
  rateField,
  taskField,
  TOO_LARGE,
  unitField,
} from './work-fields';

/** What an edit may change; the times are not among it. An empty value is worked out. */
export type EditText = {
  customer: string;
  taskName: string;
  taskDescription: string;
  chargeableUnit: string;
  rate: string;
  quantity: string;
  workDate: string;
  totalValue: string;
  notes: string;
};

const text = (value: Decimal | null) => (value === null ? '' : toInputText(value));

export const textOf = (work: Work): EditText => ({
  customer: work.customer,
  taskName: work.taskName,
  taskDescription: work.taskDescription ?? '',
  chargeableUnit: work.chargeableUnit,
  rate: text(work.rate),
  quantity: text(work.quantity),
  workDate: work.workDate,
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

/** The edit form's texts in; out comes only what was changed. */
export const editSchema = (work: Work, today: string, incrementMinutes: number) =>
  v.pipe(
    v.object({
      customer: customerField,
      taskName: taskField,
      taskDescription: descriptionField,
      chargeableUnit: unitField,
      rate: rateField,
      quantity: quantityField,
      workDate: dateField(today),
      totalValue: valueField,
      notes: notesField,
    }),
    v.forward(
      v.check(
        (edit) => edit.totalValue !== null || (editedValue(edit, work, incrementMinutes) ?? 0) <= MAX_VALUE,
        TOO_LARGE,
      ),
      ['quantity'],
    ),
    v.transform(({ totalValue, ...edit }): WorkEdit => {
      const typed = work.valueOverridden ? work.totalValue : null;
      const changed = Object.entries(edit).filter(([key, value]) => value !== work[key as keyof typeof edit]);
      // The same keys, fewer of them.
      return { ...(Object.fromEntries(changed) as WorkEdit), ...(totalValue === typed ? {} : { totalValue }) };
    }),
  );
