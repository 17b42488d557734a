// TMR mixes: the contents and costs of a ration for one head, and the load sheet for today's head count. Figures are
// exact, and rounded only where they are shown.
import {
  ceiling,
  fractionOf,
  isBelow,
  nearestMultiple,
  dividedBy,
  plus,
  rounded,
  sumOf,
  times,
  wholeNumber,
  type Fraction,
} from '@/domain/core/fraction';
import { decimal, fromNumeric, ZERO, type Decimal } from '@/domain/core/money';
import { isDryMatter, type Analysis, type FeedCategory, type MixFeed } from './feed';

export type TmrItem = MixFeed & {
  /** The place in the loading order, from 1; unique in the mix. */
  order: number;
  /** kg for one head, as fed. */
  fresh: Decimal;
  /** Minutes to mix after it is loaded. */
  minutes: number | null;
  note: string;
};

export const HEAD_COUNT_REFUSED = 'Head count must be 1 or more.';
export const SAME_PLACE = 'Two ingredients have the same place in the loading order.';
export const PREMIX = 'Pre-mix small amounts.';
export const MAX_ITEMS = 40;

export const hasSamePlaces = (places: readonly number[]): boolean => new Set(places).size < places.length;

const PER_CENT: Fraction = { n: 1n, d: 100n };
const HUNDRED = wholeNumber(100);
const THOUSAND = wholeNumber(1000);

/** The sum; null if a part is not known. */
const sumIfComplete = (parts: readonly (Fraction | null)[]): Fraction | null =>
  parts.every((part) => part !== null) ? sumOf(parts) : null;

/** a / b × factor; null if `a` is not known or `b` is zero. */
const scaledRatio = (a: Fraction | null, b: Fraction, factor: Fraction): Fraction | null => {
  const ratio = a && dividedBy(a, b);
  return ratio && times(ratio, factor);
};

const dryMatter = (fresh: Fraction, { dm }: Analysis) => times(fresh, fractionOf(dm), PER_CENT);
/** MJ in this much of a feed. */
const energy = (fresh: Fraction, feed: Analysis) =>
  feed.me === null ? null : times(dryMatter(fresh, feed), fractionOf(feed.me));
/** kg of protein in this much of a feed. */
const protein = (fresh: Fraction, feed: Analysis) =>
  feed.cp === null ? null : times(feed.basis === 'dm' ? dryMatter(fresh, feed) : fresh, fractionOf(feed.cp), PER_CENT);
const costOf = (fresh: Fraction, { cost }: Analysis) =>
  cost === null ? null : times(fresh, fractionOf(cost), { n: 1n, d: 1000n });

export type Ration = {
  fresh: Fraction;
  dm: Fraction;
  /** Dry matter in % of the fresh weight. */
  dmPct: Fraction;
  /** MJ, and MJ/kg of dry matter; null if the energy of a feed is not known. */
  me: Fraction | null;
  meConcentration: Fraction | null;
  /** kg of protein, and % of the dry matter; null if the protein of a feed is not known. */
  cp: Fraction | null;
  cpPct: Fraction | null;
  /** Null if a price is missing: a sum without it would be too low. */
  cost: Fraction | null;
  costPerTonne: Fraction | null;
  /** The forages' share of the dry matter, in %. */
  foragePct: Fraction;
};

/** The contents of these feeds; null if there are none. */
export function rationOf(parts: readonly (Analysis & { fresh: Decimal; category: FeedCategory })[]): Ration | null {
  const amounts = parts.map((part) => ({ part, fresh: fractionOf(part.fresh) }));
  const fresh = sumOf(amounts.map((one) => one.fresh));
  const dm = sumOf(amounts.map(({ part, fresh: kg }) => dryMatter(kg, part)));
  const dmShare = dividedBy(dm, fresh);
  const forage = dividedBy(
    sumOf(amounts.filter(({ part }) => part.category === 'forage').map(({ part, fresh: kg }) => dryMatter(kg, part))),
    dm,
  );
  if (!dmShare || !forage) return null;
  const me = sumIfComplete(amounts.map(({ part, fresh: kg }) => energy(kg, part)));
  const cp = sumIfComplete(amounts.map(({ part, fresh: kg }) => protein(kg, part)));
  const cost = sumIfComplete(amounts.map(({ part, fresh: kg }) => costOf(kg, part)));
  return {
    fresh,
    dm,
    dmPct: times(dmShare, HUNDRED),
    me,
    meConcentration: me && dividedBy(me, dm),
    cp,
    cpPct: scaledRatio(cp, dm, HUNDRED),
    cost,
    costPerTonne: scaledRatio(cost, fresh, THOUSAND),
    foragePct: times(forage, HUNDRED),
  };
}

