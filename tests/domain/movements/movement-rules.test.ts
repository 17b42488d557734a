// The deadline for notifying a movement of manure: the first and last days of each rule, and the sources of the rules.
import { expect, test } from 'vitest';
import type { Direction } from '@/domain/movements/movement';
import { movementState } from '@/domain/movements/movement-words';
import {
  deadlineOf,
  loadMovementRules,
  missingWords,
  parseMovementRules,
  ruleFor,
} from '@/domain/movements/movement-rules';
import { addDays, daysBetween, isDate } from '@/domain/core/time';

const rules = await loadMovementRules();
const deadline = (regime: string, direction: Direction, movedOn: string) => {
  const rule = ruleFor(rules, { regime, direction, movedOn });
  return rule && deadlineOf(rule, movedOn);
};

test.each([
  ['ie', 'export', '2026-11-26', '2026-11-30'],
  ['ie', 'export', '2026-12-29', '2027-01-02'],
  // A leap day, and the days before one.
  ['ie', 'export', '2028-02-25', '2028-02-29'],
  ['ie', 'export', '2028-02-29', '2028-03-04'],
  ['ie', 'export', '2027-02-25', '2027-03-01'],
  // Across the weekends on which the clocks change.
  ['ie', 'export', '2026-10-23', '2026-10-27'],
  ['ie', 'export', '2027-03-26', '2027-03-30'],
  ['ie', 'import', '2026-01-01', '2026-07-14'],
  ['ie', 'import', '2028-02-29', '2028-07-14'],
  ['ie', 'import', '2026-06-30', '2026-07-14'],
  ['ie', 'import', '2026-07-01', '2027-01-14'],
  ['ie', 'import', '2026-12-31', '2027-01-14'],
  ['ni', 'export', '2026-12-31', '2027-01-31'],
  ['ni', 'export', '2027-01-01', '2028-01-31'],
  ['ni', 'export', '2027-01-31', '2028-01-31'],
  ['ni', 'export', '2028-02-29', '2029-01-31'],
] as const)('in %s, an %s on %s has to be notified by %s', (regime, direction, movedOn, by) => {
  expect(deadline(regime, direction, movedOn)).toBe(by);
});

test.each([
  ['ie', 'export', '2024-12-31'],
  ['ie', 'own', '2026-11-26'],
  ['ni', 'import', '2026-11-26'],
  ['eng-nvz', 'export', '2026-11-26'],
  ['scot', 'export', '2026-11-26'],
  ['france', 'export', '2026-11-26'],
] as const)('in %s, the rules have no deadline for the movement "%s" on %s', (regime, direction, movedOn) => {
  expect(deadline(regime, direction, movedOn)).toBeNull();
});

test('a deadline is a real date after the movement, on every day of nine years', () => {
  for (let day = '2025-01-01'; day < '2034-01-01'; day = addDays(day, 1)) {
    for (const [regime, direction] of [
      ['ie', 'export'],
      ['ie', 'import'],
      ['ni', 'export'],
    ] as const) {
      const by = deadline(regime, direction, day) ?? '';
      expect(isDate(by), `${regime} ${direction} ${day}`).toBe(true);
      expect(daysBetween(day, by)).toBeGreaterThan(0);
      expect(daysBetween(day, by)).toBeLessThan(397);
    }
  }
});

test('each rule names its sources, and no two apply to the same movement', () => {
  for (const one of rules.rules) {
    for (const source of [one.source, one.needsSource])
      if (source !== null) expect(rules.sources[source]).toBeDefined();
    const same = rules.rules.filter(
      ({ regime, directions, validFrom, validTo }) =>
        regime === one.regime &&
        directions.some((direction) => one.directions.includes(direction)) &&
        validFrom <= (one.validTo ?? '9999') &&
        (validTo ?? '9999') >= one.validFrom,
    );
    expect(same).toEqual([one]);
  }
});

test('a rule without a source for its deadline, or with a malformed date, is refused', () => {
  const [first, ...others] = rules.rules;
  expect(() => parseMovementRules({ ...rules, rules: [{ ...first, source: null }, ...others] })).toThrow();
  expect(() =>
    parseMovementRules({ ...rules, rules: [{ ...first, due: { dates: [['02-30-', '01-31']] } }] }),
  ).toThrow();
});

test('an incomplete export record in Northern Ireland lists the details that are missing', () => {
  const empty = {
    ...{ otherName: 'J. Doe', otherAddress: null, otherNumber: null },
    ...{ transporterName: null, transporterAddress: '', nPerUnit: null },
  };
  const rule = ruleFor(rules, { regime: 'ni', direction: 'export', movedOn: '2026-11-26' });
  expect(missingWords(rule?.needs ?? [], empty)).toEqual([
    'the herd or business number of the other farm',
    'the name of the transporter',
    'the address of the transporter',
  ]);
});

test.each([
  ['2026-11-30', null, 'due_soon'],
  ['2026-11-26', null, 'due_soon'],
  ['2026-11-25', null, 'overdue'],
  ['2027-01-31', null, 'ok'],
  [null, null, 'none'],
  ['2026-11-25', '2026-11-26', 'notified'],
] as const)('on 26 November a movement due by %s, notified on %s, is %s', (notifyBy, notifiedOn, state) => {
  expect(movementState({ notifyBy, notifiedOn }, '2026-11-26')).toBe(state);
});
