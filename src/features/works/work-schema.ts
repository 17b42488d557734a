import * as v from 'valibot';
import type { NewWork } from '@/data/work-changes';
import { MAX_VALUE } from '@/domain/money';
import {
  customerField,
  dateField,
  descriptionField,
  notesField,
  quantityField,
  rateField,
  taskField,
  TOO_LARGE,
  unitField,
} from './work-fields';
import { breakMinutes, reckon, shiftOf, type Times, type WorkRules } from './work-rules';

const timeKeys = [['startTime'], ['finishTime'], ['breaks'], ['startSecond'], ['finishSecond'], ['workDate']] as const;

function refusal(times: Times, rules: WorkRules) {
  const shift = shiftOf(times, rules);
  return shift?.ok === false ? shift.reason : null;
}

/** The entry form's texts in, a job to log out. The database judges by the same rules and has the last word. */
export const workSchema = (rules: WorkRules) =>
  v.pipe(
    v.object({
      customer: customerField,
      taskName: taskField,
      taskDescription: descriptionField,
      chargeableUnit: unitField,
      rate: rateField,
      quantity: quantityField,
      startTime: v.string(),
      finishTime: v.string(),
      breaks: v.pipe(
        v.string(),
        v.check((text) => breakMinutes(text) !== null, 'Enter whole minutes, like 30.'),
      ),
      startSecond: v.boolean(),
      finishSecond: v.boolean(),
      workDate: dateField(rules.today),
      notes: notesField,
    }),
    v.forward(
      v.partialCheck(
        [['startTime'], ['finishTime']],
        ({ startTime, finishTime }) => startTime === '' || finishTime !== '',
        'Enter the finish time too.',
      ),
      ['finishTime'],
    ),
    v.forward(
      v.partialCheck(
        [['startTime'], ['finishTime']],
        ({ startTime, finishTime }) => finishTime === '' || startTime !== '',
        'Enter the start time too.',
      ),
      ['startTime'],
    ),
    v.forward(
      v.partialCheck(timeKeys, (times) => refusal(times, rules) !== 'same', 'Start and finish are the same.'),
      ['finishTime'],
    ),
    v.forward(
      v.partialCheck(
        timeKeys,
        (times) => refusal(times, rules) !== 'over-24-hours',
        'More than 24 hours in one entry is not allowed.',
      ),
      ['finishTime'],
    ),
    v.forward(
      v.partialCheck(
        timeKeys,
        (times) => refusal(times, rules) !== 'breaks-too-long',
        'Breaks are longer than the time worked.',
      ),
      ['breaks'],
    ),
    v.forward(
      v.check((work) => (reckon(work, rules).value ?? 0) <= MAX_VALUE, TOO_LARGE),
      ['quantity'],
    ),
    v.transform((work): NewWork => {
      const timed = work.startTime !== '' && work.finishTime !== '';
      return {
        ...work,
        quantity: reckon(work, rules).quantity,
        startTime: timed ? work.startTime : null,
        finishTime: timed ? work.finishTime : null,
        breaks: timed ? (breakMinutes(work.breaks) ?? 0) : 0,
      };
    }),
  );
