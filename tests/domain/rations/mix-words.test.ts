// The figures of a mix as texts.
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { costFacts } from '@/domain/rations/mix-words';
import { rationOf } from '@/domain/rations/tmr';
import { mixFeed } from './feeds';

// 22.08 kg at £100 a tonne: £2.208 for a head at a feed rate of 100 %.
const ration = rationOf([{ ...mixFeed('Mix', [40, 11, 14, 100], 'forage'), fresh: fromNumeric(22.08) }]);
const costs = (rate: number, headCount = 73) =>
  ration && costFacts(ration, { headCount, feedRatePct: fromNumeric(rate) }, 'GBP');

test('the cost of a head and of a day use the same feed rate: at 104 %, £2.30 a head and £167.63 for 73', () => {
  expect(costs(104)).toEqual([
    { label: 'Cost a head and day, fed at 104 %', value: '£2.30' },
    // What a tonne of the mix costs does not depend on how much is fed.
    { label: 'Cost a tonne', value: '£100.00' },
    { label: 'Cost a day for 73', value: '£167.63' },
  ]);
  expect(costs(104, 1)?.map(({ value }) => value)).toEqual(['£2.30', '£100.00', '£2.30']);
  expect(costs(100)).toEqual([
    { label: 'Cost a head and day', value: '£2.21' },
    { label: 'Cost a tonne', value: '£100.00' },
    { label: 'Cost a day for 73', value: '£161.18' },
  ]);
});

test('a missing price makes every cost incomplete', () => {
  const unpriced = rationOf([{ ...mixFeed('Mix', [40, 11, 14, null]), fresh: fromNumeric(1) }]);
  const facts = unpriced && costFacts(unpriced, { headCount: 73, feedRatePct: fromNumeric(104) }, 'GBP');
  expect(facts?.map(({ value }) => value)).toEqual(['incomplete', 'incomplete', 'incomplete']);
});
