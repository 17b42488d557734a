// The board of checks: machines that must not be used, and checks not done today, of the farm and of one person.
import { describe, expect, test } from 'vitest';
import {
  failedChecks,
  isStillValid,
  latestChecks,
  checkedMachines,
  dueChecks,
  type LatestCheck,
} from '@/domain/checklists/checklist-board';
import { dueChecksOn, machinesOfDay } from '@/domain/checklists/own-checks';
import type { Frequency } from '@/domain/checklists/checklist';

const TODAY = '2026-11-20';
const latestCheck = (more: Partial<LatestCheck> = {}): LatestCheck => ({
  templateId: 'tractor',
  templateName: 'Tractor',
  machine: 'JD 6155R',
  completionId: 'c1',
  result: 'pass',
  defects: 0,
  doneOn: TODAY,
  completedAt: `${more.doneOn ?? TODAY}T07:10:00Z`,
  createdByName: 'Sam Driver',
  ...more,
});
const checklist = (frequency: Frequency, more: object = {}) => ({
  id: 'tractor',
  name: 'Tractor',
  frequency,
  active: true,
  ...more,
});

test('a machine whose last check failed must not be used; the newest is first (case 69)', () => {
  const rows = [
    latestCheck(),
    latestCheck({ machine: 'Manitou', result: 'fail', completedAt: '2026-11-19T07:00:00Z' }),
    latestCheck({ machine: 'Quad', result: 'fail', completedAt: '2026-11-20T06:00:00Z' }),
    latestCheck({ machine: 'Trailer', result: 'pass_with_defects', defects: 1 }),
  ];
  expect(failedChecks(rows).map(({ machine }) => machine)).toEqual(['Quad', 'Manitou']);
});

test('the last check of a machine counts, from any device and with any spelling of its name (case 69)', () => {
  const failed = latestCheck({ result: 'fail', completedAt: '2026-11-20T07:00:00Z' });
  const mended = latestCheck({ machine: 'jd 6155r', completedAt: '2026-11-20T09:00:00+00:00' });
  const rows = [
    mended,
    failed,
    latestCheck({ machine: 'Quad' }),
    latestCheck({ templateId: 'quad' }),
    latestCheck({ machine: null }),
  ];
  expect(latestChecks(rows)).toHaveLength(4);
  expect(latestChecks(rows)).toContain(mended);
  expect(latestChecks([failed, mended])).toEqual([mended]);
});

describe('a check', () => {
  test.each([
    ['each_use', '2020-01-01', true],
    ['daily', '2026-11-20', true],
    ['daily', '2026-11-19', false],
    // The 20th of November 2026 is a Friday.
    ['weekly', '2026-11-16', true],
    ['weekly', '2026-11-15', false],
    ['monthly', '2026-11-01', true],
    ['monthly', '2026-10-31', false],
    ['seasonal', '2020-01-01', true],
    ['none', '2020-01-01', true],
  ] as const)('%s, done on %s, is still valid today: %s', (frequency, doneOn, isValid) => {
    expect(isStillValid(frequency, doneOn, TODAY)).toBe(isValid);
  });

  test('a check done on a phone whose clock is ahead, already after midnight, is valid too', () => {
    expect(isStillValid('daily', '2026-11-21', TODAY)).toBe(true);
    expect(isStillValid('weekly', '2026-11-21', TODAY)).toBe(true);
  });
});

describe('the list of checks not done today', () => {
  test('includes each machine checked recently, but not today', () => {
    const rows = [latestCheck(), latestCheck({ machine: 'Case', doneOn: '2026-11-18' })];
    expect(dueChecks([checklist('daily')], rows, TODAY)).toEqual([
      { templateId: 'tractor', name: 'Tractor', machine: 'Case', lastOn: '2026-11-18' },
    ]);
  });

  test('leaves out a machine not checked for more than 30 days', () => {
    expect(
      dueChecks([checklist('daily')], [latestCheck(), latestCheck({ machine: 'Old', doneOn: '2026-10-20' })], TODAY),
    ).toEqual([]);
    expect(
      dueChecks([checklist('daily')], [latestCheck(), latestCheck({ machine: 'Old', doneOn: '2026-10-21' })], TODAY),
    ).toHaveLength(1);
  });

  test('includes a checklist that was never filled in, and one without a machine', () => {
    expect(dueChecks([checklist('daily')], [], TODAY)).toEqual([
      { templateId: 'tractor', name: 'Tractor', machine: null, lastOn: null },
    ]);
    expect(dueChecks([checklist('weekly')], [latestCheck({ machine: null, doneOn: '2026-11-13' })], TODAY)).toEqual([
      { templateId: 'tractor', name: 'Tractor', machine: null, lastOn: '2026-11-13' },
    ]);
    expect(dueChecks([checklist('weekly')], [latestCheck({ machine: null, doneOn: '2026-11-16' })], TODAY)).toEqual([]);
  });

  test('leaves out checklists without a frequency, and retired ones', () => {
    expect(
      dueChecks(
        [checklist('none'), checklist('seasonal'), checklist('each_use'), checklist('daily', { active: false })],
        [],
        TODAY,
      ),
    ).toEqual([]);
  });
});

