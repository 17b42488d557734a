import { useQuery } from '@tanstack/react-query';
import { incompleteQuery, lastYearQuery, unbilledQuery, unloggedQuery } from '@/data/reports/radar';
import { addDays } from '@/domain/core/time';
import {
  DEFAULT_RADAR_DAYS,
  olderThan,
  RADAR_DAYS,
  RADAR_LISTS,
  type RadarList,
  type UnbilledCustomer,
} from '@/domain/reports/radar';
import { readId } from './report-address';
import { loadState, useReportAddress } from './use-report-address';

type View = { list: RadarList; days: number; customerId: string | null };

/** Reads the URL; invalid values are ignored. */
function readRadar(params: URLSearchParams): View {
  const days = RADAR_DAYS.find((one) => String(one) === params.get('days'));
  return {
    list: RADAR_LISTS.find((one) => one === params.get('list')) ?? 'unbilled',
    days: days ?? DEFAULT_RADAR_DAYS,
    customerId: readId(params, 'customer'),
  };
}

export type Radar = ReturnType<typeof useRadar>;

const largestFirst = (a: UnbilledCustomer, b: UnbilledCustomer) =>
  b.value - a.value || (a.oldest < b.oldest ? -1 : a.oldest > b.oldest ? 1 : a.customer.localeCompare(b.customer));

/** The four lists of what may be missing from the invoices, by the URL. */
export function useRadar() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId } = account;
  const view = readRadar(params);
  const { customerId, days } = view;
  const unbilled = useQuery(unbilledQuery(ownerId, olderThan(days, today), customerId));
  const clocked = useQuery(unloggedQuery(ownerId, { from: addDays(today, -days), to: today }));
  const incomplete = useQuery(incompleteQuery(ownerId, customerId));
  const lastYear = useQuery(lastYearQuery(ownerId, today, customerId));
  const queries = { unbilled, clocked, incomplete, 'last-year': lastYear } satisfies Record<RadarList, unknown>;
  const query = queries[view.list];
  return {
    today,
    view,
    unbilled: unbilled.data?.toSorted(largestFirst),
    clocked: clocked.data,
    incomplete: incomplete.data,
    lastYear: lastYear.data,
    set,
    ...loadState(query),
  };
}
