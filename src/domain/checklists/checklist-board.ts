// The overview of checks: which machines must not be used, and which checks are due.
import { compareNames } from '@/domain/core/search';
import { daysBetween, weekday } from '@/domain/core/time';
import type { ChecklistResult, Frequency } from './checklist';

/** The latest check of a template on a machine, by any member of the crew. */
export type LatestCheck = {
  templateId: string;
  templateName: string;
  /** Null if the check was not about a particular machine. */
  machine: string | null;
  completionId: string;
  result: ChecklistResult;
  defects: number;
  /** 'YYYY-MM-DD' in the farm's zone. */
  doneOn: string;
  /** ISO instant. */
  completedAt: string;
  createdByName: string;
};

/**
 * The latest check per template and machine. Ignores case in the name, so queued entries match those from the server.
 */
export function latestChecks(checks: readonly LatestCheck[]): LatestCheck[] {
  const latest = new Map<string, LatestCheck>();
  for (const check of checks) {
    const key = `${check.templateId} ${check.machine?.toLowerCase() ?? ''}`;
    const other = latest.get(key);
    if (!other || Date.parse(check.completedAt) > Date.parse(other.completedAt)) latest.set(key, check);
  }
  return [...latest.values()];
}

/**
 * The latest checks that failed, newest first: these machines must not be used. Passing a different checklist does not
 * clear a failure.
 */
export const failedChecks = (checks: readonly LatestCheck[]): LatestCheck[] =>
  checks
    .filter(({ result }) => result === 'fail')
    .toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));

/** A machine not checked for this many days counts as not in use. */
export const IN_USE_DAYS = 30;

export const PERIODIC: ReadonlySet<Frequency> = new Set(['daily', 'weekly', 'monthly']);

/** Whether a check on that day still counts today. Checklists without a fixed period are never due. */
export function isStillValid(frequency: Frequency, doneOn: string, today: string): boolean {
  switch (frequency) {
    case 'daily':
      return doneOn >= today;
    case 'weekly':
      // The week begins on Monday.
      return daysBetween(doneOn, today) < weekday(today);
    case 'monthly':
      return doneOn.slice(0, 7) >= today.slice(0, 7);
    // Whether the machine is in use today is unknown.
    case 'each_use':
    case 'seasonal':
    case 'none':
      return true;
  }
}

export type CheckTemplate = { id: string; name: string; frequency: Frequency; active: boolean };

export const byNameAndMachine = (a: DueCheck, b: DueCheck) =>
  compareNames(a.name, b.name) || compareNames(a.machine ?? '', b.machine ?? '');

export type DueCheck = { templateId: string; name: string; machine: string | null; lastOn: string | null };

/**
 * Checks that are due but not done, sorted by name: one row for each machine checked within `IN_USE_DAYS`; without such
 * a machine, one for the template.
 */
export function dueChecks(
  templates: readonly CheckTemplate[],
  checks: readonly LatestCheck[],
  today: string,
): DueCheck[] {
  return templates
    .filter(({ active, frequency }) => active && PERIODIC.has(frequency))
    .flatMap(({ id, name, frequency }): DueCheck[] => {
      const done = checks.filter(({ templateId }) => templateId === id);
      const machines = done.filter(
        ({ machine, doneOn }) => machine !== null && daysBetween(doneOn, today) <= IN_USE_DAYS,
      );
      const rows = machines.length > 0 ? machines : done.filter(({ machine }) => machine === null);
      if (rows.length === 0) return [{ templateId: id, name, machine: null, lastOn: null }];
      return rows
        .filter(({ doneOn }) => !isStillValid(frequency, doneOn, today))
        .map(({ machine, doneOn }) => ({ templateId: id, name, machine, lastOn: doneOn }));
    })
    .toSorted(byNameAndMachine);
}

/** Machines that were checked, the most recent first: offered for selection with one tap. */
export function checkedMachines(checks: readonly LatestCheck[]): string[] {
  const newest = checks.toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
  const names = new Map<string, string>();
  for (const { machine } of newest) {
    const key = machine?.toLowerCase() ?? '';
    if (machine !== null && !names.has(key)) names.set(key, machine);
  }
  return [...names.values()];
}
