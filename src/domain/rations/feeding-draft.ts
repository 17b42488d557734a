// A feeding in progress: the driver's step, and the loaded weights that differ from the load sheet.
import { decimal, decimalIn, ZERO, type Decimal } from '@/domain/core/money';
import { fractionOf, rounded, times, wholeNumber } from '@/domain/core/fraction';
import type { FedItem } from './log-json';
import { HEAD_COUNT_REFUSED, type LoadSheet, type TmrItem } from './tmr';

export type FeedingDraft = {
  /** The `updatedAt` of the mix: if the mix is changed, the steps start again. */
  updatedAt: string;
  head: string;
  /** From 0. */
  load: number;
  step: number;
  /** True once everything is loaded and the driver checks the figures to be logged. */
  logging: boolean;
  /** kg that were typed, by the place in the loading order. */
  actual: Readonly<Record<string, string>>;
  refusals: string;
  note: string;
};

export const newFeedingDraft = ({ headCount, updatedAt }: { headCount: number; updatedAt: string }): FeedingDraft => ({
  ...{ updatedAt, head: String(headCount), load: 0, step: 0, logging: false, actual: {}, refusals: '', note: '' },
});

/**
 * A stored draft for the mix as it is now. If the mix was changed, the steps start again and the typed kg of
 * ingredients are dropped; head count, refusals and note stay.
 */
export const resumeDraft = (draft: FeedingDraft, { updatedAt }: { updatedAt: string }): FeedingDraft =>
  draft.updatedAt === updatedAt ? draft : { ...draft, updatedAt, load: 0, step: 0, logging: false, actual: {} };

/** Whether the driver has gone on from the first feed, or typed kg. */
export const hasLoaded = ({ load, step, actual }: FeedingDraft): boolean =>
  load > 0 || step > 0 || Object.keys(actual).length > 0;

const MAX_HEAD = 100_000;

/** The head count as typed; null if it is not a whole number from 1. */
export function headOf(text: string): number | null {
  const head = (decimalIn(text, { decimals: 0 }) ?? 0) / 10_000;
  return head >= 1 && head <= MAX_HEAD ? head : null;
}

export const headProblem = (text: string): string | null => (headOf(text) === null ? HEAD_COUNT_REFUSED : null);

const MAX_KG = decimal(9_999_990_000);
const kgOf = (text: string, decimals: number): Decimal | null => {
  const kg = decimalIn(text, { decimals });
  return kg !== null && kg <= MAX_KG ? kg : null;
};

/** The weight of an ingredient by the scale's readings, for all loads together. */
const byScale = ({ loads, rows }: LoadSheet<TmrItem>, at: number): Decimal =>
  rounded(times(fractionOf(rows[at]?.adds ?? ZERO), wholeNumber(loads)), 3);

export const loadedText = (draft: FeedingDraft, sheet: LoadSheet<TmrItem>, at: number): string =>
  draft.actual[String(sheet.rows[at]?.item.order)] ?? String(byScale(sheet, at) / 10_000);

/** The ingredients as they will be logged; null in place of one whose kg is not a valid number. */
export const fedItems = (draft: FeedingDraft, sheet: LoadSheet<TmrItem>): (FedItem | null)[] =>
  sheet.rows.map(({ item, kg }, at) => {
    const actual = kgOf(loadedText(draft, sheet, at), 3);
    const planned = rounded(times(kg, wholeNumber(sheet.loads)), 3);
    return actual === null ? null : { feed: item.feed, name: item.name, planned, actual };
  });

/** The kg left of the previous feeding: null if nothing was entered, undefined if the text is not a valid number. */
export const refusalsOf = ({ refusals }: FeedingDraft): Decimal | null | undefined =>
  refusals.trim() === '' ? null : (kgOf(refusals, 1) ?? undefined);
