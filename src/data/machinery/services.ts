// Services of machines: schedules, completed services and defects. Everyone reads them, but only the account holder reads
// their costs.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { polledEveryMinute } from '@/data/polling';
import type { Account } from '@/domain/account/account';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import type { ServiceCosts } from '@/domain/machinery/costs';
import type { DefectStatus } from '@/domain/machinery/machine';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { DEFECT, type Defect } from '@/records/machines';
import { fromRow, toRow, type RowOf } from '@/records/record';
import { SCHEDULE, SERVICE, type Schedule, type ScheduleFields, type Service } from '@/records/services';

type Reader = Pick<Account, 'ownerId'>;

/** All service schedules of the farm. */
export const schedulesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [SCHEDULE.table, ownerId],
    queryFn: async ({ signal }): Promise<Schedule[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('service_schedules')
          .select<string, RowOf<typeof SCHEDULE>>(SCHEDULE.select)
          .eq('user_id', ownerId)
          .order('machine_id')
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SCHEDULE, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** All services of a machine, latest first. */
export const servicesQuery = ({ ownerId }: Reader, machineId: string) =>
  queryOptions({
    queryKey: [SERVICE.table, ownerId, machineId],
    queryFn: async ({ signal }): Promise<Service[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('service_records')
          .select<string, RowOf<typeof SERVICE>>(SERVICE.select)
          .eq('user_id', ownerId)
          .eq('machine_id', machineId)
          .order('service_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SERVICE, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** The services of all machines between two dates, the oldest first: for an export. */
export async function readServices(
  { ownerId }: Reader,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<Service[]> {
  const rows = await allRows((first, last) =>
    supabase
      .from('service_records')
      .select<string, RowOf<typeof SERVICE>>(SERVICE.select)
      .eq('user_id', ownerId)
      .gte('service_date', from)
      .lte('service_date', to)
      .order('service_date')
      .order('id')
      .range(first, last)
      .abortSignal(signal),
  );
  return rows.map((row) => fromRow(SERVICE, row));
}

const selectDefects = () => supabase.from('machine_defects').select<string, RowOf<typeof DEFECT>>(DEFECT.select);

/** The open defects of all machines, latest first. */
export const openDefectsQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [DEFECT.table, ownerId, 'open'],
    queryFn: async ({ signal }): Promise<Defect[]> => {
      const rows = await allRows((from, to) =>
        selectDefects()
          .eq('user_id', ownerId)
          .in('status', ['open', 'parts_ordered'])
          .order('reported_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(DEFECT, row));
    },
    ...polledEveryMinute,
    meta: { offline: 'list', failed: loadFailed },
  });

/** All defects of a machine, latest first. */
export const defectsQuery = ({ ownerId }: Reader, machineId: string) =>
  queryOptions({
    queryKey: [DEFECT.table, ownerId, machineId],
    queryFn: async ({ signal }): Promise<Defect[]> => {
      const rows = await allRows((from, to) =>
        selectDefects()
          .eq('user_id', ownerId)
          .eq('machine_id', machineId)
          .order('reported_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(DEFECT, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

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
