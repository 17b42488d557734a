// What a mix contains and costs, in words: for the screen, the load sheet and the mix card.
import { exact, rounded, times, toFixed, whole, type Fraction } from '@/domain/core/fraction';
import { formatMoney, formatQuantity, type Currency, type Decimal } from '@/domain/core/money';
import type { MealTotals } from './meal';
import { PER_CENT, sheetKg, type LoadSheet, type Ration } from './tmr';

const INCOMPLETE = 'incomplete';

/** `of`: what it should be, if there is a target. */
export type Fact = { label: string; value: string; of?: string | undefined };

const known = (figure: Fraction | null, words: (figure: Fraction) => string): string =>
  figure === null ? INCOMPLETE : words(figure);

export const moneyWords = (amount: Fraction | null, currency: Currency): string =>
  known(amount, (sum) => formatMoney(rounded(sum, 2), currency));

type Targets = { targetDmKg: Decimal | null; targetMeMj: Decimal | null; targetCpPct: Decimal | null };
const target = (value: Decimal | null, unit: string) =>
  value === null ? undefined : `target ${formatQuantity(value)} ${unit}`;

/** What one head gets a day. */
export const rationFacts = (ration: Ration, { targetDmKg, targetMeMj, targetCpPct }: Targets): Fact[] => [
  { label: 'Fresh', value: `${toFixed(ration.fresh, 2)} kg` },
  {
    label: 'Dry matter',
    value: `${toFixed(ration.dm, 2)} kg (${toFixed(ration.dmPct, 1)} %)`,
    of: target(targetDmKg, 'kg'),
  },
  {
    label: 'Energy',
    value: known(ration.me, (me) => {
      const concentration = ration.meConcentration && toFixed(ration.meConcentration, 2);
      return `${toFixed(me, 1)} MJ (${concentration ?? ''} MJ/kg DM)`;
    }),
    of: target(targetMeMj, 'MJ'),
  },
  {
    label: 'Protein',
    value: known(ration.cp, (cp) => `${toFixed(cp, 3)} kg (${ration.cpPct ? toFixed(ration.cpPct, 1) : ''} % of DM)`),
    of: target(targetCpPct, '%'),
  },
  { label: 'Forage', value: `${toFixed(ration.foragePct, 1)} % of DM` },
];

/** Costs of a mix, for people who may see them. */
export const costFacts = (
  { cost, costPerTonne }: Ration,
  { headCount, feedRatePct }: { headCount: number; feedRatePct: Decimal },
  currency: Currency,
): Fact[] => [
  { label: 'Cost a head and day', value: moneyWords(cost, currency) },
  { label: 'Cost a tonne', value: moneyWords(costPerTonne, currency) },
  {
    label: `Cost a day for ${headCount.toLocaleString('en-GB')}`,
    value: moneyWords(cost && times(cost, whole(headCount), exact(feedRatePct), PER_CENT), currency),
  },
];

/** "2 loads of 3,039 kg", "1 load of 6,078 kg". */
export const loadsWords = ({ loads, perLoad }: Pick<LoadSheet<unknown>, 'loads' | 'perLoad'>): string =>
  `${loads} ${loads === 1 ? 'load' : 'loads'} of ${formatQuantity(sheetKg(perLoad))} kg`;

/** What a meal mix contains. */
export const mealFacts = (totals: MealTotals): Fact[] => [
  { label: 'Dry matter', value: `${toFixed(totals.dmPct, 2)} %` },
  { label: 'Protein as fed', value: known(totals.cpFedPct, (pct) => `${toFixed(pct, 2)} %`) },
  { label: 'Protein of the dry matter', value: known(totals.cpPct, (pct) => `${toFixed(pct, 2)} %`) },
  { label: 'Energy', value: known(totals.meConcentration, (me) => `${toFixed(me, 2)} MJ/kg DM`) },
];
