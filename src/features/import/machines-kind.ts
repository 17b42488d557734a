import { MAX_VALUE, toNumeric } from '@/domain/core/money';
import { METER_TYPES, MACHINE_TYPES, type MachineType, type MeterType } from '@/domain/machinery/machine';
import { METER_WORDS, TYPE_WORDS } from '@/domain/machinery/machine-words';
import { MACHINE } from '@/records/machines';
import { nameKey, wordsOf, type ImportKind } from './kind';

const { fields } = MACHINE;
const TEXTS = [
  ['make', fields.make, ['Manufacturer', 'Brand']],
  ['model', fields.model, ['Model number']],
  ['serial_no', fields.serialNo, ['Serial', 'Serial no', 'VIN', 'Chassis number', 'PIN']],
  ['registration', fields.registration, ['Reg', 'Registration number', 'Number plate', 'Reg no']],
  ['notes', fields.notes, ['Note', 'Comments', 'Remarks']],
] as const;
const DATES = [
  ['purchase_date', fields.purchaseDate, ['Purchase date', 'Purchased', 'Date bought']],
  ['insurance_expires', fields.insuranceExpires, ['Insurance', 'Insurance expires', 'Insured until']],
  ['tax_expires', fields.taxExpires, ['Tax', 'Road tax', 'Tax expires']],
  ['mot_due', fields.motDue, ['MOT', 'DOE', 'CVRT']],
  ['loler_due', fields.lolerDue, ['LOLER', 'LOLER due', 'Thorough examination']],
  ['sprayer_test_due', fields.sprayerTestDue, ['Sprayer test', 'NSTS']],
] as const;

const TYPES = wordsOf<MachineType>(MACHINE_TYPES, TYPE_WORDS, {
  ...{ quad: 'atv', quadbike: 'atv', combineharvester: 'combine', forageharvester: 'forager', tanker: 'slurry_tanker' },
  ...{ telescopichandler: 'telehandler', loadall: 'telehandler', excavator: 'digger', car: 'vehicle', van: 'vehicle' },
  ...{
    pickup: 'vehicle',
    lorry: 'vehicle',
    truck: 'vehicle',
    plough: 'cultivator',
    harrow: 'cultivator',
    genset: 'generator',
  },
});
const METERS = wordsOf<MeterType>(METER_TYPES, METER_WORDS, {
  ...{ h: 'hours', hrs: 'hours', hour: 'hours', kilometers: 'km', kms: 'km', mile: 'miles', mi: 'miles' },
  ...{ hectare: 'ha', bale: 'bales', no: 'none' },
});

const MAX_READING = 999_999_999;

export const MACHINES: ImportKind = {
  name: 'machines',
  title: 'Machines',
  words: ['machine', 'machines'],
  maxRows: 2_000,
  hint: 'Only a name is needed. Machines of the same name stay as they are.',
  example: {
    ...{
      name: 'JD 6155R',
      machine_type: 'Tractor',
      make: 'John Deere',
      model: '6155R',
      serial_no: '1L06155RCKG123456',
    },
    ...{ registration: 'YX19 ABC', year: '2019', meter_type: 'Hours', reading: '4120', purchase_date: '14/03/2019' },
  },
  columns: [
    { key: 'name', label: 'Name', required: true, names: ['Machine', 'Machine name', 'Asset', 'Description', 'Item'] },
    { key: 'machine_type', label: 'Type', names: ['Kind', 'Machine type', 'Category'] },
    ...TEXTS.map(([key, field, names]) => ({ key, label: field.label ?? key, names })),
    { key: 'year', label: 'Year', names: ['Year of manufacture', 'Built', 'Model year'] },
    { key: 'meter_type', label: 'Meter', names: ['Meter type', 'Meter unit'] },
    {
      key: 'reading',
      label: 'Reading',
      kind: 'number',
      names: ['Meter reading', 'Current reading', 'Hours', 'Engine hours', 'Clock', 'Mileage'],
    },
    { key: 'purchase_price', label: 'Price', kind: 'number', names: ['Purchase price', 'Cost', 'Bought for'] },
    ...DATES.map(([key, field, names]) => ({ key, label: field.label ?? key, names, kind: 'date' as const })),
  ],
  read: (row, { today }) => {
    const name = row.text('name', fields.name.max);
    if (name === null && row.problems.length === 0) row.problems.push('Name: It is empty.');
    const meter = row.choice('meter_type', METERS);
    const reading = row.measure('reading', MAX_READING);
    if (meter === 'none' && reading !== null) row.problems.push('Reading: This machine has no meter.');
    const price = row.decimal('purchase_price', MAX_VALUE);
    return {
      name,
      notes: [],
      columns: {
        name,
        machine_type: row.choice('machine_type', TYPES) ?? 'other',
        ...Object.fromEntries(TEXTS.map(([key, { max }]) => [key, row.text(key, max)])),
        year: row.whole('year', 1930, Number(today.slice(0, 4)) + 1),
        meter_type: meter ?? 'hours',
        reading,
        purchase_price: price === null ? null : toNumeric(price),
        ...Object.fromEntries(DATES.map(([key]) => [key, row.date(key)])),
      },
    };
  },
  existing: ({ machines }) => ({ has: (name) => machines.has(nameKey(name)) }),
};
