// Machines of the farm, their readings and reported defects. Machines are changed online; readings and defects are
// captured through the outbox.
import { positive, upTo, whole } from '@/domain/core/number-rule';
import {
  DEFECT_STATUSES,
  MACHINE_STATUSES,
  MACHINE_TYPES,
  METER_TYPES,
  READING_SOURCES,
  SEVERITIES,
} from '@/domain/machinery/machine';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, date, flag, id, instant, number, person, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

export const MACHINE = record('machines', {
  name: text('Name', 60),
  machineType: choice(MACHINE_TYPES, 'Type'),
  make: text('Make', 60).optional(),
  model: text('Model', 60).optional(),
  serialNo: text('Serial number', 60).optional(),
  registration: text('Registration', 20).optional(),
  year: number('Year', whole(2200, 1930)).optional(),
  meterType: choice(METER_TYPES, 'Meter'),
  status: choice(MACHINE_STATUSES, 'Status'),
  purchaseDate: date('Bought on').optional(),
  soldDate: date('Sold on').optional(),
  widthM: number('Working width', positive(9999, 2)).optional(),
  capacity: number('Capacity', positive(9_999_999, 2)).optional(),
  capacityUnit: text('Unit of the capacity', 20).optional(),
  engineOil: text('Engine oil', 120).optional(),
  hydOil: text('Hydraulic oil', 120).optional(),
  coolant: text('Coolant', 120).optional(),
  tyreFrontBar: number('Front tyres, bar', positive(99, 2)).optional(),
  tyreRearBar: number('Rear tyres, bar', positive(99, 2)).optional(),
  filters: text('Filters', 1000).optional(),
  notes: text('Notes', 2000).optional(),
  insuranceExpires: date('Insurance until').optional(),
  taxExpires: date('Tax until').optional(),
  motDue: date('MOT due').optional(),
  lolerDue: date('Thorough examination (LOLER) due').optional(),
  sprayerTestDue: date('Sprayer test due').optional(),
  currentReading: number('Reading').optional().fromDatabase(),
  currentReadingAt: instant().optional().fromDatabase(),
  /** The total counted by the machine's earlier meters. */
  meterOffset: number().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type Machine = RecordOf<typeof MACHINE>;
export type MachineFields = EditableOf<typeof MACHINE>;

/** The columns of a CSV file of the fleet, each with its field. */
export const MACHINE_CSV = {
  name: 'name',
  type: 'machineType',
  make: 'make',
  model: 'model',
  year: 'year',
  serial_no: 'serialNo',
  registration: 'registration',
  status: 'status',
  meter: 'meterType',
  reading: 'currentReading',
  read_at: 'currentReadingAt',
  bought_on: 'purchaseDate',
  sold_on: 'soldDate',
  width_m: 'widthM',
  capacity: 'capacity',
  capacity_unit: 'capacityUnit',
  engine_oil: 'engineOil',
  hydraulic_oil: 'hydOil',
  coolant: 'coolant',
  front_tyres_bar: 'tyreFrontBar',
  rear_tyres_bar: 'tyreRearBar',
  filters: 'filters',
  insurance_until: 'insuranceExpires',
  tax_until: 'taxExpires',
  mot_due: 'motDue',
  loler_due: 'lolerDue',
  sprayer_test_due: 'sprayerTestDue',
  notes: 'notes',
} as const satisfies Record<string, keyof Machine>;

export const READING = captured(
  record('machine_readings', {
    machineId: id().onInsert(),
    reading: number('Reading', upTo(999_999_999, 1)),
    readAt: instant('Read at').onInsert(),
    meterReplaced: flag('Meter replaced'),
    note: text('Note', 200).optional().onInsert(),
    source: choice(READING_SOURCES).fromDatabase(),
    /** The checklist, service or job that it came with. */
    sourceId: id().optional().fromDatabase(),
    meterOffset: number().fromDatabase(),
    /** The meter can hardly have shown it: it does not count until it is corrected. */
    doubted: flag().fromDatabase(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
  }),
  {
    kind: 'reading',
    name: 'Reading',
    version: 1,
    title: ({ reading }) => `Reading: ${reading}`,
    // A phone's clock may be ahead.
    derived: ['read_at'],
    // A service without a reading counts from the last one.
    invalidates: [keys.machines, keys.serviceSchedules],
  },
);
export type Reading = RecordOf<typeof READING>;

export const DEFECT = captured(
  record('machine_defects', {
    machineId: id().onInsert(),
    reportedAt: instant('Reported at').onInsert(),
    description: text('What is wrong', 1000),
    severity: choice(SEVERITIES, 'How serious'),
    status: choice(DEFECT_STATUSES, 'State').onUpdate(),
    fixedByRecordId: id().optional().fromDatabase(),
    closedAt: instant().optional().fromDatabase(),
    closedByName: text().optional().fromDatabase(),
    completionId: id().optional().fromDatabase(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'defect',
    name: 'Defect',
    version: 1,
    title: ({ description }) => `Defect: ${description.slice(0, 60)}`,
    // A phone's clock may be ahead.
    derived: ['reported_at'],
    invalidates: [keys.machines],
  },
);
export type Defect = RecordOf<typeof DEFECT>;

/** For the rules of `src/domain/machinery/readings.ts`. */
export const asStored = ({ id, reading, readAt, meterReplaced, doubted }: Reading) => ({
  ...{ id, reading, meterReplaced, doubted },
  at: readAt,
});

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  machines: {
    'Each machine with its numbers, oils, tyres and dates': '*',
    'the readings of its meter': 'current_reading current_reading_at meter_offset',
  },
  machine_readings: { 'the readings of its meter': '*' },
  machine_defects: { 'defects with who reported and who closed them': '*' },
};
