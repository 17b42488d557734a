// The contents and costs of a mix as texts, for the screen, the load sheet and the mix card.
import { rounded, times, toFixed, wholeNumber, type Fraction } from '@/domain/core/fraction';
import { formatMoney, formatQuantity, type Currency, type Decimal } from '@/domain/core/money';
import { counted } from '@/domain/core/word-list';
import type { MealTotals } from './meal';
import { DEFAULT_RATE, fedAt, sheetKg, type LoadSheet, type Ration } from './tmr';

const INCOMPLETE = 'incomplete';

/** `of`: the target, if there is one. */
export type Fact = { label: string; value: string; of?: string | undefined };

const wordsOrIncomplete = (figure: Fraction | null, words: (figure: Fraction) => string): string =>
  figure === null ? INCOMPLETE : words(figure);

export const moneyWords = (amount: Fraction | null, currency: Currency): string =>
  wordsOrIncomplete(amount, (sum) => formatMoney(rounded(sum, 2), currency));

type Targets = { targetDmKg: Decimal | null; targetMeMj: Decimal | null; targetCpPct: Decimal | null };
const targetWords = (value: Decimal | null, unit: string) =>
  value === null ? undefined : `target ${formatQuantity(value)} ${unit}`;

/** The contents of the daily ration for one head. */
export const rationFacts = (ration: Ration, { targetDmKg, targetMeMj, targetCpPct }: Targets): Fact[] => [
  { label: 'Fresh', value: `${toFixed(ration.fresh, 2)} kg` },
  {
    label: 'Dry matter',
    value: `${toFixed(ration.dm, 2)} kg (${toFixed(ration.dmPct, 1)} %)`,
    of: targetWords(targetDmKg, 'kg'),
  },
  {
    label: 'Energy',
    value: wordsOrIncomplete(ration.me, (me) => {
      const concentration = ration.meConcentration && toFixed(ration.meConcentration, 2);
      return `${toFixed(me, 1)} MJ (${concentration ?? ''} MJ/kg DM)`;
    }),
    of: targetWords(targetMeMj, 'MJ'),
  },
  {
    label: 'Protein',
    value: wordsOrIncomplete(
      ration.cp,
      (cp) => `${toFixed(cp, 3)} kg (${ration.cpPct ? toFixed(ration.cpPct, 1) : ''} % of DM)`,
    ),
    of: targetWords(targetCpPct, '%'),
  },
  { label: 'Forage', value: `${toFixed(ration.foragePct, 1)} % of DM` },
];

/** Costs of a mix as it is fed, for people who may see them: those of a head times the head count are those of a day. */
export function costFacts(
  { cost, costPerTonne }: Ration,
  { headCount, feedRatePct }: { headCount: number; feedRatePct: Decimal },
  currency: Currency,
): Fact[] {
  const ofHead = cost && fedAt(cost, feedRatePct);
  const rate = feedRatePct === DEFAULT_RATE ? '' : `, fed at ${formatQuantity(feedRatePct)} %`;
  return [
    { label: `Cost a head and day${rate}`, value: moneyWords(ofHead, currency) },
    { label: 'Cost a tonne', value: moneyWords(costPerTonne, currency) },
    {
      label: `Cost a day for ${headCount.toLocaleString('en-GB')}`,
      value: moneyWords(ofHead && times(ofHead, wholeNumber(headCount)), currency),
    },
  ];
}

/** "2 loads of 3,039 kg", "1 load of 6,078 kg". */
export const loadsWords = ({ loads, perLoad }: Pick<LoadSheet<unknown>, 'loads' | 'perLoad'>): string =>
  `${counted(loads, 'load', 'loads')} of ${formatQuantity(sheetKg(perLoad))} kg`;

/** The contents of a meal mix. */
export const mealFacts = (totals: MealTotals): Fact[] => [
  { label: 'Dry matter', value: `${toFixed(totals.dmPct, 2)} %` },
  { label: 'Protein as fed', value: wordsOrIncomplete(totals.cpFedPct, (pct) => `${toFixed(pct, 2)} %`) },
  { label: 'Protein of the dry matter', value: wordsOrIncomplete(totals.cpPct, (pct) => `${toFixed(pct, 2)} %`) },
  { label: 'Energy', value: wordsOrIncomplete(totals.meConcentration, (me) => `${toFixed(me, 2)} MJ/kg DM`) },
];
