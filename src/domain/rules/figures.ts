// Figures of the rules, or the account holder's own in their place. A calculation looks up each figure by its key, which
// records the figures that it used and those that are missing.
import { MONTH_DAY_PERIOD } from './period';
import type { Confidence, Rules } from './rules';

/** A figure that the account holder entered, with where it comes from: a laboratory, an adviser, a metered volume. */
type OwnFigure = { value: string; reason: string };
export type OwnFigures = Readonly<Record<string, OwnFigure>>;

export type Figure = {
  key: string;
  value: number | string | null;
  unit: string;
  confidence: Confidence;
  /** Title and address of the document, or the reason of an own figure. */
  source: { title: string; url: string; year: number | null } | null;
  note: string | null;
  /** For an own figure: the value in the rules that it replaces. */
  replaced: number | string | null;
};

/** The value of an own figure; null if it is neither a number of 0 or more nor a period such as 10-15/01-31. */
export function ownValue(text: string): number | string | null {
  if (MONTH_DAY_PERIOD.test(text)) return text;
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : null;
}

/**
 * The key that applies on a date: of 'slurry.cow' and 'slurry.cow@2028-10-01' the second one from 1 October 2028 on.
 */
export function keyOn(rules: Rules, key: string, date: string | undefined): string {
  if (date === undefined) return key;
  const later = datedKeys(rules)
    .get(key)
    ?.filter((from) => from <= date)
    .at(-1);
  return later === undefined ? key : `${key}@${later}`;
}

const datedKeysByRules = new WeakMap<Rules, ReadonlyMap<string, readonly string[]>>();
function datedKeys(rules: Rules): ReadonlyMap<string, readonly string[]> {
  const cached = datedKeysByRules.get(rules);
  if (cached) return cached;
  const keys = new Map<string, string[]>();
  for (const name of Object.keys(rules.figures).toSorted()) {
    const [key = '', from] = name.split('@');
    if (from !== undefined) keys.set(key, [...(keys.get(key) ?? []), from]);
  }
  datedKeysByRules.set(rules, keys);
  return keys;
}

export function figureOf(rules: Rules, own: OwnFigures, key: string): Figure {
  const stored = rules.figures[key];
  const source = stored?.source == null ? undefined : rules.sources[stored.source];
  const entered = own[key];
  const value = entered ? ownValue(entered.value) : null;
  // A set of livestock units may have no entry for a class, for which an own figure can be entered.
  const unit = stored?.unit ?? (key.startsWith('lu.') ? 'LU/head' : '');
  const base = { key, unit, note: stored?.note ?? null };
  if (entered && value !== null) {
    const reason = { title: entered.reason, url: '', year: null };
    return { ...base, value, confidence: 'own', source: reason, replaced: stored?.value ?? null };
  }
  return {
    ...base,
    value: stored?.value ?? null,
    confidence: stored?.confidence ?? 'missing',
    source: source ? { title: source[0], url: source[1], year: source[2] } : null,
    replaced: null,
  };
}

/** Whether a figure needs the words "check with your adviser": it comes from a secondary source or is derived. */
export const isUnconfirmed = ({ confidence }: Figure): boolean =>
  confidence === 'secondary' || confidence === 'derived';

/** Looks up figures for one calculation, and records their keys. */
export class Lookup {
  /** The keys that were looked up: `used` have a value, `missing` have none. */
  readonly used = new Set<string>();
  readonly missing = new Set<string>();
  /** The values read so far, by the key asked for: a large farm asks for the same ones thousands of times. */
  private readonly values = new Map<string, number | string | null>();

  constructor(
    readonly rules: Rules,
    readonly own: OwnFigures = {},
    /** The date for which the figures are looked up. */
    readonly date?: string,
  ) {}

  /** Whether the rules have an entry for the figure, even if its value is not known. */
  has(key: string): boolean {
    return key in this.rules.figures;
  }

  private read(name: string): number | string | null {
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const key = keyOn(this.rules, name, this.date);
    const entered = this.own[key];
    const value = (entered && ownValue(entered.value)) ?? this.rules.figures[key]?.value ?? null;
    (value === null ? this.missing : this.used).add(key);
    this.values.set(name, value);
    return value;
  }

  /** A number; null if it is not known: its key is then in `missing`. */
  number(key: string): number | null {
    const value = this.read(key);
    return typeof value === 'number' ? value : null;
  }

  /** A period of the year, '10-15/01-31'; null if it is not known. */
  period(key: string): string | null {
    const value = this.read(key);
    return typeof value === 'string' ? value : null;
  }

  /** The figures of the calculation, for the list of sources. */
  figures(): Figure[] {
    return [...this.missing, ...this.used].map((key) => figureOf(this.rules, this.own, key));
  }
}
