// The deadlines by which movements have to be notified, and the fields that their records need. The rules are data of
// src/domain/rules/data, each with its source and the dates between which it applies.
import * as v from 'valibot';
import { REGIMES } from '@/domain/rules/regimes';
import { addDays } from '@/domain/core/time';
import { DIRECTIONS, type Direction } from './movement';

/** The parts of a movement that a law may ask for. */
const NEEDS = [
  'otherName',
  'otherAddress',
  'otherNumber',
  'transporterName',
  'transporterAddress',
  'nPerUnit',
] as const;
export type Need = (typeof NEEDS)[number];

const text = v.pipe(v.string(), v.minLength(1));
const date = v.pipe(v.string(), v.isoDate());
const monthDay = v.pipe(v.string(), v.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

const rule = v.pipe(
  v.strictObject({
    regime: v.picklist(REGIMES),
    directions: v.pipe(v.array(v.picklist(DIRECTIONS)), v.minLength(1)),
    /** The first and the last day of movements that it applies to. */
    validFrom: date,
    validTo: v.nullable(date),
    /**
     * Days after the movement; or pairs of month and day: a movement up to the first is due by the next occurrence of the
     * second. Null if no deadline was found: the account holder enters one.
     */
    due: v.nullable(
      v.union([
        v.strictObject({ days: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
        v.strictObject({ dates: v.pipe(v.array(v.strictTuple([monthDay, monthDay])), v.minLength(1)) }),
      ]),
    ),
    /** What has to be done by the deadline. */
    duty: v.nullable(text),
    source: v.nullable(text),
    /** As in rules.ts. */
    confidence: v.picklist(['read', 'secondary', 'missing']),
    note: v.nullable(text),
    needs: v.array(v.picklist(NEEDS)),
    needsSource: v.nullable(text),
  }),
  v.check(({ due, duty, source }) => (due === null) === (source === null) && (due === null) === (duty === null)),
  v.check(({ due, confidence }) => (due === null) === (confidence === 'missing')),
  v.check(({ needs, needsSource }) => needs.length === 0 || needsSource !== null),
);

const movementRules = v.strictObject({
  /** The date on which the rules were prepared. A movement stores it with its deadline. */
  version: date,
  /** Title, address and year. */
  sources: v.record(text, v.strictTuple([text, v.string(), v.nullable(v.number())])),
  rules: v.array(rule),
});

export type MovementRules = v.InferOutput<typeof movementRules>;
export type MovementRule = MovementRules['rules'][number];

/** Throws if the file does not match the schema. */
export const parseMovementRules = (file: unknown): MovementRules => v.parse(movementRules, file);

export const loadMovementRules = async (): Promise<MovementRules> =>
  parseMovementRules((await import('@/domain/rules/data/movement-deadlines-2026-11-26.json')).default);

/** The rule for a movement on a day; null if none is known, for example for a regime that the rules do not name. */
export const ruleFor = (
  { rules }: MovementRules,
  { regime, direction, movedOn }: { regime: string; direction: Direction; movedOn: string },
): MovementRule | null =>
  rules.find(
    (one) =>
      one.regime === regime &&
      one.directions.includes(direction) &&
      one.validFrom <= movedOn &&
      (one.validTo === null || movedOn <= one.validTo),
  ) ?? null;

/** The last day on which a movement may be notified; null if the rule has no deadline. */
export function deadlineOf({ due }: Pick<MovementRule, 'due'>, movedOn: string): string | null {
  if (due === null) return null;
  if ('days' in due) return addDays(movedOn, due.days);
  const year = Number(movedOn.slice(0, 4));
  const pair = due.dates.find(([until]) => movedOn.slice(5) <= until);
  if (!pair) return null;
  const [until, by] = pair;
  return `${by > until ? year : year + 1}-${by}`;
}

const NEED_WORDS: Readonly<Record<Need, string>> = {
  otherName: 'the name of the other farm',
  otherAddress: 'the address of the other farm',
  otherNumber: 'the herd or business number of the other farm',
  transporterName: 'the name of the transporter',
  transporterAddress: 'the address of the transporter',
  nPerUnit: 'the nitrogen in it',
};

/** The names of the required fields that the record lacks. */
export const missingWords = (needs: readonly Need[], movement: Readonly<Record<Need, unknown>>): string[] =>
  needs.filter((need) => movement[need] === null || movement[need] === '').map((need) => NEED_WORDS[need]);
