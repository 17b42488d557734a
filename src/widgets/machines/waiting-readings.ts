// Machines and their service plans with what waits in the outbox: readings, defects, failed checks and services.
import { scoreOf } from '@/domain/checklists/checklist';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-json';
import { fieldsOf, listOf } from '@/domain/core/stored-json';
import { lastReadingOf, readingDoubt } from '@/domain/machinery/readings';
import type { Entry } from '@/offline/outbox/entry';
import { COMPLETION } from '@/records/completions';
import { JOB } from '@/records/jobs';
import { DEFECT, READING, type Machine } from '@/records/machines';
import { SERVICE, type Schedule } from '@/records/services';

type Reading = { reading: number; at: string; replaced: boolean };

/** The end of a day that is past, or the moment of saving: when the database dates the reading of a service or a job. */
function endOf(date: unknown, recordedAt: string): string {
  const end = typeof date === 'string' ? `${date}T23:59:00Z` : recordedAt;
  return Date.parse(end) < Date.parse(recordedAt) ? end : recordedAt;
}

/** The reading of this machine in an entry, if there is one. */
function readingIn({ kind, fields, recordedAt }: Entry, machineId: string): Reading | null {
  if (kind === JOB.kind) {
    const row = listOf(fields['machines'])
      .map(fieldsOf)
      .find((one) => one['machine_id'] === machineId);
    const reading = row?.['meter_end'];
    const [head] = listOf(fields['lines']).map(fieldsOf);
    return typeof reading === 'number'
      ? { reading, at: endOf(head?.['work_date'], recordedAt), replaced: false }
      : null;
  }
  if (fields['machine_id'] !== machineId) return null;
  const reading = kind === COMPLETION.kind ? fields['hours_reading'] : fields['reading'];
  if (typeof reading !== 'number' || (kind !== READING.kind && kind !== SERVICE.kind && kind !== COMPLETION.kind))
    return null;
  const at = fields['read_at'] ?? fields['completed_at'];
  return {
    reading,
    at: typeof at === 'string' ? at : endOf(fields['service_date'], recordedAt),
    replaced: fields['meter_replaced'] === true,
  };
}

/** Whether an entry takes the machine out of use: a safety defect or a failed check. */
const stopsMachine = ({ kind, fields }: Entry): boolean =>
  (kind === DEFECT.kind && fields['severity'] === 'safety') ||
  (kind === COMPLETION.kind && scoreOf(itemsOf(fields['items']), answersOf(fields['answers'])).result === 'fail');

/** A machine with the effects of entries in the outbox. Readings in doubt do not count, as in the database. */
export function withWaiting(machine: Machine, entries: readonly Entry[]): Machine {
  let shown = machine;
  for (const entry of entries) {
    if (entry.action !== 'insert') continue;
    if (entry.fields['machine_id'] === machine.id && stopsMachine(entry) && shown.status !== 'sold')
      shown = { ...shown, status: 'do_not_use' };
    const read = readingIn(entry, machine.id);
    const last = lastReadingOf(shown);
    // One of an earlier time is never the latest.
    if (read === null || (last !== null && Date.parse(read.at) < Date.parse(last.at))) continue;
    const doubt = read.replaced ? null : readingDoubt(shown.meterType, last, read);
    // By hand, more hours than have passed were confirmed.
    if (doubt === 'lower' || (doubt === 'jump' && entry.kind !== READING.kind)) continue;
    shown = {
      ...shown,
      currentReading: read.reading,
      currentReadingAt: read.at,
      meterOffset: shown.meterOffset + (read.replaced ? (shown.currentReading ?? 0) : 0),
    };
  }
  return shown;
}

/** A schedule with the services in the outbox applied. `machines` have the readings that the screen shows. */
export function withServices(schedule: Schedule, entries: readonly Entry[], machines: readonly Machine[]): Schedule {
  let shown = schedule;
  for (const { kind, action, fields, recordedAt } of entries) {
    const ids = fields['schedule_ids'];
    const date = fields['service_date'];
    if (kind !== SERVICE.kind || action !== 'insert' || !Array.isArray(ids) || typeof date !== 'string') continue;
    if (!ids.includes(schedule.id) || date < (shown.lastDoneAt ?? '')) continue;
    const machine = machines.find(({ id }) => id === schedule.machineId);
    const offset = machine?.meterOffset ?? shown.lastDoneOffset;
    const typed = typeof fields['reading'] === 'number' ? fields['reading'] : null;
    const isInDoubt =
      machine !== undefined &&
      typed !== null &&
      readingDoubt(machine.meterType, lastReadingOf(machine), { reading: typed, at: endOf(date, recordedAt) }) !== null;
    // Without a reading, or with one in doubt, it counts from the last reading.
    const known = isInDoubt ? null : typed;
    const reading = known ?? machine?.currentReading ?? null;
    shown = {
      ...shown,
      lastDoneAt: date,
      lastDoneReading: typed,
      lastDoneOffset: offset,
      countsFrom: reading === null ? null : reading + offset,
      countsFromEstimated: known === null,
    };
  }
  return shown;
}
