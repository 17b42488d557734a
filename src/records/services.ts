// Services of machines: schedules, changed online, and completed services, captured through the outbox.
import { positive, upTo, whole } from '@/domain/core/number-rule';
import { partsOf, SERVICE_KINDS, type Part } from '@/domain/machinery/machine';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, date, flag, id, ids, instant, json, number, person, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

const partsField = (label: string) =>
  json<Part[]>(
    [],
    partsOf,
    // The keys are in the order in which jsonb returns them, because sent parts and the row are compared as text.
    (list) => list.map(({ name, number, quantity }) => ({ name, number, quantity })),
    label,
  );

export const SCHEDULE = record('service_schedules', {
  machineId: id().onInsert(),
  name: text('Service', 80),
  intervalMeter: number('Every, by the meter', positive(9_999_999, 1)).optional(),
  intervalMonths: number('Every, in months', whole(240, 1)).optional(),
  lastDoneAt: date('Last done on').optional(),
  lastDoneReading: number('Last done at', upTo(9_999_999, 1)).optional(),
  /** The `meterOffset` of the machine when the service was last done. */
  lastDoneOffset: number().fromDatabase(),
  /** The lifetime reading that the meter's interval counts from, and whether it is that of another day. */
  countsFrom: number().optional().fromDatabase(),
  countsFromEstimated: flag().fromDatabase(),
  firstAtReading: number('First at', positive(9_999_999, 1)).optional(),
  warnPct: number('Warn at this part of the interval, %', { ...whole(100), percent: true, orZero: true }),
  warnDays: number('Warn this many days before', { ...whole(365), orZero: true }),
  parts: partsField('Parts'),
  active: flag('Active'),
});
export type Schedule = RecordOf<typeof SCHEDULE>;
export type ScheduleFields = EditableOf<typeof SCHEDULE>;

export const SERVICE = captured(
  record('service_records', {
    machineId: id().onInsert(),
    /** The schedules that it fulfils. */
    scheduleIds: ids(),
    /** The defects that it fixes. */
    fixes: ids(),
    serviceDate: date('Date'),
    reading: number('Reading', upTo(999_999_999, 1)).optional(),
    kind: choice(SERVICE_KINDS, 'Kind'),
    description: text('What was done', 2000),
    parts: partsField('Parts'),
    labourHours: number('Hours of work', upTo(9999, 2)).optional(),
    supplier: text('Done by', 120).optional(),
    invoiceRef: text('Invoice', 60).optional(),
    downtimeH: number('Hours out of use', upTo(999_999, 1)).optional(),
    nextNote: text('For next time', 500).optional(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'service',
    name: 'Service',
    version: 1,
    title: ({ description }) => `Service: ${description.slice(0, 60)}`,
    // The database leaves out schedules and defects that were deleted meanwhile, and sorts the ids.
    derived: ['schedule_ids', 'fixes'],
    invalidates: [keys.machines, keys.serviceSchedules, keys.machineDefects, keys.machineReadings],
  },
);
export type Service = RecordOf<typeof SERVICE>;
export type ServiceFields = EditableOf<typeof SERVICE>;

/** The columns of a CSV file of services, each with its field. */
export const SERVICE_CSV = {
  date: 'serviceDate',
  reading: 'reading',
  kind: 'kind',
  description: 'description',
  labour_h: 'labourHours',
  downtime_h: 'downtimeH',
  done_by: 'supplier',
  invoice: 'invoiceRef',
  next_time: 'nextNote',
  entered_by: 'createdByName',
} as const satisfies Record<string, keyof Service>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  service_schedules: { 'which services are due and were done, by whom and with which parts': '*' },
  service_records: { 'which services are due and were done, by whom and with which parts': '*' },
};
