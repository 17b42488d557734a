import { describe, expect, test } from 'vitest';
import {
  cancelWords,
  conflictWords,
  eventTitle,
  isOn,
  workDateOf,
  mayLog,
  maySetStatus,
  movableJobs,
  rainWords,
  timeWords,
  type Planned,
} from '@/domain/diary/diary-event';

const job = (more: Partial<Planned> = {}) => ({
  id: 'j',
  kind: 'job' as const,
  title: null,
  taskName: 'Baling',
  customer: 'Hill Farm',
  absenceType: null,
  startDate: '2026-11-20',
  endDate: '2026-11-20',
  startTime: null,
  endTime: null,
  assignedTo: [],
  assignedNames: [],
  status: 'planned' as const,
  convertedWorkId: null,
  ...more,
});
const admin = { userId: 'ann', role: 'admin', canWrite: true } as const;
const sam = { userId: 'sam', role: 'employee', canWrite: true } as const;

test('an event is named by its title, else by its task and customer, or by who is away', () => {
  expect(eventTitle(job({ title: 'First cut' }))).toBe('First cut');
  expect(eventTitle(job())).toBe('Baling – Hill Farm');
  expect(eventTitle(job({ customer: null }))).toBe('Baling');
  const away = { kind: 'absence', taskName: null, customer: null, assignedNames: ['Sam Dale', 'Kay'] } as const;
  expect(eventTitle(job({ ...away, absenceType: 'sick' }))).toBe('Sam Dale, Kay: Off sick');
  expect(eventTitle(job({ kind: 'reminder', taskName: null, customer: null }))).toBe('Reminder');
});

