// The board of checks: which machine is not to be used, and what has not been looked at yet.
import type { ChecklistResult, Frequency } from './checklist';
import { compareNames } from './search';
import { daysBetween, weekday } from './time';

/** The last check of a template on a machine, whoever did it. */
export type Standing = {
  templateId: string;
  templateName: string;
  /** Null where the list was not about one machine. */
  machine: string | null;
  completionId: string;
  result: ChecklistResult;
  defects: number;
  /** 'YYYY-MM-DD' on the farm. */
  doneOn: string;
  /** ISO instant. */
  completedAt: string;
  createdByName: string;
};

/** The last of each template on each machine, however its name is written: what waits on a phone joins what is known. */
export function lastOfEach(checks: readonly Standing[]): Standing[] {
  const last = new Map<string, Standing>();
  for (const check of checks) {
    const key = `${check.templateId} ${check.machine?.toLowerCase() ?? ''}`;
    const other = last.get(key);
    if (!other || Date.parse(check.completedAt) > Date.parse(other.completedAt)) last.set(key, check);
  }
  return [...last.values()];
}

/** Failed, and not passed since: the newest first. Another list that was passed does not clear this one. */
export const doNotUse = (standing: readonly Standing[]): Standing[] =>
  standing
    .filter(({ result }) => result === 'fail')
    .toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));

/** A machine that nobody has checked for so long is not in use. */
const IN_USE_DAYS = 30;

const HAVE_A_DAY: ReadonlySet<Frequency> = new Set(['daily', 'weekly', 'monthly']);

/** Whether a check of that day still holds today. Lists that have no day are never due. */
export function holdsToday(frequency: Frequency, doneOn: string, today: string): boolean {
  switch (frequency) {
    case 'daily':
      return doneOn >= today;
    case 'weekly':
      // The week begins on Monday.
      return daysBetween(doneOn, today) < weekday(today);
    case 'monthly':
      return doneOn.slice(0, 7) >= today.slice(0, 7);
    // Nobody here knows whether the machine is in use today.
    case 'each_use':
    case 'seasonal':
    case 'none':
      return true;
  }
}

export type Open = { templateId: string; name: string; machine: string | null; lastOn: string | null };

/**
 * What should have been looked at by now and was not, by name: each machine that was checked lately, or the list itself
 * where it never was about one.
 */
export function notDone(
  templates: readonly { id: string; name: string; frequency: Frequency; active: boolean }[],
  standing: readonly Standing[],
  today: string,
): Open[] {
  return templates
    .filter(({ active, frequency }) => active && HAVE_A_DAY.has(frequency))
    .flatMap(({ id, name, frequency }): Open[] => {
      const done = standing.filter(({ templateId }) => templateId === id);
      const machines = done.filter(
        ({ machine, doneOn }) => machine !== null && daysBetween(doneOn, today) <= IN_USE_DAYS,
      );
      const rows = machines.length > 0 ? machines : done.filter(({ machine }) => machine === null);
      if (rows.length === 0) return [{ templateId: id, name, machine: null, lastOn: null }];
      return rows
        .filter(({ doneOn }) => !holdsToday(frequency, doneOn, today))
        .map(({ machine, doneOn }) => ({ templateId: id, name, machine, lastOn: doneOn }));
    })
    .toSorted((a, b) => compareNames(a.name, b.name) || compareNames(a.machine ?? '', b.machine ?? ''));
}

/** Machines that were checked, the last one first: offered with one press. */
export function machinesOf(standing: readonly Standing[]): string[] {
  const newest = standing.toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
  const names = new Map<string, string>();
  for (const { machine } of newest) {
    const key = machine?.toLowerCase() ?? '';
    if (machine !== null && !names.has(key)) names.set(key, machine);
  }
  return [...names.values()];
}
