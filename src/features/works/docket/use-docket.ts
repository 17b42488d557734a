import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobQuery, type JobActivity, type JobParts } from '@/data/works/jobs';
import { readerOf } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { amountOf, numberOrNull, oneOf, textOf, textOrNull } from '@/domain/core/stored-json';
import { workMinutes } from '@/domain/core/time';
import { ACTIVITY_TYPES } from '@/domain/fields/activity';
import type { Docket } from '@/domain/works/docket';
import { workMapper } from '@/features/works/entries/work-entries';
import type { Entry } from '@/offline/outbox/entry';
import { withJobLines } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { JOB, rowsOfJob } from '@/records/jobs';
import type { Columns } from '@/records/record';
import { SIGNOFF, type Signoff } from '@/records/signoffs';
import { WORK, type Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

const { fromEntry: signoffOf } = rowsFrom(SIGNOFF, ({ recordedAt }) => ({ createdAt: recordedAt }));

/** A job with its signatures. Until the job can be read from the database, it is built from its outbox entry. */
export function useDocket(id: string) {
  const account = useAccount();
  const today = useToday();
  const { entries, sent } = useWaiting();
  const query = useQuery(jobQuery(readerOf(account), id));
  return useMemo(() => {
    const all = [...sent, ...entries];
    const entry = all.findLast(
      (one) => one.id === id && one.action === 'insert' && [JOB.kind, WORK.kind].includes(one.kind),
    );
    const isStored = query.data !== undefined && query.data.lines.length > 0;
    const docket = isStored
      ? docketOf(id, query.data.lines, query.data)
      : entry
        ? docketOfEntry(entry, account, today)
        : null;
    const stored = query.data?.signoffs ?? [];
    const waitingSignoffs = all
      .filter((one) => one.kind === SIGNOFF.kind && one.action === 'insert' && one.fields['job_id'] === id)
      .filter((one) => !stored.some((signoff) => signoff.id === one.id))
      .map(signoffOf);
    return {
      account,
      docket,
      /** Empty as long as the job is only on this device. */
      customerId: query.data?.lines[0]?.customerId ?? '',
      /** Oldest first; the last one counts. */
      signoffs: [...stored, ...waitingSignoffs] satisfies Signoff[],
      activities: isStored ? query.data.activities : entry ? activitiesOfEntry(entry) : [],
      read: query,
    };
  }, [account, today, entries, sent, id, query]);
}

const docketOf = (id: string, lines: readonly Work[], parts: JobParts): Docket => ({
  id,
  customer: lines[0]?.customer ?? '',
  workDate: lines[0]?.workDate ?? '',
  lines,
  ...parts,
});

const activitiesOfEntry = (entry: Entry): JobActivity[] =>
  rowsOfJob(entry.id, entry.fields, 'activities').map((row) => ({
    ...{ id: textOf(row['id']), fieldId: textOrNull(row['field_id']), fieldName: textOf(row['field_name']) },
    ...{ activityType: oneOf(ACTIVITY_TYPES, row['activity_type'], 'other'), product: textOrNull(row['product']) },
  }));

function docketOfEntry(entry: Entry, account: Account, today: string): Docket {
  const { fromEntry } = workMapper(account, today);
  const lines = withJobLines([entry]).map(fromEntry);
  const rows = (list: 'people' | 'machines' | 'fields' | 'materials') =>
    entry.kind === JOB.kind ? rowsOfJob(entry.id, entry.fields, list) : [];
  const materials = rows('materials');
  // A material with a price is a line of the job.
  const isCharged = (row: Columns) => numberOrNull(row['unit_price']) !== null;
  const decimalOrNull = (value: unknown) => (numberOrNull(value) === null ? null : amountOf(value));
  return docketOf(entry.id, lines, {
    people: rows('people').map((row) => ({
      personId: textOrNull(row['person_id']),
      name: textOf(row['name']),
      minutes: minutesOf(row, lines[0]?.workDate ?? today, account),
    })),
    machines: rows('machines').map((row) => ({
      ...{ machineId: textOrNull(row['machine_id']), name: textOf(row['machine_name']) },
      ...{ implement: row['implement'] === true, hours: decimalOrNull(row['hours']) },
      meterEnd: decimalOrNull(row['meter_end']),
    })),
    fields: rows('fields').map((row) => ({
      ...{ fieldId: textOrNull(row['field_id']), name: textOf(row['field_name']) },
      ...{ areaHa: amountOf(row['area_ha']), part: textOrNull(row['part']) },
    })),
    materials: materials
      .filter((row) => !isCharged(row))
      .map((row) => ({
        ...{ product: textOf(row['product']), quantity: amountOf(row['quantity']) },
        ...{ unit: textOf(row['unit']), batch: textOrNull(row['batch']) },
      })),
    chargedMaterials: materials.filter(isCharged).map((row) => ({
      // Its line has the same id.
      ...{ workId: textOf(row['id']), unit: textOf(row['unit']), batch: textOrNull(row['batch']) },
    })),
  });
}

/** The minutes of a person, calculated from start and finish as in the database. */
function minutesOf(row: Columns, workDate: string, { settings }: Account): number | null {
  const [start, finish] = [textOf(row['start_time']), textOf(row['finish_time'])];
  if (start === '' || finish === '') return numberOrNull(row['minutes']);
  const breaks = numberOrNull(row['breaks']) ?? 0;
  const shift = workMinutes({ start, finish, breaks, workDate, zone: settings.zone });
  return shift.ok ? shift.minutes : null;
}
