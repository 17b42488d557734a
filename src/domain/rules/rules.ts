// The schema of a country's rules: figures from the law or an official table, each with its unit, source and confidence.
// All figures are data (data/*.json), prepared from public documents on the day that the file names; none is in code.
import * as v from 'valibot';
import { REGIMES, type Regime } from './regimes';

export const REGIME_NAMES: Readonly<Record<Regime, string>> = {
  'eng-nvz': 'England, inside an NVZ',
  'eng-non-nvz': 'England, outside an NVZ',
  wales: 'Wales',
  'scot-nvz': 'Scotland, inside an NVZ',
  scot: 'Scotland, outside an NVZ',
  ni: 'Northern Ireland',
  ie: 'Ireland',
};

/**
 * read: in the law, an official tool or an official page. secondary: in a text that quotes the law. derived: arithmetic
 * on these. unread and missing: no source could be read, so there is no value and the app asks for one. own: entered by
 * the account holder.
 */
const CONFIDENCE = ['read', 'secondary', 'derived', 'unread', 'missing'] as const;
export type Confidence = (typeof CONFIDENCE)[number] | 'own';

const text = v.pipe(v.string(), v.minLength(1));
const date = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const word = <const Words extends readonly [string, ...string[]]>(...words: Words) => v.picklist(words);

/** Value, unit, source, confidence and note. A value is a number, or a period of the year, '10-15/01-31'. */
const figure = v.pipe(
  v.union([
    v.strictTuple([v.nullable(v.union([v.number(), text])), text, v.nullable(text), v.picklist(CONFIDENCE)]),
    v.strictTuple([v.nullable(v.union([v.number(), text])), text, v.nullable(text), v.picklist(CONFIDENCE), text]),
  ]),
  v.transform(([value, unit, source, confidence, note]) => ({ value, unit, source, confidence, note: note ?? null })),
  v.check(
    ({ value, confidence }) => (value === null) === (confidence === 'unread' || confidence === 'missing'),
    'A figure without a source has no value, and a value has a source.',
  ),
);

const stockClass = v.strictObject({
  id: text,
  label: text,
  group: word('cattle', 'sheep', 'pigs', 'poultry', 'other'),
  /** The kind by which its livestock units are looked up. */
  kind: text,
  /** Grazing livestock, for the derogation and the grassland stocking rate. */
  grazing: v.boolean(),
  /** How many animals its figures are for; 1 if it is not given. */
  per: v.optional(v.number()),
  milking: v.optional(v.boolean()),
  /** Milk band of an Irish dairy cow. */
  band: v.optional(text),
  /** Its figure is for the animal's whole time in the class, not for a year. */
  perStay: v.optional(v.boolean()),
  /** Its figure is for one crop of birds or one week. */
  times: v.optional(word('crops', 'weeks')),
  /** Its slurry is stored for a period of its own, `storage.weeks.sheep`. */
  storage: v.optional(word('sheep')),
  /** A class of the slurry table only. */
  slurryOnly: v.optional(v.boolean()),
});

const manure = v.strictObject({
  id: text,
  label: text,
  unit: word('m3', 't'),
  kind: word('livestock', 'poultry', 'other'),
  /**
   * The livestock whose manure it is, for the limit of the farm: grazing livestock, other, or not known (digestate of a farm).
   * None: it is no livestock manure (compost, biosolids, digestate of food), so that limit does not count it.
   */
  from: v.optional(word('grazing', 'other', 'mixed')),
  form: word('slurry', 'solid', 'dirty_water'),
  /** More than 30 % of its nitrogen is available when it is spread, so the closed periods apply. */
  highN: v.boolean(),
  /** Offered before the others. */
  common: v.optional(v.boolean()),
  compost: v.optional(v.boolean()),
  fym: v.optional(v.boolean()),
});

const crop = v.strictObject({
  id: text,
  label: text,
  land: word('grass', 'tillage'),
  /** Which additions to the N-max the crop can have: for a higher yield, or for cuts of grass. */
  adjust: v.optional(word('cereal', 'osr', 'grass')),
  winter: v.optional(v.boolean()),
});

const closedPeriod = v.strictObject({
  id: text,
  label: text,
  material: word('highN', 'organic', 'fym', 'dirty_water', 'chemical'),
  land: v.optional(word('grass', 'tillage')),
  soil: v.optional(word('sandy', 'other')),
  zone: v.optional(text),
});

const rules = v.strictObject({
  regime: v.picklist(REGIMES),
  /** The date on which the figures were prepared. A saved calculation stores it and is recalculated with this version. */
  version: date,
  title: text,
  /** The form in which its tables state phosphorus. */
  phosphorus: word('P', 'P2O5'),
  validFrom: date,
  validTo: v.nullable(date),
  law: v.array(text),
  /** How the storage period is given. */
  storage: word('dates', 'months', 'weeks', 'county'),
  /** Whether rain on open stores is added to the slurry, or subtracted from the capacity. */
  rainFrom: word('input', 'capacity'),
  zones: v.array(text),
  /** Each with its zone of the closed periods. */
  counties: v.array(v.strictTuple([text, text])),
  noFarmLimit: v.optional(v.boolean()),
  /** Tables of livestock units: id and name. */
  luSets: v.array(v.strictTuple([text, text])),
  defaultLuSet: text,
  livestock: v.array(stockClass),
  manures: v.array(manure),
  crops: v.array(crop),
  closedPeriods: v.array(closedPeriod),
  /** Title, address and year. */
  sources: v.record(text, v.strictTuple([text, v.string(), v.nullable(v.number())])),
  figures: v.record(text, figure),
});

export type Rules = v.InferOutput<typeof rules>;
export type StockClass = v.InferOutput<typeof stockClass>;
export type Manure = v.InferOutput<typeof manure>;
export type ClosedPeriod = v.InferOutput<typeof closedPeriod>;

/** Throws if the file does not match the schema. */
export const parseRules = (file: unknown): Rules => v.parse(rules, file);
