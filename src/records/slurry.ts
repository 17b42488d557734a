// Slurry stores, changed online, and the levels read at them, which are captured without signal.
import { captured } from './captured';
import { choice, date, decimal, flag, id, instant, text, time } from './field';
import { record, type EditableOf, type RecordOf } from './record';

export const SLURRY_STORE = record('slurry_stores', {
  name: text('Name', 60),
  shape: choice(['rect', 'circular', 'lagoon', 'bag', 'solid'], 'Shape'),
  covered: flag('Covered'),
  lengthM: decimal('Length').optional(),
  widthM: decimal('Width').optional(),
  depthM: decimal('Depth').optional(),
  diameterM: decimal('Diameter').optional(),
  bankRun: decimal('Slope of the banks').optional(),
  freeboardM: decimal('Kept clear').optional(),
  deductionM3: decimal().from('deduction_m3').optional(),
  volumeM3: decimal().from('volume_m3').optional(),
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
    amount: decimal('Level'),
    note: text('Note', 300).optional(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'slurry-level',
    version: 1,
    derived: [],
    title: ({ readOn }) => `Slurry level of ${readOn}`,
    groups: [
      ['read_on', 'read_time'],
      ['how', 'amount'],
    ],
  },
);

export type SlurryLevel = RecordOf<typeof SLURRY_LEVEL>;
export type SlurryLevelFields = EditableOf<typeof SLURRY_LEVEL>;
