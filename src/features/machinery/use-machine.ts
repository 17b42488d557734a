import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readingsQuery } from '@/data/machinery/machines';
import { defectsQuery, servicesQuery } from '@/data/machinery/services';
import type { Account } from '@/domain/account/account';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows, type RowMapper, type Shown } from '@/offline/outbox/shown-rows';
import { DEFECT, READING, type Defect, type Reading } from '@/records/machines';
import { SERVICE, type Service } from '@/records/services';
import { useAccount } from '@/session/account';

type Query<Row> = { data: Row[] | undefined; dataUpdatedAt: number };

const NONE: readonly never[] = [];

const serviceMapper = (account: Account) => rowMapper(SERVICE, account);
const defectMapper = (account: Account) => rowMapper(DEFECT, account);
const readingMapper = (account: Account) => rowMapper(READING, account);

/** The rows of one machine, including entries in the outbox. */
function useRows<Row extends { id: string; machineId: string }>(
  { data, dataUpdatedAt }: Query<Row>,
  machineId: string,
  mapperOf: (account: Account) => RowMapper<Row>,
): Shown<Row>[] {
  const account = useAccount();
  const waiting = useWaiting();
  return useMemo(
    () =>
      shownRows<Row>(data ?? NONE, waiting, dataUpdatedAt, mapperOf(account)).filter(
        ({ row }) => row.machineId === machineId,
      ),
    [data, dataUpdatedAt, waiting, account, machineId, mapperOf],
  );
}

const newest =
  <Row>(at: (row: Row) => string) =>
  (a: Shown<Row>, b: Shown<Row>) =>
    at(b.row).localeCompare(at(a.row));

/** The services of a machine, latest first. */
export function useServices(machineId: string) {
  const query = useQuery(servicesQuery(useAccount(), machineId));
  const rows = useRows<Service>(query, machineId, serviceMapper);
  return { query, services: rows.toSorted(newest(({ serviceDate, createdAt }) => serviceDate + createdAt)) };
}

/** The defects of a machine, latest first. */
export function useDefects(machineId: string) {
  const query = useQuery(defectsQuery(useAccount(), machineId));
  const rows = useRows<Defect>(query, machineId, defectMapper);
  return { query, defects: rows.toSorted(newest(({ reportedAt }) => reportedAt)) };
}

/** The readings of a machine, latest first. */
export function useReadings(machineId: string) {
  const query = useQuery(readingsQuery(useAccount(), machineId));
  const rows = useRows<Reading>(query, machineId, readingMapper);
  return { query, readings: rows.toSorted(newest(({ readAt, createdAt }) => readAt + createdAt)) };
}
