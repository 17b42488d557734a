// Saved calculations, and the figures that an account holder entered instead of those in the rules.
import { mutationOptions } from '@tanstack/react-query';
import { DESCENDING, deleteRecord, insertRecord, recordsQuery, type RowId } from '@/data/record-requests';
import {
  CALCULATION,
  OVERRIDE,
  type Calculation,
  type CalculationKind,
  type Override,
  type OverrideFields,
} from '@/records/calculations';

/** Every saved calculation of a kind, the latest year first. */
export const calculationsQuery = (ownerId: string, kind: CalculationKind) =>
  recordsQuery(CALCULATION, ownerId, [kind], (rows) =>
    rows.eq('kind', kind).order('year', DESCENDING).order('created_at', DESCENDING).order('id', DESCENDING),
  );

type Saved = Pick<Calculation, 'id' | 'name' | 'year' | 'inputs' | 'results'>;

/** The id is generated when the form opens, so that saving it twice creates only one. */
export const saveCalculation = mutationOptions({
  mutationKey: ['calculations', 'save'],
  mutationFn: ({
    ownerId,
    calculation: { id, ...fields },
  }: {
    ownerId: string;
    calculation: Saved & Pick<Calculation, 'kind' | 'regime' | 'ruleVersion'>;
  }) => insertRecord(CALCULATION, { id, ownerId }, fields),
  meta: {
    saved: { title: 'Calculation saved!' },
    failed: { title: 'Could not save the calculation' },
    invalidates: [CALCULATION.table],
  },
});

export const deleteCalculation = mutationOptions({
  mutationKey: ['calculations', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(CALCULATION, row),
  meta: {
    saved: { title: 'Calculation deleted.' },
    failed: { title: 'Could not delete the calculation' },
    invalidates: [CALCULATION.table],
  },
});

/** The account's own figures for every regime, oldest first: of two for the same figure and day, the later one applies. */
export const overridesQuery = (ownerId: string) =>
  recordsQuery(OVERRIDE, ownerId, [], (rows) => rows.order('created_at').order('id'));

export const addOverride = mutationOptions({
  mutationKey: ['rule-overrides', 'add'],
  mutationFn: ({ fields, ...row }: RowId & { fields: OverrideFields & Pick<Override, 'regime' | 'figure'> }) =>
    insertRecord(OVERRIDE, row, fields),
  meta: {
    saved: { title: 'Figure saved!' },
    failed: { title: 'Could not save the figure' },
    invalidates: [OVERRIDE.table],
  },
});

export const deleteOverride = mutationOptions({
  mutationKey: ['rule-overrides', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(OVERRIDE, row),
  meta: {
    saved: { title: 'Figure of the rules is used again.' },
    failed: { title: 'Could not remove the figure' },
    invalidates: [OVERRIDE.table],
  },
});
