// The record types that this version of the app can send, by their kind.
import type { CapturedType } from '@/records/captured';
import { COMPLETION } from '@/records/completions';
import { COMPLIANCE_DONE } from '@/records/compliance-done';
import { CUSTOMER } from '@/records/customers';
import { ACTIVITY, HARVEST } from '@/records/field-activities';
import { JOB } from '@/records/jobs';
import { DEFECT, READING } from '@/records/machines';
import { NOTE } from '@/records/notes';
import { MEAL_BATCH } from '@/records/rations/meal-batches';
import { NOTICE_READ } from '@/records/notice-reads';
import { PHOTO } from '@/records/photos';
import type { Columns } from '@/records/record';
import { SERVICE } from '@/records/services';
import { SIGNOFF } from '@/records/signoffs';
import { MOVEMENT, SLURRY_LEVEL } from '@/records/slurry';
import { TASK } from '@/records/tasks';
import { TIME } from '@/records/time';
import { TMR_FEEDING } from '@/records/rations/tmr-feedings';
import { WORK } from '@/records/works';
import type { Entry } from './entry';

const CAPTURED: readonly CapturedType[] = [
  ...[WORK, JOB, SIGNOFF, CUSTOMER, TASK, PHOTO, NOTE, TIME, NOTICE_READ, COMPLETION],
  ...[TMR_FEEDING, MEAL_BATCH],
  ...[ACTIVITY, HARVEST],
  ...[READING, DEFECT, SERVICE],
  ...[SLURRY_LEVEL, MOVEMENT, COMPLIANCE_DONE],
];
const types = new Map(CAPTURED.map((type) => [type.kind, type]));

/** Replaces a record type: for tests. */
export function replaceRecordType(type: CapturedType): CapturedType {
  types.set(type.kind, type);
  return type;
}

/** The type of an entry; undefined if a newer version of the app saved it and this one does not know the type. */
export const typeOf = ({ kind }: Pick<Entry, 'kind'>): CapturedType | undefined => types.get(kind);

/** The type whose records are written into a table. */
export const tableType = (table: string): CapturedType | undefined =>
  [...types.values()].find((type) => type.table === table);

/** The entry in the current schema: migrates what an earlier version of the app saved. */
export function migrateEntry(entry: Entry): Entry {
  const type = typeOf(entry);
  if (!type?.migrate || entry.version >= type.version) return entry;
  const { version, fields, seen } = entry;
  const migrate = (old: Columns) => type.migrate?.(old, version) ?? old;
  return { ...entry, version: type.version, fields: migrate(fields), seen: seen && migrate(seen) };
}