/** The settings of a feeding, besides its ingredients. */
export type Feeding = {
  headCount: number;
  feedRatePct: Decimal;
  feedsPerDay: number;
  wagonCapacityKg: Decimal | null;
  roundingKg: Decimal;
};

/**
 * What is fed for one head and day, of its weight or cost in the ration: the ration describes what a head eats, and the
 * feed rate adds what it leaves.
 */
export const fedAt = (ofRation: Fraction, feedRatePct: Decimal): Fraction =>
  times(ofRation, fractionOf(feedRatePct), PER_CENT);

export type LoadRow<Item> = {
  item: Item;
  /** Exact weight for one load. */
  kg: Fraction;
  /** The scale's reading after it is loaded: the exact running total, rounded. */
  reads: Decimal;
  /** The difference to the previous reading: these add up to the last reading. */
  adds: Decimal;
  /** Too little to spread evenly by itself. */
  premix: boolean;
};
export type LoadSheet<Item> = {
  /** Each feeding is loaded in this many wagons of the same size. */
  loads: number;
  /** For one feeding, all loads together. */
  total: Fraction;
  /** For one load. */
  perLoad: Fraction;
  rows: LoadRow<Item>[];
};

/** Less than this in one load, or less than 1 % of the load, is pre-mixed. */
const SMALL_KG = wholeNumber(20);

/**
 * The load sheet in loading order. The scale of a feeder wagon shows the running total, so that total is rounded, and
 * not each ingredient: errors of rounding do not add up.
 */
export function loadSheet<Item extends Pick<TmrItem, 'fresh' | 'order'>>(
  items: readonly Item[],
  { headCount, feedRatePct, feedsPerDay, wagonCapacityKg, roundingKg }: Feeding,
): LoadSheet<Item> {
  const factor = times(fedAt(wholeNumber(headCount), feedRatePct), { n: 1n, d: BigInt(feedsPerDay) });
  const inOrder = items.toSorted((a, b) => a.order - b.order);
  const total = times(sumOf(inOrder.map(({ fresh }) => fractionOf(fresh))), factor);
  const wagons = wagonCapacityKg === null ? null : dividedBy(total, fractionOf(wagonCapacityKg));
  const loads = Math.max(1, wagons ? ceiling(wagons) : 1);
  const ofOneLoad: Fraction = { n: 1n, d: BigInt(loads) };
  let running: Fraction | null = null;
  let last = ZERO;
  const rows = inOrder.map((item): LoadRow<Item> => {
    const kg = times(fractionOf(item.fresh), factor, ofOneLoad);
    running = running ? plus(running, kg) : kg;
    const reads = nearestMultiple(running, roundingKg);
    const adds = decimal(reads - last);
    last = reads;
    return {
      item,
      kg,
      reads,
      adds,
      premix: isBelow(kg, SMALL_KG) || isBelow(times(kg, HUNDRED), times(total, ofOneLoad)),
    };
  });
  return { loads, total, perLoad: times(total, ofOneLoad), rows };
}

/** The fresh kg with the same dry matter after the dry matter % has changed: 28 kg at 28 % become 31.36 kg at 25 %. */
export function freshAtDryMatter(fresh: Decimal, from: Decimal, to: Decimal): Decimal | null {
  const same = isDryMatter(to) ? dividedBy(times(fractionOf(fresh), fractionOf(from)), fractionOf(to)) : null;
  return same && rounded(same, 3);
}

/** The percentage of the last feeding that was not eaten; null if nothing was fed. */
export const refusalsPct = (left: Decimal, fed: Decimal): Fraction | null =>
  scaledRatio(fractionOf(left), fractionOf(fed), HUNDRED);

/** Weights of a load sheet: at most one decimal, because no scale shows more. */
export const sheetKg = (kg: Fraction): Decimal => rounded(kg, isBelow(kg, wholeNumber(100)) ? 1 : 0);

export const DEFAULT_RATE = fromNumeric(100);
