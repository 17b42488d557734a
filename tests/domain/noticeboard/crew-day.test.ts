// What a member of the crew is doing today, in one line, and the jobs of their day.
import { describe, expect, test } from 'vitest';
import type { LatestCheck } from '@/domain/checklists/checklist-board';
import { crewDay, type CrewRecords } from '@/domain/noticeboard/crew-day';
import type { DiaryEvent } from '@/records/diary';

const TODAY = '2026-11-20';
const CLOCK = { today: TODAY, now: new Date('2026-11-20T12:00:00Z'), zone: 'Europe/London' as const };
const SAM = { id: 'sam', name: 'Sam Dale' };

type Records = CrewRecords<DiaryEvent>;
const NOTHING: Records = { shifts: [], works: [], onJobs: [], events: [], fleet: [], checks: [] };
const line = (records: Partial<Records>) => {
  const { state, words } = crewDay(SAM, { ...NOTHING, ...records }, CLOCK);
  return `${state}: ${words}`;
};

const shift = (changes: Partial<Records['shifts'][number]> = {}): Records['shifts'][number] => ({
  ...{ id: 'shift', employeeId: 'sam', clockInAt: '2026-11-20T07:12:00Z', clockOutAt: null, workDate: TODAY },
  ...{ breaks: [], manualBreakMin: null, status: 'open', activity: 'Baling', customer: 'Murphy' },
  ...changes,
});
const event = (changes: Partial<DiaryEvent> = {}): DiaryEvent => ({
  ...{ id: 'event', kind: 'job', title: null, taskName: 'Hedges', customer: 'Hill Farm', absenceType: null },
  ...{ startDate: TODAY, endDate: TODAY, startTime: '08:00', endTime: null, assignedTo: ['sam'], assignedNames: [] },
  ...{
    status: 'planned',
    cancelReason: null,
    cancelNote: null,
    rainedOff: null,
    notes: null,
    workId: 'w',
    convertedWorkId: null,
  },
  ...{ createdByName: 'Alex', updatedAt: '', declinedReason: null, declinedNote: null, declinedBy: null },
  ...{ declinedByName: null, repeatId: null, repeatDate: null, repeatEvery: null, ...changes },
});
const work = (changes: Partial<Records['works'][number]> = {}): Records['works'][number] => ({
  ...{ id: 'work', jobId: 'job', line: 1, employeeId: 'sam', taskName: 'Baling', customer: 'Murphy' },
  ...{ createdAt: '2026-11-20T11:40:00Z', ...changes },
});
const onJob = (ref: string, name: string, jobId = 'job') => ({
  ...{ jobId, job: 'Baling, Murphy', ref, name, startTime: null, finishTime: null },
});
const TRACTOR = { id: 'tractor', name: 'JD 6155R', machineType: 'tractor', status: 'in_use' };
const QUAD = { id: 'quad', name: 'Quad', machineType: 'atv', status: 'in_use' };
const check = (machine: string, createdByName: string, doneOn: string): LatestCheck => ({
  ...{ templateId: 't', templateName: 'Walk round', machine, createdByName, doneOn, completionId: machine },
  ...{ completedAt: `${doneOn}T06:50:00Z`, result: 'pass', defects: 0 },
});

