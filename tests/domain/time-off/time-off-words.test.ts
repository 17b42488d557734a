import { describe, expect, test } from 'vitest';
import type { Planned } from '@/domain/diary/diary-event';
import { busyWords, dayNumber, dayWords, leaveYearWords } from '@/domain/time-off/time-off-words';
import { rangeWords } from '@/domain/time-off/request';

test('days, halves and leave years have words', () => {
  expect([0, 0.5, 1, 2.5, 12, -2, -0.5].map(dayNumber)).toEqual(['0', '½', '1', '2½', '12', '−2', '−½']);
  expect([0.5, 1, 1.5, 2].map(dayWords)).toEqual(['half a day', '1 day', '1½ days', '2 days']);
  expect(leaveYearWords({ from: '2026-01-01', to: '2026-12-31' })).toBe('2026');
  expect(leaveYearWords({ from: '2026-04-01', to: '2027-03-31' })).toBe('Apr 2026 to Mar 2027');
  const days = { startDate: '2026-08-03', endDate: '2026-08-07', half: null };
  expect(rangeWords(days, '2026-07-01')).toBe('Mon 3 Aug to Fri 7 Aug');
  expect(rangeWords({ ...days, endDate: '2026-08-03', half: 'morning' }, '2026-07-01')).toBe('Mon 3 Aug, morning');
});

describe('work that conflicts with an absence', () => {
  const mary = { id: 'mary', name: 'Mary' };
  const week = { startDate: '2026-08-03', endDate: '2026-08-07' };
  const job = (startDate: string, more: Partial<Planned> = {}): Planned => ({
    ...{ kind: 'job', title: null, taskName: 'Baling', customer: 'Hill Farm', absenceType: null, startTime: null },
    ...{
      startDate,
      endDate: startDate,
      endTime: null,
      assignedTo: ['mary'],
      assignedNames: ['Mary'],
      status: 'planned',
    },
    ...{ convertedWorkId: null, ...more },
  });
  const work = (workDate: string, employeeId = 'mary') => ({
    ...{ employeeId, workDate, taskName: 'Mowing', customer: 'Low Farm' },
  });
  const words = (
    records: Partial<Parameters<typeof busyWords>[2]>,
    person: typeof mary | { id: string; name: null } = mary,
  ) => busyWords(person, week, { events: [], works: [], shifts: [], ...records }, '2026-07-01');

  test('planned jobs are named with their days', () => {
    expect(words({ events: [job('2026-08-04')] })).toBe(
      'Mary has 1 job planned on these days: Baling – Hill Farm on Tue 4 Aug.',
    );
    // One that began before the absence is named on its first day.
    const events = [job('2026-08-01', { endDate: '2026-08-03' }), job('2026-08-07')];
    expect(words({ events }, { id: 'mary', name: null })).toBe(
      'You have 2 jobs planned on these days: Baling – Hill Farm on Mon 3 Aug and Baling – Hill Farm on Fri 7 Aug.',
    );
  });

  test('jobs of other people or days, and those that are done, cancelled or unassigned, are not named', () => {
    const events = [
      job('2026-08-04', { assignedTo: ['sam'] }),
      job('2026-08-04', { assignedTo: [] }),
      job('2026-08-08'),
      job('2026-08-02'),
      job('2026-08-04', { status: 'cancelled' }),
      job('2026-08-04', { status: 'done' }),
      job('2026-08-04', { kind: 'reminder' }),
    ];
    expect(words({ events, works: [work('2026-08-04', 'sam'), work('2026-08-08')] })).toBeNull();
  });

  test('logged work is named, and hours on days without logged work', () => {
    const shifts = ['2026-08-03', '2026-08-04', '2026-08-05'].map((workDate) => ({ employeeId: 'mary', workDate }));
    expect(
      words({ works: [work('2026-08-04')], shifts: [...shifts, shifts[2] ?? { employeeId: null, workDate: '' }] }),
    ).toBe('Mary has worked on these days: hours on Mon 3 Aug, Mowing – Low Farm on Tue 4 Aug and hours on Wed 5 Aug.');
  });

  test('of more than four jobs three are named and the others counted', () => {
    const events = ['03', '04', '05', '06', '07'].map((day) => job(`2026-08-${day}`));
    expect(words({ events })).toMatch(/^Mary has 5 jobs planned .*Mon 3 Aug, .*Tue 4 Aug, .*Wed 5 Aug and 2 more\.$/);
  });
});
