import * as v from 'valibot';
import { MAX_VALUE } from '@/domain/core/money';
import { calculate, timesIn, timesProblem, type Times, type WorkRules } from '@/domain/works/work-rules';
import type { NewWork } from '@/records/works';
import { jobSchema, TIME_KEYS, TOO_LARGE } from './work-fields';

/** The input is the text of the form, the output is a job. The database enforces the same rules. */
export const workSchema = (rules: WorkRules) => {
  const timeFieldCheck = (field: keyof Times) => (times: Times) => timesProblem(times, rules)?.field !== field;
  const timesMessage = ({ input }: { input: Times }) => timesProblem(input, rules)?.message ?? '';
  return v.pipe(
    jobSchema(rules.today, {}),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('startTime'), timesMessage), ['startTime']),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('finishTime'), timesMessage), ['finishTime']),
    v.forward(v.partialCheck(TIME_KEYS, timeFieldCheck('breaks'), timesMessage), ['breaks']),
    v.forward(
      v.check((work) => (calculate(work, rules).value ?? 0) <= MAX_VALUE, TOO_LARGE),
      ['quantity'],
    ),
    v.transform((work): NewWork => ({ ...work, ...timesIn(work, rules), quantity: calculate(work, rules).quantity })),
  );
};
