// The units that work is charged in, and how quantities and rates are written with them.
import { decimal, formatQuantity, formatRate, hoursFromMinutes, ONE, type Currency, type Decimal } from './money';
import { formatDuration } from './time';

export type Unit = {
  code: string;
  /** In a selection: "per hour". */
  label: string;
  /** After a rate: "/ ac". */
  short: string;
  singular: string;
  plural: string;
  /** What the plus and minus buttons add. */
  step: Decimal;
  /** True if the quantity follows from start and finish. */
  fromTimes: boolean;
  /** The only possible quantity (1 for a fixed price), else null. */
  lockedQuantity: Decimal | null;
};

const STEPS = {
  whole: ONE,
  half: decimal(5_000),
  quarter: decimal(2_500),
  tenth: decimal(1_000),
  hundredth: decimal(100),
};

function unit(
  code: string,
  [label, short, singular, plural]: [label: string, short: string, singular: string, plural: string],
  step: Decimal,
): Unit {
  return {
    code,
    label,
    short,
    singular,
    plural,
    step,
    fromTimes: code === 'hour',
    lockedQuantity: code === 'fixed' ? ONE : null,
  };
}

/** Every unit, in the order in which they are offered. */
export const UNITS: readonly Unit[] = [
  unit('hour', ['per hour', 'h', 'hour', 'hours'], STEPS.quarter),
  unit('acre', ['per acre', 'ac', 'acre', 'acres'], STEPS.tenth),
  unit('hectare', ['per hectare', 'ha', 'hectare', 'hectares'], STEPS.hundredth),
  unit('bale', ['per bale', 'bale', 'bale', 'bales'], STEPS.whole),
  unit('load', ['per load', 'load', 'load', 'loads'], STEPS.whole),
  unit('tonne', ['per tonne', 't', 'tonne', 'tonnes'], STEPS.hundredth),
  unit('day', ['per day', 'day', 'day', 'days'], STEPS.half),
  unit('half_day', ['per half day', 'half day', 'half day', 'half days'], STEPS.half),
  unit('m3', ['per m³', 'm³', 'cubic metre', 'cubic metres'], STEPS.whole),
  unit('gal_1000', ['per 1,000 gallons', '1,000 gal', 'thousand gallons', 'thousand gallons'], STEPS.tenth),
  unit('mile', ['per mile', 'mile', 'mile', 'miles'], STEPS.whole),
  unit('km', ['per km', 'km', 'kilometre', 'kilometres'], STEPS.whole),
  unit('metre', ['per metre', 'm', 'metre', 'metres'], STEPS.whole),
  unit('head', ['per head', 'head', 'head', 'head'], STEPS.whole),
  unit('each', ['each', 'each', 'each', 'each'], STEPS.whole),
  unit('fixed', ['fixed price', 'fixed price', 'fixed price', 'fixed price'], STEPS.whole),
];

const byCode = new Map(UNITS.map((each) => [each.code, each]));

export const isUnit = (code: string): boolean => byCode.has(code);

/** The units of weights, areas, volumes, distances and hours, as codes and as typed: quantities with decimals, not counts. */
const MEASURED = /^(?:hour|acre|hectare|tonne|m3|gal_1000|mile|km|t|tonnes|ha|ac|m³)$/;

export const isMeasured = (unit: string): boolean => MEASURED.test(unit.trim().toLowerCase());

/** The unit of a code. An unknown text (in older records) is shown as it is. */
export const unitOf = (code: string): Unit => byCode.get(code) ?? unit(code, [code, code, code, code], STEPS.whole);

/**
 * "12.5 ac", "86 bales", "7 h 20", "62,500 gal", "fixed price".
 * `minutes` are the exact minutes worked; they are shown only if they equal the billed quantity.
 */
export function formatQuantityWithUnit(quantity: Decimal, code: string, minutes?: number): string {
  if (code === 'fixed') return 'fixed price';
  if (code === 'gal_1000') return `${formatQuantity(decimal(quantity * 1_000))} gal`;
  const { short, singular, plural } = unitOf(code);
  if (code === 'hour') {
    const exact = minutes ?? Math.round((quantity * 60) / ONE);
    return hoursFromMinutes(exact) === quantity ? formatDuration(exact) : `${formatQuantity(quantity)} h`;
  }
  const word = short !== singular ? short : quantity === ONE ? singular : plural;
  return `${formatQuantity(quantity)} ${word}`.trimEnd();
}

/** "£32.06 / ac", "£14.85 / 1,000 gal", "£3.50 each"; for a fixed price only that. */
export function formatRateWithUnit(rate: Decimal, code: string, currency: Currency): string {
  const price = formatRate(rate, currency);
  if (code === 'fixed') return price;
  return code === 'each' ? `${price} each` : `${price} / ${unitOf(code).short}`;
}
