import { useQuery } from '@tanstack/react-query';
import { farmDetailsQuery } from '@/data/account/farm-details';
import { machineReportQuery } from '@/data/reports/machines';
import { compareNames } from '@/domain/core/search';
import { sumsOf, type MachineRow } from '@/domain/reports/machines';
import { readPeriod } from './report-address';
import { loadState, useReportAddress } from './use-report-address';

export type Machines = ReturnType<typeof useMachines>;

const dearestFirst = (a: MachineRow, b: MachineRow) =>
  b.cost - a.cost || b.earned - a.earned || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** The machines of the URL's period with their costs, the dearest first, and the sums of the costs. */
export function useMachines() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const view = readPeriod(params, today, settings.region);
  const period = view.period ?? { from: today, to: today };
  const query = useQuery({ ...machineReportQuery(ownerId, period), enabled: view.period !== null });
  const details = useQuery(farmDetailsQuery(ownerId));
  const rows = query.data?.toSorted(dearestFirst) ?? [];
  return {
    view,
    period,
    rows,
    sums: sumsOf(rows),
    currency: settings.currency,
    areaUnit: details.data?.area_unit ?? 'acre',
    set,
    ...loadState(query, details),
  };
}
