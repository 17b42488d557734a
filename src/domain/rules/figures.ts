// Figures of the rules, with what the account holder entered instead. A calculation asks for each figure by its key, so
// that it can say which ones it used and which are missing.
import { MONTH_DAY_PERIOD } from './period';
import type { Confidence, Rules } from './rules';

/** A figure that the account holder entered, with the reason: a laboratory, an adviser, a metered volume. */
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
  /** What the rules say, if this is an own figure. */
  replaced: number | string | null;
};

/** The value of an own figure; null if it is neither a number of 0 or more nor a period such as 10-15/01-31. */
export function ownValue(text: string): number | string | null {
  if (MONTH_DAY_PERIOD.test(text)) return text;
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : null;
}

/**
 * The key that holds on a date: of 'slurry.cow' and 'slurry.cow@2028-10-01' the second one from 1 October 2028 on.
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
  const base = { key, unit: stored?.unit ?? '', note: stored?.note ?? null };
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

/** The figures that one calculation asks for. */
export class Lookup {
  /** The keys of the figures that were asked for: those with a value, and those without. */
  readonly used = new Set<string>();
  readonly missing = new Set<string>();

  constructor(
    readonly rules: Rules,
    readonly own: OwnFigures = {},
    /** The date on which the figures hold. */
    readonly date?: string,
  ) {}

  /** Whether the rules have the figure at all, known or not. */
  has(key: string): boolean {
    return key in this.rules.figures;
  }

  private read(name: string): number | string | null {
    const key = keyOn(this.rules, name, this.date);
    const entered = this.own[key];
    const value = (entered && ownValue(entered.value)) ?? this.rules.figures[key]?.value ?? null;
    (value === null ? this.missing : this.used).add(key);
    return value;
  }

  /** A number; null if it is not known, which the calculation then reports. */
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
