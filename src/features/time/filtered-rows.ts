import { matchesSearch } from '@/domain/core/search';
import { shiftMinutes, shiftState, type ShiftState } from '@/domain/hours/shift';
import { timesheet } from '@/domain/hours/timesheet';
import type { DiaryView } from './diary-address';
import type { Sheet } from './use-sheet';

/** In the filter, a running shift counts as open and a forgotten one as needing review. */
const filterStateOf = (state: ShiftState) =>
  state === 'running' ? 'open' : state === 'forgotten' ? 'needs_review' : state;

/** The rows that match the URL's filters; their sums include only the shifts shown. */
export function filterRows(
  { shown, rows, settings, warnings, now }: Sheet,
  { span, person, status, flagged, search }: DiaryView,
) {
  const people = rows.filter((row) => person === null || row.person === person);
  if (status === null && search === '' && !flagged) return people;
  const warnedDays = new Set(warnings.map((warning) => `${warning.person} ${warning.date}`));
  const matching = shown
    .map(({ row }) => row)
    .filter((row) => {
      const state = filterStateOf(shiftState(row, now));
      const isEmpty = row.clockOutAt !== null && shiftMinutes(row, now).gross === 0;
      return (
        (status === null || state === status) &&
        (!flagged ||
          state === 'needs_review' ||
          isEmpty ||
          warnedDays.has(`${row.employeeId ?? ''} ${row.workDate}`)) &&
        matchesSearch(search, [row.activity, row.customer ?? '', row.note ?? ''])
      );
    });
  const thresholds = settings ?? { afterDayMin: null, afterWeekMin: null };
  return timesheet(
    matching,
    people.map(({ person: id, name }) => ({ id, name })),
    span,
    thresholds,
    now,
  );
}
export type Rows = ReturnType<typeof filterRows>;
