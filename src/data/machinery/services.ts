// Services of machines: schedules, completed services and defects. Everyone reads them, but only the account holder reads
// their costs.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { polledEveryMinute } from '@/data/polling';
import { DESCENDING, readRecords, recordsQuery } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import type { ServiceCosts } from '@/domain/machinery/costs';
import type { DefectStatus } from '@/domain/machinery/machine';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { DEFECT } from '@/records/machines';
import { toRow } from '@/records/record';
import { SCHEDULE, SERVICE, type ScheduleFields, type Service } from '@/records/services';

type Reader = Pick<Account, 'ownerId'>;

/** All service schedules of the farm. */
export const schedulesQuery = ({ ownerId }: Reader) =>
  recordsQuery(SCHEDULE, ownerId, [], (rows) => rows.order('machine_id').order('name').order('id'));

/** All services of a machine, latest first. */
export const servicesQuery = ({ ownerId }: Reader, machineId: string) =>
  recordsQuery(SERVICE, ownerId, [machineId], (rows) =>
    rows
      .eq('machine_id', machineId)
      .order('service_date', DESCENDING)
      .order('created_at', DESCENDING)
      .order('id', DESCENDING),
  );

/** The services of all machines between two dates, the oldest first: for an export. */
export async function readServices(
  { ownerId }: Reader,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<Service[]> {
  return readRecords(
    SERVICE,
    ownerId,
    (rows) => rows.gte('service_date', from).lte('service_date', to).order('service_date').order('id'),
    signal,
  );
}

/** The open defects of all machines, latest first. */
export const openDefectsQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [DEFECT.table, ownerId, 'open'],
    queryFn: ({ signal }) =>
      readRecords(
        DEFECT,
        ownerId,
        (rows) => rows.in('status', ['open', 'parts_ordered']).order('reported_at', DESCENDING).order('id', DESCENDING),
        signal,
      ),
    ...polledEveryMinute,
    meta: { offline: 'list', failed: loadFailed },
  });

/** All defects of a machine, latest first. */
export const defectsQuery = ({ ownerId }: Reader, machineId: string) =>
  recordsQuery(DEFECT, ownerId, [machineId], (rows) =>
    rows.eq('machine_id', machineId).order('reported_at', DESCENDING).order('id', DESCENDING),
  );

/** What the services of a machine cost, by the id of the service. Account holder only. */
export const serviceCostsQuery = ({ ownerId }: Reader, machineId: string) =>
  queryOptions({
    queryKey: [keys.serviceCosts, ownerId, machineId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ServiceCosts>> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('service_costs')
          .select('id, parts:parts_cost, labour:labour_cost, external:external_cost')
          .eq('user_id', ownerId)
          .eq('machine_id', machineId)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      const money = (value: number | null) => (value === null ? null : fromNumeric(value));
      return new Map(
        rows.map(({ id, parts, labour, external }) => [
          id,
          { parts: money(parts), labour: money(labour), external: money(external) },
        ]),
      );
    },
    meta: { failed: loadFailed },
  });

const numericOrNull = (value: Decimal | null) => (value === null ? null : toNumeric(value));

export const saveServiceCosts = mutationOptions({
  mutationKey: ['service-costs', 'save'],
  mutationFn: async ({ id, ownerId, costs }: { id: string; ownerId: string; costs: ServiceCosts }) =>
    unwrap(
      await supabase
        .from('service_costs')
        .update({
          parts_cost: numericOrNull(costs.parts),
          labour_cost: numericOrNull(costs.labour),
          external_cost: numericOrNull(costs.external),
        })
        .eq('user_id', ownerId)
        .eq('id', id)
        .select('id')
        .single(),
    ),
  meta: {
    saved: { title: 'Costs saved!' },
    failed: { title: 'Could not save costs.' },
    invalidates: [keys.serviceCosts],
  },
});

/** Deletes a service. Account holder only. Its schedules are then due by the services before it. */
export const deleteService = mutationOptions({
  mutationKey: ['service-records', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('service_records').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Service deleted.' },
    failed: { title: 'Could not delete service.' },
    invalidates: [
      keys.machines,
      keys.machineReadings,
      keys.serviceRecords,
      keys.serviceSchedules,
      keys.serviceCosts,
      keys.machineDefects,
    ],
  },
});

type NewSchedule = { id: string; ownerId: string; machineId: string; fields: ScheduleFields };

/** Adds several in one statement, all or none. */
export const addSchedules = mutationOptions({
  mutationKey: ['service-schedules', 'add'],
  mutationFn: async (schedules: readonly NewSchedule[]) => {
    unwrap(
      await supabase.from('service_schedules').insert(
        schedules.map(({ id, ownerId, machineId, fields }) => ({
          ...toRow(SCHEDULE, { ...fields, machineId }),
          id,
          user_id: ownerId,
        })),
      ),
    );
  },
  meta: {
    saved: { title: 'Service plan saved!' },
    failed: { title: 'Could not save service plan.' },
    invalidates: [keys.serviceSchedules],
  },
});

export const updateSchedule = mutationOptions({
  mutationKey: ['service-schedules', 'update'],
  mutationFn: async ({ id, fields }: { id: string; fields: Partial<ScheduleFields> }) =>
    unwrap(await supabase.from('service_schedules').update(toRow(SCHEDULE, fields)).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Service plan updated!' },
    failed: { title: 'Could not save service plan.' },
    invalidates: [keys.serviceSchedules],
  },
});

export const deleteSchedule = mutationOptions({
  mutationKey: ['service-schedules', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('service_schedules').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Removed from the service plan.' },
    failed: { title: 'Could not remove it from the service plan.' },
    invalidates: [keys.serviceSchedules],
  },
});

/** Changes the state of a defect. Account holder only. */
export const updateDefect = mutationOptions({
  mutationKey: ['machine-defects', 'update'],
  mutationFn: async ({ id, status }: { id: string; status: DefectStatus }) =>
    unwrap(await supabase.from('machine_defects').update({ status }).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Defect updated!' },
    failed: { title: 'Could not update defect.' },
    // The last safety defect that is fixed puts its machine back into use.
    invalidates: [keys.machineDefects, keys.machines],
  },
});
