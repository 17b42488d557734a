// How an edit of a stored activity changes its rate and its total.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { activitySchema, activityText } from '@/features/fields/log/activity-schema';
import { ACTIVITY, type Activity } from '@/records/field-activities';

const nothing = Object.fromEntries(Object.keys(ACTIVITY.fields).map((name) => [name, null]));
const stored = {
  ...nothing,
  ...{ id: 'a', fieldId: 'f', fieldName: 'Long Field', activityType: 'fertiliser', status: 'done', season: 2026 },
  ...{ startedAt: '2026-07-14T09:00:00Z', areaHa: fromNumeric(2) },
  ...{ rate: fromNumeric(100), rateUnit: 'kg/ha', totalQty: fromNumeric(200) },
} as unknown as Activity;
const edited = (activity: Activity, change: object) => {
  const context = { zone: 'Europe/London', today: '2026-07-20', unit: 'hectare', intervals: [], people: [] } as const;
  const text = { ...activityText(activity, 'Europe/London', 'hectare'), ...change };
  return v.parse(activitySchema({ ...context, field: null, stored: activity }), text);
};

test('the total follows the rate and the area, and is cleared with either of them', () => {
  expect(edited(stored, { rate: '50' })).toMatchObject({ rate: fromNumeric(50), totalQty: fromNumeric(100) });
  expect(edited(stored, { rate: '' })).toMatchObject({ rate: null, rateUnit: null, totalQty: null });
  expect(edited(stored, { areaHa: '' })).toMatchObject({ areaHa: null, totalQty: null });
});

test('the total of an imported activity, which has no rate, stays', () => {
  const imported = { ...stored, rate: null, rateUnit: 'kg/ha' as const };
  expect(edited(imported, { notes: 'By hand' })).toMatchObject({ rateUnit: 'kg/ha', totalQty: fromNumeric(200) });
});

test('a finish that was left as it is follows another start', () => {
  const night = { ...stored, startedAt: '2026-07-14T21:00:00Z', finishedAt: '2026-07-15T01:00:00Z' };
  expect(edited(night, { notes: 'By hand' })).toMatchObject({ finishedAt: '2026-07-15T01:00:00Z' });
  // From 22:00 until 02:00, corrected to 01:00 until 02:00 of the 14th.
  expect(edited(night, { start: '01:00' })).toMatchObject({
    ...{ startedAt: '2026-07-14T00:00:00.000Z', finishedAt: '2026-07-14T01:00:00.000Z' },
  });
  // From 08:00 until 10:00, corrected to 11:00: until 10:00 of the next day.
  const day = { ...stored, startedAt: '2026-07-14T07:00:00Z', finishedAt: '2026-07-14T09:00:00Z' };
  expect(edited(day, { start: '11:00' })).toMatchObject({ finishedAt: '2026-07-15T09:00:00.000Z' });
});
