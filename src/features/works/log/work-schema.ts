import * as v from 'valibot';
import { MAX_VALUE } from '@/domain/core/money';
import { jobSchema, TIME_KEYS, TOO_LARGE } from '@/features/works/work-fields';
import { reckon, timesIn, timesProblem, type Times, type WorkRules } from '@/features/works/work-rules';
import type { NewWork } from '@/records/works';

/** Input is the form's texts, output is a job. The database enforces the same rules. */
export const workSchema = (rules: WorkRules) => {
  const right = (field: keyof Times) => (times: Times) => timesProblem(times, rules)?.field !== field;
  const why = ({ input }: { input: Times }) => timesProblem(input, rules)?.message ?? '';
  return v.pipe(
    jobSchema(rules.today),
    v.forward(v.partialCheck(TIME_KEYS, right('startTime'), why), ['startTime']),
    v.forward(v.partialCheck(TIME_KEYS, right('finishTime'), why), ['finishTime']),
    v.forward(v.partialCheck(TIME_KEYS, right('breaks'), why), ['breaks']),
    v.forward(
      v.check((work) => (reckon(work, rules).value ?? 0) <= MAX_VALUE, TOO_LARGE),
      ['quantity'],
    ),
    v.transform((work): NewWork => ({ ...work, ...timesIn(work, rules), quantity: reckon(work, rules).quantity })),
  );
};
