import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addMonths, isDate } from '@/domain/core/time';
import { KINDS, REPEATS, type EventKind, type Repeat } from '@/domain/diary/diary-event';
import { hasWeekdays, MAX_REPEATS, repeatDates, type Repetition } from '@/domain/diary/repeat';
import { DIARY_EVENT, type DiaryEvent, type EventFields } from '@/records/diary';
import { isShortEnough, TOO_MANY_DAYS } from '@/widgets/day-range';
import { formOf } from '@/widgets/record-form';

const form = formOf(DIARY_EVENT, ['status', 'cancelReason', 'cancelNote']);

const fields = v.object({
  ...form.entries,
  kind: v.picklist(KINDS),
  allDay: v.boolean(),
  every: v.picklist(['never', ...REPEATS]),
  /** 1 is Monday; if empty, the weekday of the first day counts. */
  weekdays: v.array(v.number()),
  until: v.string(),
});
const isAbsence = ({ kind }: { kind: string }) => kind === 'absence';

type RepeatText = Pick<InferInput<typeof fields>, 'kind' | 'every' | 'weekdays' | 'startDate' | 'until'>;

/** How the event of a form repeats; null if it does not, or if its days are not complete yet. */
export const repetitionOf = ({ kind, every, weekdays, startDate, until }: RepeatText): Repetition | null =>
  every === 'never' || isAbsence({ kind }) || !isDate(startDate) || !isDate(until) || until < startDate
    ? null
    : { every, weekdays: hasWeekdays(every) ? weekdays : [], from: startDate, until };

/** The error of a repetition's last day; null if it is valid. */
export function untilProblem(plan: RepeatText): string | null {
  if (plan.every === 'never' || isAbsence(plan) || !isDate(plan.startDate)) return null;
  if (!isDate(plan.until)) return 'Choose until when it repeats.';
  const repetition = repetitionOf(plan);
  if (repetition === null) return 'This is before the first day.';
  const count = repeatDates(repetition).length;
  if (count === 0) return 'No chosen day of the week falls between the first day and this one.';
  return count > MAX_REPEATS ? `It would repeat more than ${MAX_REPEATS} times. Choose an earlier day.` : null;
}

/** Input is the form's texts, output is the planned event. The database enforces the same rules. */
export const planSchema = v.pipe(
  fields,
  v.forward(
    v.check(
      (plan) => isAbsence(plan) || plan.title !== null || plan.taskName !== null,
      'Add a title or choose a task.',
    ),
    ['title'],
  ),
  v.forward(
    v.check(({ startDate, endDate }) => endDate >= startDate, 'End date is before the start date.'),
    ['endDate'],
  ),
  v.forward(
    v.check((days) => isShortEnough(days), TOO_MANY_DAYS),
    ['endDate'],
  ),
  v.forward(
    v.check(({ allDay, startTime }) => allDay || startTime !== null, 'Enter the start time, or choose all day.'),
    ['startTime'],
  ),
  v.forward(
    v.check(
      ({ allDay, startDate, endDate, startTime, endTime }) =>
        allDay || startDate !== endDate || endTime === null || startTime !== endTime,
      'Start and finish are the same.',
    ),
    ['endTime'],
  ),
  v.forward(
    v.check((plan) => !isAbsence(plan) || plan.assignedTo.length > 0, 'Choose who is away.'),
    ['assignedTo'],
  ),
  v.forward(
    v.check(
      (plan) => untilProblem(plan) === null,
      ({ input }) => untilProblem(input) ?? '',
    ),
    ['until'],
  ),
  v.transform((plan): PlannedEvent => {
    const { kind, allDay, every, weekdays, until, ...fields } = plan;
    return {
      kind,
      repeat: repeatOf({ kind, every, weekdays, until, startDate: fields.startDate }),
      fields: {
        ...fields,
        ...(isAbsence(plan) ? { taskName: null, customer: null } : { absenceType: null }),
        ...(allDay && { startTime: null, endTime: null }),
      },
    };
  }),
);

type PlannedEvent = {
  kind: EventKind;
  fields: EventFields;
  /** On which days it repeats; null if it does not. */
  repeat: { every: Repeat; dates: readonly string[] } | null;
};

/** How an event repeats, and on which days; null if it does not. */
export function repeatOf(plan: RepeatText): PlannedEvent['repeat'] {
  const repetition = repetitionOf(plan);
  return repetition && { every: repetition.every, dates: repeatDates(repetition) };
}

export type PlanText = InferInput<typeof planSchema>;
export type Plan = v.InferOutput<typeof planSchema>;

const doesNotRepeat = (day: string): Pick<PlanText, 'every' | 'weekdays' | 'until'> => ({
  every: 'never',
  weekdays: [],
  until: addMonths(day, 3),
});

export const emptyPlan = (day: string, startTime: string): PlanText => ({
  ...form.textsOf({ absenceType: 'holiday', startDate: day, endDate: day, startTime: startTime || null }),
  kind: 'job',
  allDay: startTime === '',
  ...doesNotRepeat(day),
});

export const planText = (event: DiaryEvent): PlanText => ({
  ...form.textsOf({ ...event, absenceType: event.absenceType ?? 'holiday' }),
  kind: event.kind,
  allDay: event.startTime === null,
  ...doesNotRepeat(event.startDate),
});
