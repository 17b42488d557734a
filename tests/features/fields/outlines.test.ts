// Reading fields again: outlines are large, so those of unchanged fields are neither compared nor drawn again.
import { expect, test } from 'vitest';
import { fieldsQuery } from '@/data/fields/fields';
import type { Boundary } from '@/domain/fields/boundary';
import { joinedOutline } from '@/features/fields/map/outline-of';
import type { FarmField } from '@/records/fields';

const field = (id: string, updatedAt: string, east: number, more: Partial<FarmField> = {}) => {
  const boundary = { type: 'Polygon', coordinates: [[[east, 50]]] };
  return { id, updatedAt, boundary, noSpread: null, ...more } as unknown as FarmField;
};

/** What a client keeps of a field list that it read before and now. */
function keep(before: FarmField[] | undefined, now: FarmField[]): FarmField[] {
  const { structuralSharing } = fieldsQuery('farm');
  if (typeof structuralSharing !== 'function') throw new Error('outlines are compared point by point');
  return structuralSharing(before, now) as FarmField[];
}

test('an unchanged list stays the same object', () => {
  const before = [field('a', '1', -4), field('b', '1', -5)];
  expect(keep(before, [field('a', '1', -4), field('b', '1', -5)])).toBe(before);
});

test('a field that was drawn again gets its new outline, the others keep theirs', () => {
  const before = [field('a', '1', -4), field('b', '1', -5)];
  const now = keep(before, [field('a', '2', -3), field('b', '1', -5, { name: 'Top Field' })]);
  expect(now[0]?.boundary).toEqual(field('a', '2', -3).boundary);
  expect(now[1]?.boundary).toBe(before[1]?.boundary);
  expect(now[1]?.name).toBe('Top Field');
});

test('new and deleted fields are taken over', () => {
  expect(keep(undefined, [field('a', '1', -4)])).toEqual([field('a', '1', -4)]);
  expect(keep([field('a', '1', -4)], [field('b', '1', -5)])).toEqual([field('b', '1', -5)]);
});

test('merged fields keep their outlines; without any there is none', () => {
  const square = (east: number): Boundary => ({
    type: 'Polygon',
    coordinates: [
      [
        [east, 50],
        [east + 0.01, 50],
        [east + 0.01, 50.01],
        [east, 50.01],
        [east, 50],
      ],
    ],
  });
  const one = joinedOutline([{ boundary: square(-4) }]);
  const both = joinedOutline([{ boundary: square(-4) }, { boundary: null }, { boundary: square(-4.01) }]);
  expect(both.boundary).toEqual({
    type: 'MultiPolygon',
    coordinates: [square(-4).coordinates, square(-4.01).coordinates],
  });
  expect(Number(both.drawnAreaHa) / Number(one.drawnAreaHa)).toBeCloseTo(2, 3);
  expect(joinedOutline([{ boundary: null }])).toEqual({});
});
