// What machines cost and did in a period, summed in the database. For the account holder.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { MeterType } from '@/domain/machinery/machine';
import type { MachineRow } from '@/domain/reports/machines';
import type { Span } from '@/domain/reports/report';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** The machines with any record in a period, in no meaningful order. */
export const machineReportQuery = (ownerId: string, period: Span) =>
  queryOptions({
    queryKey: [keys.machines, ownerId, 'report', period],
    queryFn: async ({ signal }): Promise<MachineRow[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('machine_report', { p_from: period.from, p_to: period.to })
          .order('machine_id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...{ id: row.machine_id, name: row.name, services: row.services, unpriced: row.unpriced },
        // The table's check allows only these values.
        meterType: row.meter_type as MeterType,
        parts: fromNumeric(row.parts),
        labour: fromNumeric(row.labour),
        external: fromNumeric(row.external),
        cost: fromNumeric(row.cost),
        // The generated type does not include null.
        counted: (row.counted as number | null) === null ? null : fromNumeric(row.counted),
        ...{ jobs: row.jobs, untimed: row.untimed, unvalued: row.unvalued },
        jobHours: fromNumeric(row.job_hours),
        areaHa: fromNumeric(row.area_ha),
        earned: fromNumeric(row.earned),
      }));
    },
    meta: { failed: loadFailed },
    // Changed jobs and services do not invalidate a query of machines.
    staleTime: 0,
  });
