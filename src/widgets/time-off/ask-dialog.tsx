import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { termsOf } from '@/data/time-off/leave-terms';
import { askForTimeOff, type AskedDays } from '@/data/time-off/time-off';
import { requiredDate } from '@/domain/core/typed';
import { ABSENCE_WORDS, ABSENCES } from '@/domain/diary/diary-event';
import { daysOfRequest } from '@/domain/time-off/leave';
import { dayWords, leaveYearWords } from '@/domain/time-off/time-off-words';
import { HALVES } from '@/domain/time-off/request';
import { useOffline } from '@/lib/online';
import { ABSENCE_REQUEST } from '@/records/absence-requests';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { TextField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { FormDialog } from '@/ui/popups/form-dialog';
import { DayRangeFields, isShortEnough, TOO_MANY_DAYS } from '@/widgets/day-range';
import { optionalText } from '@/widgets/text-schema';
import { useBusy } from './use-busy';
import { useLeave } from './use-leave';

const askSchema = v.pipe(
  v.object({
    absenceType: v.picklist(ABSENCES),
    startDate: requiredDate(),
    endDate: requiredDate(),
    part: v.picklist(['whole', ...HALVES]),
    note: optionalText(ABSENCE_REQUEST.fields.note),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => endDate >= startDate, 'The last day is before the first day.'),
    ['endDate'],
  ),
  v.forward(
    v.check((days) => isShortEnough(days), TOO_MANY_DAYS),
    ['endDate'],
  ),
  v.transform(({ part, ...days }): AskedDays => ({
    ...days,
    half: part === 'whole' || days.startDate < days.endDate ? null : part,
  })),
);
type AskText = InferInput<typeof askSchema>;

const PARTS = [
  { value: 'whole', label: 'All day' },
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
] as const;

/** An employee asks for days off, or reports sick days. */
export function AskDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { ownerId, userId, ownerFirstName } = useAccount();
  const offline = useOffline();
  const client = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const ask = useMutation(askForTimeOff);
  const form = useForm({
    resolver: standardSchemaResolver(askSchema),
    defaultValues: { absenceType: 'holiday', startDate: day, endDate: day, part: 'whole', note: '' } as AskText,
  });
  const text = useWatch({ control: form.control, compute: (values: AskText) => values });
  const { errors, isSubmitted } = form.formState;
  const answer = v.safeParse(askSchema, text);
  const days = answer.success ? answer.output : null;
  const busy = useBusy([{ id: userId, name: null }], days);
  const words = useDayWords(days);
  const isSick = text.absenceType === 'sick';
  const change = { shouldDirty: true, shouldValidate: isSubmitted };
  return (
    <FormDialog
      title="Time off"
      verb={isSick ? 'Tell' : 'Ask'}
      busy={ask.isPending}
      busyText="Sending..."
      disabled={offline}
      clash={offline ? 'There is no signal. Ask once there is.' : busy}
      onSubmit={form.handleSubmit((asked) =>
        ask.mutate(
          { id, ownerId, days: asked },
          { onSuccess: onClose, onError: () => void client.invalidateQueries({ queryKey: [ABSENCE_REQUEST.table] }) },
        ),
      )}
      onClose={onClose}
    >
      <Segmented
        label="Why"
        showLabel
        options={ABSENCES.map((type) => ({ value: type, label: ABSENCE_WORDS[type] }))}
        value={text.absenceType}
        onChange={(type) => form.setValue('absenceType', type, change)}
      />
      <DayRangeFields form={form} shown={text.startDate} />
      {text.startDate === text.endDate && (
        <Segmented
          label="How much of the day"
          options={PARTS}
          value={text.part}
          onChange={(part) => form.setValue('part', part, change)}
        />
      )}
      <TextField label="Note" optional autoComplete="off" error={errors.note?.message} {...form.register('note')} />
      <p className="hint" aria-live="polite">
        {isSick
          ? `Sick days are not asked for: ${ownerFirstName ?? 'the account holder'} is told, and they stand in the diary.`
          : words}
      </p>
    </FormDialog>
  );
}

/** "That is 5 days. 12 days are left in 2026." */
function useDayWords(days: AskedDays | null): string {
  const { userId } = useAccount();
  const today = useToday();
  const leave = useLeave(days?.startDate ?? today);
  if (days === null || leave.settings === undefined) return '';
  const terms = termsOf(leave.settings, userId);
  const count = daysOfRequest(days, terms);
  if (count === 0) return 'You do not work on these days.';
  const left = leave.balance(userId)?.left ?? null;
  const sentence = `That is ${dayWords(count)}.`;
  if (days.absenceType !== 'holiday' || left === null) return sentence;
  // The days left are those of the leave year of the first day; later days belong to the next one.
  const { to } = leave.year;
  const ofYear = daysOfRequest({ ...days, endDate: days.endDate < to ? days.endDate : to }, terms);
  const rest = left < ofYear ? Math.max(left, 0) : left - ofYear;
  return `${sentence} ${left < ofYear ? 'You have only' : 'After that you have'} ${dayWords(rest)} left in ${leaveYearWords(leave.year)}.`;
}
