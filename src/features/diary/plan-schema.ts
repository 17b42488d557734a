import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addDays, isDate } from '@/domain/core/time';
import { ABSENCES, KINDS, MAX_EVENT_DAYS, type EventKind } from '@/domain/diary/diary-event';
import { DIARY_EVENT, type DiaryEvent, type EventFields } from '@/records/diary';

const textUpTo = ({ max }: { max: number }, name: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, `${name} is too long (${max.toLocaleString('en-GB')} characters at most).`),
  );
const date = v.pipe(
  v.string(),
  v.check(
    (text) => isDate(text) && text >= '2000-01-01' && text < '2200-01-01',
    'Choose a date from the year 2000 on.',
  ),
);

const fields = v.object({
  kind: v.picklist(KINDS),
  title: textUpTo(DIARY_EVENT.fields.title, 'The title'),
  taskName: textUpTo(DIARY_EVENT.fields.taskName, 'The task'),
  customer: textUpTo(DIARY_EVENT.fields.customer, "The customer's name"),
  absenceType: v.picklist(ABSENCES),
  startDate: date,
  endDate: date,
  allDay: v.boolean(),
  startTime: v.string(),
  endTime: v.string(),
  people: v.array(v.string()),
  notes: textUpTo(DIARY_EVENT.fields.notes, 'The note'),
});
const isAbsence = ({ kind }: { kind: string }) => kind === 'absence';

/** Input is the form's texts, output is the planned event. The database enforces the same rules. */
export const planSchema = v.pipe(
  fields,
  v.forward(
    v.check((plan) => isAbsence(plan) || plan.title !== '' || plan.taskName !== '', 'Add a title or choose a task.'),
    ['title'],
  ),
  v.forward(
    v.check(({ startDate, endDate }) => endDate >= startDate, 'End date is before the start date.'),
    ['endDate'],
  ),
  v.forward(
    v.check(
      ({ startDate, endDate }) => endDate < addDays(startDate, MAX_EVENT_DAYS),
      'That is too long (366 days at most).',
    ),
    ['endDate'],
  ),
  v.forward(
    v.check(({ allDay, startTime }) => allDay || startTime !== '', 'Enter the start time, or choose all day.'),
    ['startTime'],
  ),
  v.forward(
    v.check(
      ({ allDay, startDate, endDate, startTime, endTime }) =>
        allDay || startDate !== endDate || endTime === '' || startTime !== endTime,
      'Start and finish are the same.',
    ),
    ['endTime'],
  ),
  v.forward(
    v.check((plan) => !isAbsence(plan) || plan.people.length > 0, 'Choose who is away.'),
    ['people'],
  ),
  v.transform((plan): { kind: EventKind; fields: EventFields } => ({
    kind: plan.kind,
    fields: {
      title: plan.title || null,
      taskName: isAbsence(plan) ? null : plan.taskName || null,
      customer: isAbsence(plan) ? null : plan.customer || null,
      absenceType: isAbsence(plan) ? plan.absenceType : null,
      startDate: plan.startDate,
      endDate: plan.endDate,
      startTime: plan.allDay ? null : plan.startTime,
      endTime: plan.allDay ? null : plan.endTime || null,
      assignedTo: plan.people,
      notes: plan.notes || null,
    },
  })),
);

export type PlanText = InferInput<typeof planSchema>;
export type Plan = v.InferOutput<typeof planSchema>;

export const emptyPlan = (day: string, startTime: string): PlanText => ({
  kind: 'job',
  title: '',
  taskName: '',
  customer: '',
  absenceType: 'holiday',
  startDate: day,
  endDate: day,
  allDay: startTime === '',
  startTime,
  endTime: '',
  people: [],
  notes: '',
});

export const planText = (event: DiaryEvent): PlanText => ({
  kind: event.kind,
  title: event.title ?? '',
  taskName: event.taskName ?? '',
  customer: event.customer ?? '',
  absenceType: event.absenceType ?? 'holiday',
  startDate: event.startDate,
  endDate: event.endDate,
  allDay: event.startTime === null,
  startTime: event.startTime ?? '',
  endTime: event.endTime ?? '',
  people: [...event.assignedTo],
  notes: event.notes ?? '',
});
