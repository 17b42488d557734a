import { expect, test } from 'vitest';
import { currentNames } from '@/domain/account/current-names';

const { nameOf, rowOf, rowsOf } = currentNames([
  { id: 'dee', name: 'Dee Driver' },
  { id: 'ann', name: 'Ann Hill' },
]);

test('a record shows its author’s current name, whatever name it was written under', () => {
  expect(rowOf({ createdBy: 'dee', createdByName: 'Ann Hill' })).toEqual({
    createdBy: 'dee',
    createdByName: 'Dee Driver',
  });
  expect(rowOf({ employeeId: 'dee', createdByName: 'Ann Hill' }).createdByName).toBe('Dee Driver');
});

test('a record that names several people shows their current names', () => {
  const row = { createdByName: 'Ann Hill', doneBy: ['dee', 'casual'], doneByNames: ['Dee Before', 'Carl'] };
  expect(rowOf(row)).toEqual({ ...row, doneByNames: ['Dee Driver', 'Carl'] });
  const current = { ...row, doneByNames: ['Dee Driver', 'Carl'] };
  expect(rowOf(current)).toBe(current);
});

test('a record of an unknown person keeps the name it was written under', () => {
  for (const person of [null, undefined, 'gone']) expect(nameOf(person, 'Sam')).toBe('Sam');
  expect(rowOf({ employeeId: null, createdByName: 'Sam' }).createdByName).toBe('Sam');
});

test('an unchanged list is returned as the same object, and one list always gives the same result', () => {
  const same = [{ createdBy: 'dee', createdByName: 'Dee Driver' }];
  expect(rowsOf(same)).toBe(same);
  const other = [...same, { createdBy: 'ann', createdByName: 'Boss' }];
  expect(rowsOf(other)).toBe(rowsOf(other));
  expect(rowsOf(other)[0]).toBe(same[0]);
});