test('machines are offered once each, the last checked one first, in their last spelling', () => {
  const rows = [
    latestCheck({ machine: 'jd 6155r', completedAt: '2026-11-01T07:00:00Z' }),
    latestCheck({ machine: 'JD 6155R', completedAt: '2026-11-19T07:00:00Z' }),
    latestCheck({ machine: null }),
    latestCheck({ machine: 'Quad', completedAt: '2026-11-20T07:00:00Z' }),
  ];
  expect(checkedMachines(rows)).toEqual(['Quad', 'JD 6155R']);
});

describe('the machines that a person takes out today', () => {
  const machine = (name: string, status = 'in_use') => ({ id: name, name, machineType: 'tractor', status });
  const namesOf = (texts: readonly string[], checks: readonly LatestCheck[] = [], fleet = [machine('JD 6155R')]) =>
    machinesOfDay(fleet, texts, checks, 'Sam Driver', TODAY).map(({ name }) => name);

  test('are those that a job names in whole words, in any spelling', () => {
    expect(namesOf(['Hedges, with the jd-6155r, not the Case'])).toEqual(['JD 6155R']);
    expect(namesOf(['Hedges with the JD 6155RX', 'With the JD', ''])).toEqual([]);
  });

  test('are those that the person was the last to check in the last 30 days', () => {
    const byOther = { createdByName: 'Pat Reed', doneOn: '2026-11-19' };
    expect(namesOf([], [latestCheck({ machine: 'jd 6155r' })])).toEqual(['JD 6155R']);
    expect(namesOf([], [latestCheck({ machine: 'Hired digger' })])).toEqual(['Hired digger']);
    expect(namesOf([], [latestCheck({ doneOn: '2026-10-20' })])).toEqual([]);
    expect(namesOf([], [latestCheck({ doneOn: '2026-10-21' })])).toEqual(['JD 6155R']);
    expect(namesOf([], [latestCheck(byOther)])).toEqual([]);
    expect(namesOf([], [latestCheck({ templateId: 'other', ...byOther }), latestCheck()])).toEqual(['JD 6155R']);
    expect(namesOf([], [latestCheck(byOther), latestCheck({ templateId: 'b', doneOn: '2026-11-18' })])).toEqual([]);
  });

  test.each(['sold', 'do_not_use', 'workshop'])('leave out a machine that is %s', (status) => {
    expect(namesOf(['JD 6155R'], [latestCheck()], [machine('JD 6155R', status)])).toEqual([]);
  });
});

describe('the checks due on certain machines', () => {
  const jd = { id: 'jd', name: 'JD 6155R', machineType: 'tractor' };
  const anyMachine = { machineId: null, machineType: null };
  const due = (template: object, checks: readonly LatestCheck[] = [], frequency: Frequency = 'daily') =>
    dueChecksOn([jd], [{ ...checklist(frequency), ...anyMachine, ...template }], checks, TODAY);

  test('include a checklist for the machine or its type that was never done', () => {
    const never = [{ templateId: 'tractor', name: 'Tractor', machine: 'JD 6155R', lastOn: null }];
    expect(due({ machineType: 'tractor' })).toEqual(never);
    expect(due({ machineId: 'jd' })).toEqual(never);
    expect(due({ machineId: 'other', machineType: 'tractor' })).toEqual([]);
    expect(due({ machineType: 'atv' })).toEqual([]);
    expect(due({})).toEqual([]);
  });

  test('include any checklist that is done on the machine, once its last check is no longer valid', () => {
    expect(due({}, [latestCheck({ machine: 'jd 6155r', doneOn: '2026-11-19' })])).toEqual([
      { templateId: 'tractor', name: 'Tractor', machine: 'JD 6155R', lastOn: '2026-11-19' },
    ]);
    expect(due({}, [latestCheck()])).toEqual([]);
    expect(due({}, [latestCheck({ doneOn: '2026-11-16' })], 'weekly')).toEqual([]);
    expect(due({}, [latestCheck({ doneOn: '2026-10-20' })])).toEqual([]);
    expect(due({}, [latestCheck({ machine: 'Case', doneOn: '2026-11-19' })])).toEqual([]);
  });

  test('leave out retired checklists, and those without a fixed period', () => {
    expect(due({ machineId: 'jd', active: false })).toEqual([]);
    expect(due({ machineId: 'jd' }, [], 'each_use')).toEqual([]);
  });
});