describe('the line of a person', () => {
  test('a running shift says since when, on what, and with which machines', () => {
    expect(line({ shifts: [shift()] })).toBe('clocked-in: Clocked in since 07:12 · Baling, Murphy');
    expect(line({ shifts: [shift({ activity: 'General', customer: null })] })).toBe(
      'clocked-in: Clocked in since 07:12',
    );
    const begun = event({ status: 'in_progress', notes: 'Take the JD-6155R' });
    const records = {
      shifts: [shift({ activity: 'General', customer: null })],
      events: [begun],
      fleet: [TRACTOR, QUAD],
    };
    expect(line({ ...records, checks: [check('Quad', 'Sam Dale', TODAY)] })).toBe(
      'clocked-in: Clocked in since 07:12 · Hedges – Hill Farm · JD 6155R, Quad',
    );
    // A check of another day or by another person does not say what they drive today.
    const checks = [check('Quad', 'Sam Dale', '2026-11-19'), check('JD 6155R', 'Pat Reed', TODAY)];
    expect(line({ shifts: [shift()], fleet: [TRACTOR, QUAD], checks })).not.toMatch(/Quad|JD/);
  });

  test('a break and a night shift are named', () => {
    const breaks = [{ start: '2026-11-20T11:50:00Z', end: null, paid: false }];
    expect(line({ shifts: [shift({ breaks })] })).toBe('clocked-in: On a break since 11:50 · Baling, Murphy');
    const night = shift({ clockInAt: '2026-11-19T22:00:00Z', workDate: '2026-11-19' });
    expect(line({ shifts: [night] })).toBe('clocked-in: Clocked in since 22:00 yesterday · Baling, Murphy');
    // Not clocked out for more than a day: it is not known whether the person still works.
    const forgotten = shift({ clockInAt: '2026-11-19T07:00:00Z', workDate: '2026-11-19' });
    expect(line({ shifts: [forgotten] })).toBe('planned: Not started · no job planned');
  });

  test('a started job is named although nobody clocked in, if it is assigned to the person', () => {
    expect(line({ events: [event({ status: 'in_progress' })] })).toBe(
      'under-way: Started, not clocked in · Hedges – Hill Farm',
    );
    expect(line({ events: [event({ status: 'in_progress', assignedTo: [] })] })).toMatch(/^planned/);
    expect(line({ events: [event({ status: 'in_progress', assignedTo: ['pat'] })] })).toMatch(/^planned/);
  });

  test('otherwise the last job that was logged today, by the person or for them, with its machines', () => {
    const works = [
      work({ id: 'old', jobId: 'old', taskName: 'Carting', createdAt: '2026-11-20T09:00:00Z' }),
      work({ employeeId: 'pat' }),
      // A line of the same job, such as a material.
      work({ id: 'netwrap', line: 2, taskName: 'Netwrap', createdAt: '2026-11-20T11:41:00Z' }),
      work({ id: 'other', jobId: 'other', employeeId: 'pat', createdAt: '2026-11-20T11:50:00Z' }),
    ];
    const onJobs = [onJob('sam', 'Sam Dale'), onJob('tractor', 'JD 6155R'), onJob('pat', 'Pat Reed', 'other')];
    const records = { works, onJobs, fleet: [TRACTOR], shifts: [shift({ clockOutAt: '2026-11-20T11:45:00Z' })] };
    expect(line(records)).toBe('logged: Logged at 11:40 · Baling, Murphy · JD 6155R');
    expect(crewDay(SAM, { ...NOTHING, ...records }, CLOCK).logged.map(({ at, words }) => [at, words])).toEqual([
      ['11:40', 'Baling, Murphy'],
      ['09:00', 'Carting, Murphy'],
    ]);
  });

  test('otherwise the end of a shift of today, and then an absence', () => {
    const events = [event({ kind: 'absence', absenceType: 'sick', taskName: null, customer: null, startTime: null })];
    const ended = shift({ clockOutAt: '2026-11-20T11:45:00Z' });
    expect(line({ shifts: [ended], events })).toBe('clocked-out: Clocked out at 11:45 · Baling, Murphy');
    expect(line({ events })).toBe('absent: Absent · Off sick');
    expect(line({ events: [event({ kind: 'absence', assignedTo: ['pat'] })] })).toMatch(/^planned/);
  });

  test('otherwise the first job that is still to do', () => {
    expect(line({ events: [event({ id: 'late', startTime: '13:00', taskName: 'Mowing' }), event()] })).toBe(
      'planned: Not started · first job 08:00 Hedges – Hill Farm',
    );
    const done = event({ id: 'done', status: 'done', startTime: '07:00' });
    expect(line({ events: [done, event()] })).toBe('planned: Next job 08:00 Hedges – Hill Farm');
    expect(line({ events: [done] })).toBe('planned: Every job planned for today is done');
    const declined = event({ declinedReason: 'machine', declinedNote: 'gearbox', declinedBy: 'sam' });
    expect(line({ events: [declined] })).toBe('planned: Can’t do Hedges – Hill Farm · Machine, gearbox');
    expect(line({ events: [declined, event({ startTime: '09:00' })] })).toMatch(/first job 09:00/);
    expect(line({ events: [event({ assignedTo: [] })] })).toBe('planned: Not started · no job planned');
  });
});

test('the jobs of the day are those that the person sees themselves', () => {
  const events = [
    event({ id: 'anyone', assignedTo: [], startTime: null }),
    event({ id: 'own' }),
    event({ id: 'other', assignedTo: ['pat'] }),
    event({ id: 'off', status: 'cancelled' }),
  ];
  expect(crewDay(SAM, { ...NOTHING, events }, CLOCK).jobs.map(({ id }) => id)).toEqual(['own', 'anyone']);
});
