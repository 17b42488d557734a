// Evidence from the app's own records that also gives the next due date: dates of machines, soil tests, checks. The
// noticeboard and the diary show these dates too.
import type { LatestCheck } from '@/domain/checklists/checklist-board';
import { addMonths } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';

export type Evidence = {
  /** A summary of the records: "Soil tests of 12 of 14 fields". */
  words: string;
  /** The latest record; null if there is none. */
  lastOn: string | null;
  /** When the next one is due, if the records say so. */
  dueOn: string | null;
  /** A sentence for each thing that is missing. */
  gaps: readonly string[];
  /** The app's page with the records. */
  to: string;
};

export const earliestOf = (dates: readonly string[]): string | null => dates.toSorted()[0] ?? null;
export const latestOf = (dates: readonly string[]): string | null => dates.toSorted().at(-1) ?? null;

const MAX_NAMES = 5;
export const namesOf = (list: readonly { name: string }[]): string => {
  const names = list.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = list.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

/** One date of each machine, for example of its next test. `what`: the name of the date. `needsDate`: no date is a gap. */
export function machineDates(
  machines: readonly { name: string; date: string | null; needsDate: boolean }[],
  what: string,
): Evidence {
  const dated = machines.flatMap(({ date }) => (date === null ? [] : [date]));
  const missing = machines.filter(({ date, needsDate }) => needsDate && date === null);
  return {
    words: dated.length === 0 ? `No machine has a date for its ${what}.` : counted(dated.length, 'machine', 'machines'),
    lastOn: null,
    dueOn: earliestOf(dated),
    gaps: missing.map(({ name }) => `${name} has no date for its ${what}.`),
    to: '/machinery/due',
  };
}

/** The newest soil test of each field. `months`: how long a test is valid; null if that is not known. */
export function soilTests(
  fields: readonly { name: string; sampledOn: string | null }[],
  months: number | null,
  today: string,
): Evidence {
  const tested = fields.flatMap(({ sampledOn }) => (sampledOn === null ? [] : [sampledOn]));
  const untested = fields.filter(({ sampledOn }) => sampledOn === null);
  const old = fields.filter(
    ({ sampledOn }) => sampledOn !== null && months !== null && addMonths(sampledOn, months) < today,
  );
  return {
    words: `Soil tests of ${tested.length} of ${counted(fields.length, 'field', 'fields')}.`,
    lastOn: latestOf(tested),
    dueOn: months === null ? null : earliestOf(tested.map((date) => addMonths(date, months))),
    gaps: [
      ...(untested.length > 0 ? [`No soil test: ${namesOf(untested)}.`] : []),
      ...(old.length > 0 ? [`Soil test too old: ${namesOf(old)}.`] : []),
    ],
    to: '/fields',
  };
}

/** The latest check with a checklist, on any machine. */
export function checks(latest: readonly LatestCheck[], templateId: string, months: number | null): Evidence {
  const own = latest.filter((check) => check.templateId === templateId);
  const lastOn = latestOf(own.map(({ doneOn }) => doneOn));
  const failed = own.filter(({ result }) => result === 'fail');
  return {
    words: own[0] ? `Checklist ${own[0].templateName}.` : 'The checklist has not been completed yet.',
    lastOn,
    dueOn: lastOn === null || months === null ? null : addMonths(lastOn, months),
    gaps: failed.map(({ machine, templateName }) => `${machine ?? templateName} failed its check.`),
    to: '/completed-checklists',
  };
}
