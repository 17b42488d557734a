// Activities and harvests of fields: when they count as sent.
import { expect, it } from 'vitest';
import { differing } from '@/offline/outbox/send/compare';
import type { Columns } from '@/offline/outbox/entry';
import { ACTIVITY, HARVEST } from '@/records/field-activities';

const activity: Columns = {
  field_id: 'f1',
  field_name: 'Bottom Meadow',
  activity_type: 'spray',
  started_at: '2026-06-07T09:00:00.000Z',
  finished_at: null,
  area_ha: 12.4,
  rate: 1.5,
  total_qty: 18.6,
  operator_id: 'p1',
  operator_name: 'Sam',
};

it('an activity counts as sent if the database set the names of field and operator, or its field was deleted meanwhile (case 82)', () => {
  const stored = {
    ...activity,
    started_at: '2026-06-07T09:00:00+00:00',
    field_name: 'Bottom Meadow (river)',
    operator_name: 'Sam Driver',
  };
  expect(differing(ACTIVITY, 'insert', activity, stored)).toEqual([]);
  const deleted = { ...stored, field_id: null, field_problem: 'deleted', operator_id: null };
  expect(differing(ACTIVITY, 'insert', activity, deleted)).toEqual([]);
  expect(differing(ACTIVITY, 'insert', activity, { ...stored, rate: 2 })).toEqual(['rate']);
  expect(differing(ACTIVITY, 'insert', activity, { ...stored, started_at: '2026-06-07T10:00:00+00:00' })).toEqual([
    'started_at',
  ]);
});

it('a harvest counts as sent with its results in any order, and not with another quantity', () => {
  const harvest: Columns = {
    field_id: 'f1',
    field_name: 'Bottom Meadow',
    quantity: 32.4,
    quality: { specific_weight: 76.1, protein: 11.2 },
  };
  const stored = { ...harvest, field_id: null, quality: { protein: 11.2, specific_weight: 76.1 } };
  expect(differing(HARVEST, 'insert', harvest, stored)).toEqual([]);
  expect(differing(HARVEST, 'insert', harvest, { ...stored, quantity: 30 })).toEqual(['quantity']);
  expect(differing(HARVEST, 'insert', harvest, { ...stored, quality: { protein: 11.2 } })).toEqual(['quality']);
});
