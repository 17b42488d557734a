import * as v from 'valibot';
import { addDays, isDate, BEFORE_FIRST_DAY, FIRST_DAY } from '@/domain/core/time';
import { QUANTITY } from '@/domain/core/number-rule';
import { optionalNumber } from '@/domain/core/typed';
import { isMeasured } from '@/domain/core/units';
import { timesTextOf } from '@/domain/works/edited-work';
import { breakMinutes } from '@/domain/works/work-rules';
import { emptyOf } from '@/records/record';
import { WORK, type NewWork } from '@/records/works';
import { formOf } from '@/widgets/record-form';

// The fields of the forms that log and edit a job. Each turns text into a value or reports an error at the field.

const form = formOf(WORK, ['customerId', 'totalValue']);

export const TOO_LARGE = 'That value is too large. Check the rate and quantity.';

const breaksField = v.pipe(
  v.string(),
  v.check((text) => breakMinutes(text) !== null, 'Enter whole minutes, like 30.'),
);

/** The fields that together determine the time worked. */
export const TIME_KEYS = [
  ['startTime'],
  ['finishTime'],
  ['breaks'],
  ['startSecond'],
  ['finishSecond'],
  ['workDate'],
] as const;

/** Whether the phone's clock was reset, for example after the battery ran out: its date is from before this app existed. */
export const isDeviceClockReset = (today: string) => today < '2020-01-01';

/** A date up to tomorrow. Empty means today, unless the phone's clock was reset. */
const dateField = (today: string) => {
  const isReset = isDeviceClockReset(today);
  return v.pipe(
    v.string(),
    v.check((text) => text !== '' || !isReset, 'This phone’s clock is wrong. Choose the date of the work.'),
    v.transform((text) => text || today),
    v.check(isDate, 'Choose a date.'),
    v.check((date) => date >= FIRST_DAY, BEFORE_FIRST_DAY),
    // If the clock was reset, every date seems to be in the future; the database checks it.
    v.check((date) => isReset || date <= addDays(today, 1), 'This date is in the future.'),
  );
};

/** `measured`: the unit is one that is measured, not counted. */
const jobEntries = (today: string, measured: boolean) => ({
  ...form.entries,
  customer: v.pipe(form.entries.customer, v.nonEmpty('Choose or type a customer.')),
  taskName: v.pipe(form.entries.taskName, v.nonEmpty('Choose or type a task.')),
  chargeableUnit: v.pipe(v.string(), v.nonEmpty('Choose a unit.')),
  quantity: optionalNumber({ ...QUANTITY, measured }),
  startTime: v.string(),
  finishTime: v.string(),
  breaks: breaksField,
  workDate: dateField(today),
});

/** The fields that both forms have, and `others`. The input is the text of the form. */
export const jobSchema = <Others extends v.ObjectEntries>(today: string, others: Others) =>
  v.lazy((input) => {
    const { chargeableUnit } = input as { chargeableUnit: string };
    return v.object({ ...jobEntries(today, isMeasured(chargeableUnit)), ...others });
  });

/** A job as typed. */
export type WorkText = v.InferInput<v.ObjectSchema<ReturnType<typeof jobEntries>, undefined>>;

export const textOf = (work: NewWork): WorkText => ({ ...form.textsOf(work), ...timesTextOf(work) });

export const EMPTY: WorkText = textOf({ ...emptyOf(WORK), chargeableUnit: 'hour' });
