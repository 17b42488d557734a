import { useQuery } from '@tanstack/react-query';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { hoursReportQuery } from '@/data/reports/hours';
import { timeSettingsQuery } from '@/data/time/time';
import { compareNames } from '@/domain/core/search';
import { HOURS_GROUPINGS, NO_HOURS, type HoursRow } from '@/domain/reports/hours';
import { withEmptySteps } from '@/domain/reports/report';
import { readId, readPeriod } from './report-address';
import { loadState, useReportAddress } from './use-report-address';

export type Hours = ReturnType<typeof useHours>;

const mostFirst = (a: HoursRow, b: HoursRow) =>
  b.worked - a.worked || b.logged - a.logged || compareNames(a.label, b.label);

/** The hours of the URL: its rows and sums, and a setter for the URL. */
export function useHours() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const view = readPeriod(params, today, settings.region);
  const grouping = HOURS_GROUPINGS.find((one) => one === params.get('by')) ?? 'person';
  const filter = { period: view.period ?? { from: today, to: today }, personId: readId(params, 'person') };
  const enabled = view.period !== null;
  const rowsQuery = useQuery({ ...hoursReportQuery(ownerId, filter, grouping), enabled });
  const sumsQuery = useQuery({ ...hoursReportQuery(ownerId, filter, null), enabled });
  const limits = useQuery(timeSettingsQuery(ownerId));
  const people = useQuery(farmPeopleQuery(ownerId)).data ?? [];
  const rows = rowsQuery.data ?? [];
  return {
    view,
    grouping,
    ...filter,
    people: people.toSorted((a, b) => compareNames(a.name, b.name)),
    rows:
      grouping === 'person' || rows.length === 0
        ? rows.toSorted(mostFirst)
        : withEmptySteps(grouping, rows, filter.period, today, NO_HOURS),
    sums: sumsQuery.data?.[0] ?? NO_HOURS,
    currency: settings.currency,
    /** Whether the farm has a limit beyond which hours are overtime. */
    hasOvertime: limits.data !== undefined && (limits.data.afterDayMin ?? limits.data.afterWeekMin) !== null,
    set,
    ...loadState(rowsQuery, sumsQuery, limits),
  };
}
