// Machines of the farm: everyone reads them, only the account holder changes them and reads their prices.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { COMPARED_ROWS, isUnchangedSince, polledEveryMinute, readIfChanged } from '@/data/polling';
import { DESCENDING, readRecords, recordsQuery } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import type { UsePoints } from '@/domain/machinery/due';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { MACHINE, READING, type Machine, type MachineFields, type Reading } from '@/records/machines';
import { toRow } from '@/records/record';

type Reader = Pick<Account, 'ownerId'>;

/**
 * Every machine by name, sold ones too. Refetched every minute while a screen shows it: people must soon see that a
 * machine must not be used.
 */
export const machinesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [MACHINE.table, ownerId],
    queryFn: (context): Promise<Machine[]> =>
      readIfChanged(
        context,
        async (previous) =>
          isUnchangedSince(
            previous,
            await supabase
              .from('machines')
              .select('id, updatedAt:updated_at', { count: 'exact' })
              .eq('user_id', ownerId)
              .order('updated_at', { ascending: false })
              .limit(COMPARED_ROWS)
              .abortSignal(context.signal),
          ),
        () => readRecords(MACHINE, ownerId, (rows) => rows.order('name').order('id'), context.signal),
      ),
    ...polledEveryMinute,
    meta: { offline: 'list', failed: loadFailed },
  });

/** The readings around the day 90 days ago, by the machine's id: how much each machine is used. */
export const machineUseQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [MACHINE.table, ownerId, 'use'],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, UsePoints>>> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('machine_use')
          .select('id, beforeReading:before_reading, beforeAt:before_at, afterReading:after_reading, afterAt:after_at')
          .eq('user_id', ownerId)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return Object.fromEntries(rows.flatMap(({ id, ...points }) => (id === null ? [] : [[id, points] as const])));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** All readings of a machine, latest first. */
export const readingsQuery = ({ ownerId }: Reader, machineId: string) =>
  recordsQuery(READING, ownerId, [machineId], (rows) =>
    rows
      .eq('machine_id', machineId)
      .order('read_at', DESCENDING)
      .order('created_at', DESCENDING)
      .order('id', DESCENDING),
  );

/** The readings in doubt of all machines, latest first. */
export const doubtedReadingsQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [READING.table, ownerId, 'doubted'],
    queryFn: ({ signal }) =>
      readRecords(
        READING,
        ownerId,
        (rows) => rows.eq('doubted', true).order('read_at', DESCENDING).order('id', DESCENDING),
        signal,
      ),
    meta: { failed: loadFailed },
  });

/** What a machine cost; null if that was not entered. Account holder only. */
export const machinePriceQuery = ({ ownerId }: Reader, machineId: string) =>
  queryOptions({
    queryKey: [keys.machineCosts, ownerId, machineId],
    queryFn: async ({ signal }): Promise<Decimal | null> => {
      const { data, error } = await supabase
        .from('machine_costs')
        .select('price:purchase_price')
        .eq('user_id', ownerId)
        .eq('id', machineId)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data?.price == null ? null : fromNumeric(data.price);
    },
    meta: { failed: loadFailed },
  });

type SavedMachine = {
  id: string;
  ownerId: string;
  fields: MachineFields;
  /** Undefined leaves it as it is. */
  price?: Decimal | null | undefined;
};

const savePrice = async (id: string, ownerId: string, price: Decimal | null) =>
  unwrap(
    await supabase
      .from('machine_costs')
      .update({ purchase_price: price === null ? null : toNumeric(price) })
      .eq('user_id', ownerId)
      .eq('id', id)
      .select('id')
      .single(),
  );

export const addMachine = mutationOptions({
  mutationKey: ['machines', 'add'],
  mutationFn: async ({ id, ownerId, fields, price }: SavedMachine) => {
    unwrap(await supabase.from('machines').insert({ ...toRow(MACHINE, fields), id, user_id: ownerId }));
    if (price != null) await savePrice(id, ownerId, price);
  },
  meta: {
    saved: { title: 'Machine saved!' },
    failed: { title: 'Could not save machine.' },
    invalidates: [keys.machines, keys.machineCosts],
  },
});

export const updateMachine = mutationOptions({
  mutationKey: ['machines', 'update'],
  mutationFn: async ({
    id,
    ownerId,
    fields,
    price,
  }: Omit<SavedMachine, 'fields'> & { fields: Partial<MachineFields> }) => {
    unwrap(
      await supabase
        .from('machines')
        .update(toRow(MACHINE, fields))
        .eq('user_id', ownerId)
        .eq('id', id)
        .select('id')
        .single(),
    );
    if (price !== undefined) await savePrice(id, ownerId, price);
  },
  meta: {
    saved: { title: 'Machine updated!' },
    failed: { title: 'Could not update machine.' },
    invalidates: [keys.machines, keys.machineCosts],
  },
});

/** Deletes a machine without history; the database refuses to delete others. */
export const deleteMachine = mutationOptions({
  mutationKey: ['machines', 'delete'],
  mutationFn: async (id: string) => unwrap(await supabase.from('machines').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Machine deleted.' },
    failed: { title: 'Could not delete machine.' },
    invalidates: [keys.machines],
  },
});

/** A service without a reading counts from the last one. */
const READINGS_CHANGED = [keys.machines, keys.machineReadings, keys.serviceSchedules] as const;

/** Corrects a reading, or confirms one in doubt with the same number. Account holder only. */
export const correctReading = mutationOptions({
  mutationKey: ['machine-readings', 'correct'],
  mutationFn: async ({ id, reading, meterReplaced }: Pick<Reading, 'id' | 'reading' | 'meterReplaced'>) =>
    unwrap(
      await supabase
        .from('machine_readings')
        .update({ reading, meter_replaced: meterReplaced })
        .eq('id', id)
        .select('id')
        .single(),
    ),
  meta: {
    saved: { title: 'Reading corrected.' },
    failed: { title: 'Could not correct reading.' },
    invalidates: READINGS_CHANGED,
  },
});

/** Deletes a mistyped reading. Account holder only. */
export const deleteReading = mutationOptions({
  mutationKey: ['machine-readings', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('machine_readings').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Reading deleted.' },
    failed: { title: 'Could not delete reading.' },
    invalidates: READINGS_CHANGED,
  },
});
