// The app's list of duties: what a law or an assurance scheme asks for, each with its source and confidence. It is data
// (data/*.json), prepared on 20 November 2026 from public documents, and loaded only by the compliance center.
import * as v from 'valibot';
import type { Region } from '@/domain/core/time';
import { CATEGORIES, RECURRENCES, REQUIRED_BY, type Category, type Recurrence, type RequiredBy } from './item';

export const REGIONS = [
  'england',
  'wales',
  'scotland',
  'northern_ireland',
  'ireland',
] as const satisfies readonly Region[];

/** Things that a farm has or does. A duty is suggested only to farms that have all of its topics. */
export const TOPICS = [
  'cattle',
  'sheep',
  'pigs_poultry',
  'livestock',
  'crops',
  'sprays',
  'nvz',
  'derogation',
  'lifting',
  'machinery',
  'employees',
  'assurance',
] as const;
export type Topic = (typeof TOPICS)[number];

export const AUTO_SOURCES = [
  'loler_due',
  'sprayer_test_due',
  'soil_tests',
  'nutrient_year',
  'slurry_storage',
  'spray_records',
  'spreading_records',
  'fertiliser_records',
  'service_records',
  'certificates',
] as const;
export type AutoSource = (typeof AUTO_SOURCES)[number];

const text = v.pipe(v.string(), v.minLength(1));
const regions = v.pipe(v.array(v.picklist(REGIONS)), v.minLength(1));
/** As in rules.ts: `unread` and `missing` mean that no source could be read. */
const confidence = v.picklist(['read', 'secondary', 'derived', 'unread', 'missing']);

const wasRead = (one: { confidence: v.InferOutput<typeof confidence> }): boolean =>
  one.confidence !== 'unread' && one.confidence !== 'missing';

const duty = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,60}$/)),
    title: v.pipe(text, v.maxLength(120)),
    category: v.picklist(CATEGORIES),
    by: v.picklist(REQUIRED_BY),
    regions,
    topics: v.array(v.picklist(TOPICS)),
    recurrence: v.picklist(RECURRENCES),
    anchor: v.picklist(['due_date', 'done_date']),
    /** 'MM-DD' of a date that the law sets each year. */
    dueDay: v.nullable(v.pipe(v.string(), v.regex(/^\d{2}-\d{2}$/))),
    auto: v.nullable(v.picklist(AUTO_SOURCES)),
    /** The deadline in words. */
    deadline: v.nullable(text),
    /**
     * How long its records are kept. `months` is null if no source could be read, or if the period does not start on the
     * day of the record; `note` then quotes the source's requirement.
     */
    keep: v.strictObject({
      months: v.nullable(v.pipe(v.number(), v.integer())),
      confidence,
      source: v.nullable(text),
      note: v.nullable(text),
    }),
    /** The fields of a record. `unread`: included from experience, without a source. */
    fields: v.array(
      v.strictObject({
        key: text,
        label: text,
        by: v.picklist(['law', 'assurance', 'best_practice']),
        regions: v.optional(regions),
        unread: v.optional(v.boolean()),
      }),
    ),
    confidence,
    sources: v.array(text),
    notes: v.array(text),
  }),
  v.check(({ keep }) => wasRead(keep) || keep.months === null, 'A retention without a source has no months.'),
  v.check(
    ({ keep }) => !wasRead(keep) || keep.months !== null || keep.note !== null,
    'A retention that was read has months or words.',
  ),
);

const scheme = v.strictObject({
  id: text,
  title: text,
  regions,
  confidence,
  sources: v.array(text),
  note: v.nullable(text),
  /** The items that the scheme checks, each with the duties that cover it; none if the app has no such duty. */
  items: v.array(v.strictObject({ label: text, duties: v.array(text) })),
});

const dutyList = v.strictObject({
  version: v.pipe(v.string(), v.isoDate()),
  /** Sources that could not be read. */
  notRead: v.array(text),
  /** Title, address and year. */
  sources: v.record(text, v.strictTuple([text, v.string(), v.nullable(v.number())])),
  duties: v.array(duty),
  schemes: v.array(scheme),
  /** Usual certificates of people. */
  certificates: v.array(
    v.strictObject({ name: text, regions, confidence, source: v.nullable(text), note: v.nullable(text) }),
  ),
  /** Rules that change on a date. */
  changes: v.array(
    v.strictObject({
      date: v.pipe(v.string(), v.isoDate()),
      what: text,
      regions,
      confidence,
      source: v.nullable(text),
    }),
  ),
});

export type DutyList = v.InferOutput<typeof dutyList>;
export type Duty = DutyList['duties'][number];
export type Scheme = DutyList['schemes'][number];

/** Throws if the file does not match the schema. */
export const parseDuties = (file: unknown): DutyList => v.parse(dutyList, file);

export const loadDuties = async (): Promise<DutyList> =>
  parseDuties((await import('./data/duties-2026-11-20.json')).default);

/** Whether a statement needs the words "check with your adviser": it was not read in the law or an official document. */
export const needsCheck = (one: { confidence: Duty['confidence'] }): boolean => one.confidence !== 'read';

/** The duties of a country for a farm with these topics. */
export const dutiesFor = ({ duties }: DutyList, region: Region, topics: ReadonlySet<Topic>): Duty[] =>
  duties.filter((one) => one.regions.includes(region) && one.topics.every((topic) => topics.has(topic)));

/** The topics that at least one duty of a country depends on. */
export const topicsOf = ({ duties }: DutyList, region: Region): Topic[] =>
  TOPICS.filter((topic) => duties.some((one) => one.regions.includes(region) && one.topics.includes(topic)));

/** The next date of a day of the year ('MM-DD'), today included. 29 February becomes 28 February if it is no leap year. */
export function nextDay(day: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const onYear = (n: number) => {
    const isLeap = (n % 4 === 0 && n % 100 !== 0) || n % 400 === 0;
    return `${n}-${day === '02-29' && !isLeap ? '02-28' : day}`;
  };
  return onYear(year) >= today ? onYear(year) : onYear(year + 1);
}

type ItemOfDuty = {
  duty: string;
  title: string;
  category: Category;
  requiredBy: RequiredBy;
  dueOn: string | null;
  recurrence: Recurrence;
  customMonths: null;
  recurrenceAnchor: 'due_date' | 'done_date';
  leadDays: number;
  responsibleId: null;
  evidenceRequired: boolean;
  autoSource: string | null;
  keepMonths: number | null;
  guidance: null;
  guidanceUrl: null;
  notApplicableReason: null;
};

const LEAD_DAYS = 30;

/**
 * A duty as an item of a farm. If the law sets a day of the year, the item is due on its next occurrence; otherwise it
 * has no date until it was done.
 */
export const itemOf = (one: Duty, today: string): ItemOfDuty => ({
  ...{ duty: one.id, title: one.title, category: one.category, requiredBy: one.by },
  dueOn: one.dueDay === null ? null : nextDay(one.dueDay, today),
  ...{ recurrence: one.recurrence, customMonths: null, recurrenceAnchor: one.anchor, leadDays: LEAD_DAYS },
  ...{ responsibleId: null, evidenceRequired: true, autoSource: one.auto, keepMonths: one.keep.months },
  ...{ guidance: null, guidanceUrl: null, notApplicableReason: null },
});