test('a planned job shows its time', () => {
  expect(timeWords(job())).toBeNull();
  expect(timeWords(job({ startTime: '07:30' }))).toBe('07:30');
  expect(timeWords(job({ startTime: '07:30', endTime: '16:00' }))).toBe('07:30–16:00');
  expect(timeWords(job({ startTime: '20:00', endTime: '02:00' }))).toBe('20:00–02:00 next day');
  expect(timeWords(job({ endDate: '2026-11-21', startTime: '20:00', endTime: '02:00' }))).toBe('20:00–02:00');
  const days = { startDate: '2026-12-31', endDate: '2027-01-02' };
  expect(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'].map((day) => isOn(days, day))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

describe('permissions', () => {
  test.each([
    ['the holder’s own plan', job({ assignedTo: ['sam'] }), admin, true],
    ['a job assigned to the person', job({ assignedTo: ['kay', 'sam'] }), sam, true],
    ['a job assigned to no one', job(), sam, true],
    ['a job assigned to another person', job({ assignedTo: ['kay'] }), sam, false],
    ['a cancelled one', job({ status: 'cancelled' }), sam, false],
    ['a reminder', job({ kind: 'reminder' }), sam, false],
    ['one that is logged', job({ status: 'done', convertedWorkId: 'w' }), admin, false],
    ['any in a lapsed account', job(), { ...admin, canWrite: false }, false],
  ] as const)('%s', (_, event, person, may) => {
    expect(maySetStatus(event, person)).toBe(may);
    expect(mayLog(event, person)).toBe(may);
  });

  test('a cancelled job can be reopened by the holder, but not logged', () => {
    expect(maySetStatus(job({ status: 'cancelled' }), admin)).toBe(true);
    expect(mayLog(job({ status: 'cancelled' }), admin)).toBe(false);
    // Marked done without an entry: it can still be logged.
    expect(mayLog(job({ status: 'done' }), sam)).toBe(true);
  });
});

test('the work of a planned job is logged for today, or for the job’s last day if that has passed', () => {
  const harvest = job({ startDate: '2026-11-18', endDate: '2026-11-21' });
  expect(workDateOf(harvest, '2026-11-20')).toBe('2026-11-20');
  expect(workDateOf(harvest, '2026-11-25')).toBe('2026-11-21');
  expect(workDateOf(harvest, '2026-11-01')).toBe('2026-11-01');
});

test('"Rained off" moves the jobs that start on the day and were not begun', () => {
  const stays = [
    job({ status: 'in_progress' }),
    job({ status: 'done' }),
    job({ status: 'cancelled' }),
    job({ kind: 'delivery' }),
    job({ kind: 'absence' }),
    job({ startDate: '2026-11-19', endDate: '2026-11-20' }),
  ];
  const long = job({ endDate: '2026-11-23' });
  expect(movableJobs([...stays, job(), long], '2026-11-20')).toEqual([job(), long]);
});

describe('a person who is away or has another job', () => {
  const people = new Map([['sam', 'Sam Dale']]);
  const holiday = job({
    kind: 'absence',
    absenceType: 'holiday',
    assignedTo: ['sam'],
    startDate: '2026-11-19',
    endDate: '2026-11-23',
  });
  const warn = (more: Partial<Planned>, events = [holiday], moved: readonly string[] = []) =>
    conflictWords(job({ assignedTo: ['kay', 'sam'], ...more }), people, events, '2026-11-20', moved);

  test('is reported before the job is booked', () => {
    expect(warn({})).toBe('Sam Dale is on holiday that day – book anyway?');
    expect(warn({ startDate: '2026-11-18', endDate: '2026-11-21' })).toBe(
      'Sam Dale is on holiday on Thu 19 Nov – book anyway?',
    );
    expect(warn({ startDate: '2026-11-23', endDate: '2026-11-25' })).toBe(
      'Sam Dale is on holiday on Mon 23 Nov – book anyway?',
    );
    expect(warn({}, [{ ...holiday, absenceType: 'sick' }])).toBe('Sam Dale is off sick that day – book anyway?');
  });

  test('is not reported on other days, for other people, for a cancelled absence, or for the absence itself', () => {
    expect(warn({ startDate: '2026-11-24', endDate: '2026-11-24' })).toBeNull();
    expect(warn({ startDate: '2026-11-18', endDate: '2026-11-18' })).toBeNull();
    expect(warn({ assignedTo: ['kay'] })).toBeNull();
    expect(warn({ assignedTo: [] })).toBeNull();
    expect(warn({}, [{ ...holiday, status: 'cancelled' }])).toBeNull();
    expect(warn({}, [holiday], ['j'])).toBeNull();
  });

  test('is reported if they have another job at that time', () => {
    const mowing = job({
      assignedTo: ['sam'],
      startTime: '08:00',
      endTime: '12:00',
      taskName: 'Mowing',
      customer: null,
    });
    const at = (startTime: string | null, endTime: string | null, more: Partial<Planned> = {}) =>
      warn({ startTime, endTime, ...more }, [{ ...mowing, id: 'm' }]);
    expect(at('11:00', '13:00')).toBe('Sam Dale has Mowing that day, 08:00–12:00 – book anyway?');
    expect(at('08:00', null)).toMatch(/^Sam Dale has Mowing that day/);
    expect(at('09:30', null)).toMatch(/^Sam Dale has Mowing that day/);
    expect(at('12:00', '13:00')).toBeNull();
    expect(at('07:00', '08:00')).toBeNull();
    expect(at(null, null)).toBeNull();
    expect(at('11:00', '13:00', { assignedTo: ['kay'] })).toBeNull();
    // A job that began the night before overlaps too.
    expect(at('22:00', '09:00', { startDate: '2026-11-19', endDate: '2026-11-19' })).toMatch(/^Sam Dale has Mowing/);
    for (const status of ['done', 'cancelled'] as const)
      expect(warn({ startTime: '11:00', endTime: '13:00' }, [{ ...mowing, id: 'm', status }])).toBeNull();
  });
});

test('a job says from which day it was rained off, and why it was cancelled', () => {
  const rained = (rainedOff: string | null) => rainWords({ rainedOff, startDate: '2026-11-20' });
  expect(rained('2026-11-18')).toBe('Rained off on 18 Nov 2026');
  // Moved back to that day by hand.
  expect(rained('2026-11-20')).toBe('');
  expect(rained(null)).toBe('');
  expect(cancelWords({ cancelReason: 'weather', cancelNote: 'too wet' })).toBe('Weather, too wet');
  expect(cancelWords({ cancelReason: null, cancelNote: null })).toBe('');
});
