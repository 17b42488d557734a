// Adding the movements of a year to a calculation, and filling in a movement from a job.
import { describe, expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { totalWords, withMovements, tableContent, type Moved } from '@/domain/movements/content';
import { manureInWords, movedQuantity, movesManure } from '@/domain/movements/from-job';
import { emptyMove } from '@/domain/stocking/stocking-form';
import { rulesFile } from '../rules/farms';

const ie = rulesFile('ie');
const moved = (more: Partial<Moved> & { amount?: number } = {}): Moved => ({
  ...{ direction: 'export', regime: 'ie', manure: 'cattle_slurry', unit: 'm3', nPerUnit: null, pPerUnit: null },
  ...{ contentFrom: 'table', ...more, quantity: fromNumeric(more.amount ?? 80) },
});

describe('the movements of a year in a calculation', () => {
  test('are added up by direction and manure, and replace the lines that were copied before', () => {
    const typed = emptyMove('typed', 'import', 'pig_slurry');
    const first = withMovements(ie, [typed], [moved(), moved({ amount: 160.5 })]);
    expect(first).toMatchObject({ omitted: 0, moves: [typed, { direction: 'export', amount: '240.5', n: '', p: '' }] });
    const again = withMovements(ie, first.moves, [moved(), moved({ direction: 'import', amount: 5 })]);
    expect(again.moves.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['import', ''],
      ['export', '80'],
      ['import', '5'],
    ]);
  });

  test('are copied once, until a movement or a copied line changes', () => {
    const typed = emptyMove('typed', 'import', 'pig_slurry');
    const movements = [moved(), moved({ direction: 'import', amount: 5 })];
    expect(withMovements(ie, [typed], []).state).toBe('none');
    const first = withMovements(ie, [typed], movements);
    expect(first.state).toBe('different');
    // Also if lines are typed afterwards, or the movements are read in another order.
    expect(withMovements(ie, [...first.moves, emptyMove('later', 'export', 'pig_slurry')], movements).state).toBe(
      'same',
    );
    expect(withMovements(ie, first.moves, movements.toReversed()).state).toBe('same');
    expect(withMovements(ie, first.moves, [...movements, moved({ amount: 1 })]).state).toBe('different');
    expect(
      withMovements(
        ie,
        first.moves.map((line) => ({ ...line, amount: '7' })),
        movements,
      ).state,
    ).toBe('different');
    expect(withMovements(ie, first.moves, [])).toMatchObject({ state: 'different', moves: [typed] });
  });

  test('leave out own holdings, and count those that the rules have no figures for', () => {
    const { moves, omitted } = withMovements(
      ie,
      [],
      [moved({ direction: 'own' }), moved({ unit: 't' }), moved({ manure: 'digestate_food_whole' })],
    );
    expect(moves).toEqual([]);
    expect(omitted).toBe(2);
  });

  test('keep an analysis apart from the table, unless it was counted by the rules of another country', () => {
    const analysis = { contentFrom: 'analysis', nPerUnit: fromNumeric(3.1), pPerUnit: fromNumeric(0.6) } as const;
    const { moves } = withMovements(
      ie,
      [],
      [moved(analysis), moved(), moved({ ...analysis, regime: 'eng-nvz', amount: 7 })],
    );
    expect(moves.map(({ amount, n, p }) => [amount, n, p])).toEqual([
      ['87', '', ''],
      ['80', '3.1', '0.6'],
    ]);
  });

  test('are summed up in words', () => {
    expect(totalWords([moved(), moved({ amount: 160 }), moved({ direction: 'import', unit: 't', amount: 20 })])).toBe(
      '3 movements: 240 m³ left the farm, 20 t came to the farm.',
    );
    // Cubic metres come before tonnes, in any order of the movements.
    expect(totalWords([moved({ unit: 't', amount: 5 }), moved()])).toBe(
      '2 movements: 80 m³ left the farm, 5 t left the farm.',
    );
    expect(totalWords([moved({ amount: 12.5 })])).toBe('1 movement: 12.5 m³ left the farm.');
  });
});

test('the table has figures for its own unit only', () => {
  expect(tableContent(ie, 'cattle_slurry', 'm3', '2026-11-26')).toMatchObject({ n: { value: 2.4 }, p: { value: 0.5 } });
  expect(tableContent(ie, 'cattle_slurry', 't', '2026-11-26')).toBeNull();
  expect(tableContent(ie, 'unknown', 'm3', '2026-11-26')).toBeNull();
});

test.each([
  ['Slurry spreading, umbilical', true],
  ['Muck spreading', true],
  ['Haulage', false],
  ['Baling', false],
])('a job "%s" moves manure: %s', (task, expected) => {
  expect(movesManure(task, null)).toBe(expected);
});
test('a haulage job whose description names the manure moves manure', () => {
  expect(movesManure('Haulage', 'Poultry litter to Hill Farm')).toBe(true);
});

test.each([
  [80, 'm3', { quantity: 80, unit: 'm3' }],
  [12.5, 'tonne', { quantity: 12.5, unit: 't' }],
  // 62,500 gallons.
  [62.5, 'gal_1000', { quantity: 284.1306, unit: 'm3' }],
  [12, 'load', null],
  [null, 'm3', null],
] as const)('a quantity of %s %s of a job becomes %o of a movement', (quantity, unit, expected) => {
  expect(movedQuantity(quantity === null ? null : fromNumeric(quantity), unit)).toEqual(
    expected && { ...expected, quantity: fromNumeric(expected.quantity) },
  );
});

test.each([
  ['ie', 'Slurry haulage', 'cattle_slurry'],
  ['ie', 'Pig slurry', 'pig_slurry'],
  ['ie', 'Muck spreading', 'farmyard_manure'],
  ['ie', 'Mushroom compost', 'spent_mushroom_compost'],
  ['eng-nvz', 'Slurry spreading', 'cattle_slurry'],
  ['eng-nvz', 'Haulage Poultry litter', 'poultry_manure'],
  ['eng-nvz', 'Digestate', 'digestate_food_whole'],
  ['eng-nvz', 'FYM', 'cattle_fym_fresh'],
  ['ni', 'Dirty water', 'dirty_water'],
  ['ie', 'Baling', undefined],
] as const)('under the rules of %s, "%s" is the manure %s', (regime, words, id) => {
  expect(manureInWords(rulesFile(regime), words)?.id).toBe(id);
});
