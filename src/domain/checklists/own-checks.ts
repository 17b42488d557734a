// The checks that one person has to do today: on which machines, and which of them are due.
import { foldText } from '@/domain/core/search';
import { daysBetween } from '@/domain/core/time';
import {
  byNameAndMachine,
  checkedMachines,
  IN_USE_DAYS,
  isStillValid,
  PERIODIC,
  type CheckTemplate,
  type DueCheck,
  type LatestCheck,
} from './checklist-board';

/** A machine of the farm; without an id and a type if it is known only by its name in a check. */
type CheckedMachine = { name: string; id: string | null; machineType: string | null };

/** Lower case, words only, with a space before and after each word: "JD-6155R," is " jd 6155r ". */
const spacedWords = (text: string): string =>
  ` ${foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * The machines that a person probably takes out today: those that the texts of their jobs name, and those that they
 * were the last to check. Leaves out machines that must not be used and sold ones.
 */
export function machinesOfDay(
  fleet: readonly (CheckedMachine & { status: string })[],
  jobTexts: readonly string[],
  checks: readonly LatestCheck[],
  person: string,
  today: string,
): CheckedMachine[] {
  const texts = jobTexts.map(spacedWords);
  const newest = new Map<string, LatestCheck>();
  for (const check of checks.toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt))) {
    const key = check.machine?.toLowerCase() ?? '';
    if (!newest.has(key)) newest.set(key, check);
  }
  const isLastChecker = (machine: string) => {
    const check = newest.get(machine.toLowerCase());
    return check?.createdByName === person && daysBetween(check.doneOn, today) <= IN_USE_DAYS;
  };
  const inFleet = new Set(fleet.map(({ name }) => name.toLowerCase()));
  return [
    ...fleet.filter(
      ({ name, status }) =>
        status === 'in_use' && (texts.some((text) => text.includes(spacedWords(name))) || isLastChecker(name)),
    ),
    ...checkedMachines(checks)
      .filter((name) => !inFleet.has(name.toLowerCase()) && isLastChecker(name))
      .map((name) => ({ name, id: null, machineType: null })),
  ];
}

/**
 * The checks that are due on these machines, sorted by name: of the checklists for this machine or its type, and of those
 * done on it within `IN_USE_DAYS`.
 */
export function dueChecksOn(
  machines: readonly CheckedMachine[],
  templates: readonly (CheckTemplate & { machineId: string | null; machineType: string | null })[],
  checks: readonly LatestCheck[],
  today: string,
): DueCheck[] {
  return templates
    .filter(({ active, frequency }) => active && PERIODIC.has(frequency))
    .flatMap((template) =>
      machines.flatMap((machine): DueCheck[] => {
        const last = checks.find(
          (check) => check.templateId === template.id && check.machine?.toLowerCase() === machine.name.toLowerCase(),
        );
        const isForMachine =
          template.machineId === null
            ? template.machineType !== null && template.machineType === machine.machineType
            : template.machineId === machine.id;
        const isUsed = last !== undefined && daysBetween(last.doneOn, today) <= IN_USE_DAYS;
        if (!isForMachine && !isUsed) return [];
        if (last && isStillValid(template.frequency, last.doneOn, today)) return [];
        return [{ templateId: template.id, name: template.name, machine: machine.name, lastOn: last?.doneOn ?? null }];
      }),
    )
    .toSorted(byNameAndMachine);
}
