import * as v from 'valibot';
import { fromNumeric, MAX_VALUE, toInputText, toNumeric } from '@/domain/core/money';
import { optionalNumber } from '@/domain/core/typed';
import { editedWork, isCorrected, timesOfEdit } from '@/domain/works/edited-work';
import { timesProblem, type Times, type WorkRules } from '@/domain/works/work-rules';
import { jobSchema, textOf, TIME_KEYS, TOO_LARGE, type WorkText } from '@/features/works/form/work-fields';
import type { Work, WorkEdit } from '@/records/works';

/** The editable values as text. An empty total means that the value is calculated. */
export type EditText = WorkText & { totalValue: string };

const ONE = fromNumeric(1);

export const editText = (work: Work): EditText => ({
  ...textOf(work),
  totalValue: work.valueOverridden && work.totalValue !== null ? toInputText(work.totalValue) : '',
});

const valueField = optionalNumber({
  decimals: 2,
  max: toNumeric(MAX_VALUE),
  below: "The value can't be negative.",
  above: TOO_LARGE,
  tooFine: 'Two decimals at most.',
});

/** The input is the text of the form; the output contains only the changed values. */
export const editSchema = (work: Work, rules: WorkRules) => {
  const edited = (edit: Times & Pick<Work, 'chargeableUnit' | 'rate' | 'quantity'>) =>
    editedWork({ ...edit, ...timesOfEdit(edit, work, rules) }, work, rules);
  const correctsTimes = (times: Times) => isCorrected(timesOfEdit(times, work, rules), work);
  const timeFieldCheck = (field: keyof Times) => (times: Times) =>
    !correctsTimes(times) || timesProblem(times, rules)?.field !== field;
  const timesMessage = ({ input }: { input: Times }) => timesProblem(input, rules)?.message ?? '';
  return v.pipe(
    jobSchema(rules.today, { totalValue: valueField }),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('startTime'), timesMessage), ['startTime']),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('finishTime'), timesMessage), ['finishTime']),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('breaks'), timesMessage), ['breaks']),
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
        (edit) => correctsTimes(edit) || edited(edit) !== null,
        'The clocks change that night, and the times and breaks of this entry do not fit. Choose another date.',
      ),
      ['workDate'],
    ),
    v.transform(({ totalValue, ...edit }): WorkEdit => {
      const storedValue = work.valueOverridden ? work.totalValue : null;
      const now = {
        ...edit,
        ...timesOfEdit(edit, work, rules),
        // An empty quantity in hours is calculated from the corrected times.
        quantity: edit.quantity ?? edited(edit)?.quantity ?? null,
      };
      const changed = Object.entries(now).filter(([key, value]) => value !== work[key as keyof typeof now]);
      // The cast is safe: a subset of the same keys.
      return { ...(Object.fromEntries(changed) as WorkEdit), ...(totalValue === storedValue ? {} : { totalValue }) };
    }),
  );
};
