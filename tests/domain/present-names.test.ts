import { expect, test } from 'vitest';
import { presentNames } from '@/domain/present-names';

const { nameOf, rowOf, rowsOf } = presentNames([
  { id: 'dee', name: 'Dee Driver' },
  { id: 'ann', name: 'Ann Hill' },
]);

test('a record shows the present name of its author, whatever name it was written under', () => {
  expect(rowOf({ createdBy: 'dee', createdByName: 'Ann Hill' })).toEqual({
    createdBy: 'dee',
    createdByName: 'Dee Driver',
  });
  expect(rowOf({ employeeId: 'dee', createdByName: 'Ann Hill' }).createdByName).toBe('Dee Driver');
});

test('a record of somebody who is not known keeps the name it was written under', () => {
  for (const person of [null, undefined, 'gone']) expect(nameOf(person, 'Sam')).toBe('Sam');
  expect(rowOf({ employeeId: null, createdByName: 'Sam' }).createdByName).toBe('Sam');
});

test('a list without a change is the same list, and one list always gives the same answer', () => {
  const same = [{ createdBy: 'dee', createdByName: 'Dee Driver' }];
  expect(rowsOf(same)).toBe(same);
  const other = [...same, { createdBy: 'ann', createdByName: 'Boss' }];
  expect(rowsOf(other)).toBe(rowsOf(other));
  expect(rowsOf(other)[0]).toBe(same[0]);
});
