// Evidence from the app's own records of sprays, calculations, services and certificates: a summary, the date of the
// latest record, and what is missing.
import { counted, plural } from '@/domain/core/word-list';
import { certificateName, certificateState, type DatedDocument } from './certificate';
import { earliestOf, latestOf, namesOf, type Evidence } from './dated-evidence';
import type { Duty } from './duties';

/** The record of an activity on a field. */
export type FieldRecord = {
  /** The date in the farm's zone. */
  on: string;
  fieldName: string;
  /** The parts of a record that are filled in, by the key of the duty's field. */
  filled: ReadonlySet<string>;
};

/** The parts of a record that the law of a country asks for, and that the app has a field for. */
const askedFor = (fields: Duty['fields'], region: Duty['regions'][number], known: ReadonlySet<string>) =>
  fields.filter((one) => one.by === 'law' && known.has(one.key) && (one.regions?.includes(region) ?? true));

/** Records of fields, for example sprays. `known`: the keys of the parts that the app has a field for. */
export function fieldRecords(
  records: readonly FieldRecord[],
  {
    duty,
    region,
    known,
    what,
  }: {
    duty: Duty | undefined;
    region: Duty['regions'][number];
    known: ReadonlySet<string>;
    what: readonly [one: string, many: string];
  },
): Evidence {
  const asked = askedFor(duty?.fields ?? [], region, known);
  const gaps = asked.flatMap(({ key, label }) => {
    const without = records.filter(({ filled }) => !filled.has(key));
    const [one] = without;
    if (!one) return [];
    return [
      plural(
        without.length,
        `${label} is missing: ${one.fieldName}, ${one.on.split('-').reverse().join('/')}.`,
        `${label} is missing in ${counted(without.length, ...what)}.`,
      ),
    ];
  });
  return {
    words: `${counted(records.length, ...what)} in the last 12 months.`,
    lastOn: latestOf(records.map(({ on }) => on)),
    dueOn: null,
    gaps,
    to: '/fields',
  };
}

/** Saved calculations. `year`: the one whose calculation is due next; it is missing only once that year is over. */
export function yearCalculations(
  saved: readonly { name: string; year: number; savedOn: string }[],
  year: number | null,
  today: string,
): Evidence {
  const hasYear = year === null || year >= Number(today.slice(0, 4)) || saved.some((one) => one.year === year);
  const [newest] = saved.toSorted((a, b) => b.year - a.year || b.savedOn.localeCompare(a.savedOn));
  return {
    words: newest ? `Saved calculation: ${newest.name} (${newest.year}).` : 'No calculation is saved.',
    lastOn: newest?.savedOn ?? null,
    dueOn: null,
    gaps: hasYear ? [] : [`No N&P calculation of ${year} is saved.`],
    to: '/np-loading',
  };
}

/** The saved calculation of storage, the stores and their levels. */
export function slurryStorage(
  saved: readonly { name: string; year: number; savedOn: string }[],
  stores: number,
  lastLevel: string | null,
): Evidence {
  const [newest] = saved.toSorted((a, b) => b.savedOn.localeCompare(a.savedOn));
  return {
    words: [
      counted(stores, 'store', 'stores'),
      newest ? `saved calculation ${newest.name} (${newest.year})` : 'no saved calculation',
      lastLevel === null ? 'no level read' : 'levels are read',
    ].join(', '),
    // A level without a saved calculation is not evidence.
    lastOn: newest?.savedOn ?? null,
    dueOn: null,
    gaps: [
      ...(stores === 0 ? ['No slurry store is entered.'] : []),
      ...(newest ? [] : ['No calculation of the storage is saved.']),
    ],
    to: '/slurry-storage',
  };
}

/** The planned services of machines, with those that are overdue. */
export function services(plan: readonly { name: string; lastOn: string | null; isOverdue: boolean }[]): Evidence {
  const done = plan.flatMap(({ lastOn }) => (lastOn === null ? [] : [lastOn]));
  const overdue = plan.filter(({ isOverdue }) => isOverdue);
  return {
    words:
      plan.length === 0 ? 'No service is planned.' : `${counted(plan.length, 'planned service', 'planned services')}.`,
    lastOn: latestOf(done),
    dueOn: null,
    gaps: overdue.length > 0 ? [`Overdue: ${namesOf(overdue)}.`] : [],
    to: '/machinery/due',
  };
}

export function certificates(list: readonly DatedDocument[], today: string): Evidence {
  const expired = list.filter((one) => certificateState(one, today) === 'overdue');
  return {
    words: list.length === 0 ? 'No certificate is entered.' : `${counted(list.length, 'certificate', 'certificates')}.`,
    lastOn: latestOf(list.flatMap(({ issuedOn }) => issuedOn ?? [])),
    dueOn: earliestOf(list.flatMap(({ expiresOn }) => expiresOn ?? [])),
    gaps: expired.map((one) => `${certificateName(one)} has run out.`),
    to: '/compliance-center?tab=certificates',
  };
}
