// Slurry stores, changed online; readings of their levels, and movements of slurry and manure, captured through the outbox.
import { MEASURED_QUANTITY, type NumberRule, positive, upTo } from '@/domain/core/number-rule';
import { CONTENT_SOURCES, DIRECTIONS, MANURE_UNITS, P_FORMS, quantityWords } from '@/domain/movements/movement';
import { REGIMES } from '@/domain/rules/regimes';
import { captured } from './captured';
import { choice, date, decimal, flag, id, instant, person, text, time } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';
import { STRUCK_FIELDS } from './struck';

const LENGTH = positive(999_999, 4);
/** kg in each m³ or t. */
export const CONTENT: NumberRule = {
  max: 1000,
  unreadable: 'Enter a number like 2.4.',
  tooFine: 'Enter a number like 2.4.',
};

export const SLURRY_STORE = record('slurry_stores', {
  name: text('Name', 60),
  shape: choice(['rect', 'circular', 'lagoon', 'bag', 'solid'], 'Shape'),
  covered: flag('Covered'),
  lengthM: decimal('Length', LENGTH).optional(),
  widthM: decimal('Width', LENGTH).optional(),
  depthM: decimal('Depth', LENGTH).optional(),
  diameterM: decimal('Diameter', LENGTH).optional(),
  bankRun: decimal('Slope of the banks', LENGTH).optional(),
  freeboardM: decimal('Kept clear', upTo(99_999, 4)).optional(),
  deductionM3: decimal(null, upTo(999_999_999, 4)).from('deduction_m3').optional(),
  volumeM3: decimal(null, positive(999_999_999, 4)).from('volume_m3').optional(),
  manure: choice(['livestock', 'layer', 'poultry'], 'Manure').optional(),
  active: flag('In use'),
});

export type SlurryStore = RecordOf<typeof SLURRY_STORE>;
export type SlurryStoreFields = EditableOf<typeof SLURRY_STORE>;

export const SLURRY_LEVEL = captured(
  record('slurry_levels', {
    storeId: id().onInsert(),
    readOn: date('Date'),
    readTime: time('Time').optional(),
    how: choice(['depth', 'from_top', 'volume'], 'Measured as'),
    amount: decimal('Level', upTo(999_999_999, 4)),
    note: text('Note', 300).optional(),
    ...STRUCK_FIELDS,
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'slurry-level',
    name: 'Level',
    version: 1,
    derived: [],
    title: ({ readOn }) => `Slurry level of ${readOn}`,
    groups: [
      ['read_on', 'read_time'],
      ['how', 'amount'],
    ],
    updateOnly: ['struck'],
  },
);

export type SlurryLevel = RecordOf<typeof SLURRY_LEVEL>;
export type SlurryLevelFields = EditableOf<typeof SLURRY_LEVEL>;

export const MOVEMENT = captured(
  record('manure_movements', {
    movedOn: date('Date'),
    direction: choice(DIRECTIONS, 'Direction'),
    /** The rules whose list the manure is from. */
    regime: choice(REGIMES).onInsert(),
    /** The manure's id in that list. */
    manure: text(),
    manureName: text('Manure', 80),
    quantity: decimal('Quantity', MEASURED_QUANTITY),
    unit: choice(MANURE_UNITS, 'Unit'),
    /** The farm's own store or place. */
    store: text('Own store', 80).optional(),
    /** The other farm or holding. */
    otherName: text('Other farm', 120).optional(),
    otherAddress: text('Address', 300).optional(),
    otherNumber: text('Herd or business number', 40).optional(),
    otherLand: text('Field or LPIS number', 120).optional(),
    transporterName: text('Transporter', 120).optional(),
    transporterAddress: text("Transporter's address", 300).optional(),
    vehicleReg: text('Registration', 20).optional(),
    /** The job it belongs to; null once that job is deleted. */
    workId: id().optional().onInsert(),
    /** kg in each m³ or t. */
    nPerUnit: decimal('Nitrogen, kg', CONTENT).optional(),
    pPerUnit: decimal('Phosphorus, kg', CONTENT).optional(),
    pForm: choice(P_FORMS).onInsert(),
    contentFrom: choice(CONTENT_SOURCES, 'Content from'),
    /** The last day on which it may be notified. The database replaces it with that of the rules, if they have one. */
    notifyBy: date('Notify by').optional(),
    /** The version of the rules that set `notifyBy`; null if the date was entered by hand. */
    ruleVersion: date().optional(),
    notifiedOn: date('Notified on').optional(),
    notifiedRef: text('Reference', 80).optional(),
    note: text('Note', 500).optional(),
    ...STRUCK_FIELDS,
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    /** Empty while the movement is only on this device. */
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'manure-movement',
    name: 'Movement',
    version: 1,
    title: (movement) => `${quantityWords(movement)} ${movement.manureName}`,
    // The database clears a job that was deleted meanwhile.
    derived: ['work_id'],
    // The database sets the deadline if its rules have one.
    isEquivalent: (column, _fields, row) =>
      (column === 'notify_by' || column === 'rule_version') && row['rule_version'] !== null,
    groups: [
      ['moved_on', 'direction', 'notify_by', 'rule_version'],
      ['manure', 'manure_name', 'quantity', 'unit', 'n_per_unit', 'p_per_unit', 'content_from'],
      ['notified_on', 'notified_ref'],
    ],
    editAt: (movement) => `/manure-movements/${movement}`,
    updateOnly: ['struck'],
  },
);

export type Movement = RecordOf<typeof MOVEMENT>;
export type MovementFields = EditableOf<typeof MOVEMENT>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  slurry_stores: { 'Slurry stores with their measurements': '*' },
  slurry_levels: { 'the levels read at them, and when': '*' },
  manure_movements: {
    'movements of slurry and manure': '*',
    'by when the authority has to be told and was told': 'notify_by notified_on',
    'the farm that they went to or came from, and who carried them':
      'other_name other_address other_number other_land transporter_name transporter_address vehicle_reg',
  },
};
