import { describe, expect, test } from 'vitest';
import { icsOf, type CalendarEvent } from '@/domain/core/ics';

const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: '11111111-0000-4000-8000-000000000001',
  kind: 'job',
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
  status: 'planned',
  convertedWorkId: null,
  notes: null,
  updatedAt: '2026-11-19T08:00:00+00:00',
  ...more,
});
const file = (events: CalendarEvent[], zone: 'Europe/London' | 'Europe/Dublin' = 'Europe/London') =>
  icsOf(events, { name: 'Farm Diary', zone, now: new Date('2026-11-19T09:30:15.123Z') });
const lines = (...events: CalendarEvent[]) => file(events).split('\r\n');
const dates = (more: Partial<CalendarEvent>) => lines(event(more)).filter((line) => /^DT(START|END)/.test(line));

test('the export is a calendar file, line by line', () => {
  expect(file([event({ assignedNames: ['Sam Dale', 'Kay'], notes: 'Gate code 1234' })])).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Farm Diary//Diary//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Farm Diary',
      'BEGIN:VEVENT',
      'UID:11111111-0000-4000-8000-000000000001@farm-diary',
      'DTSTAMP:20261119T093015Z',
      'DTSTART;VALUE=DATE:20261120',
      'DTEND;VALUE=DATE:20261121',
      'SUMMARY:Baling – Hill Farm',
      'DESCRIPTION:With Sam Dale\\, Kay\\nGate code 1234',
      'LOCATION:Hill Farm',
      'CATEGORIES:Job',
      'STATUS:CONFIRMED',
      'LAST-MODIFIED:20261119T080000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('without events the export is still a calendar', () => {
  expect(lines().at(-2)).toBe('END:VCALENDAR');
});

describe('dates never shift by a day', () => {
  test.each([
    ['2026-10-25', '2026-10-25', '20261025', '20261026'],
    ['2027-03-28', '2027-03-28', '20270328', '20270329'],
    ['2026-12-30', '2027-01-02', '20261230', '20270103'],
    ['2028-02-28', '2028-02-29', '20280228', '20280301'],
  ])('%s to %s, all day', (startDate, endDate, from, until) => {
    expect(dates({ startDate, endDate })).toEqual([`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${until}`]);
  });
});

describe('times are instants', () => {
  test('times are those of the farm’s time zone, in winter and in summer', () => {
    expect(dates({ startTime: '07:30', endTime: '16:00' })).toEqual([
      'DTSTART:20261120T073000Z',
      'DTEND:20261120T160000Z',
    ]);
    const summer = { startDate: '2026-07-01', endDate: '2026-07-01', startTime: '00:30', endTime: null };
    expect(dates(summer)).toEqual(['DTSTART:20260630T233000Z']);
    expect(file([event(summer)], 'Europe/Dublin')).toContain('DTSTART:20260630T233000Z');
  });

  test('an event across a clock change keeps its length (case 3 and 4)', () => {
    const night = { startTime: '22:00', endTime: '06:00' };
    expect(dates({ startDate: '2026-10-24', endDate: '2026-10-24', ...night })).toEqual([
      'DTSTART:20261024T210000Z',
      'DTEND:20261025T060000Z',
    ]);
    expect(dates({ startDate: '2027-03-27', endDate: '2027-03-27', ...night })).toEqual([
      'DTSTART:20270327T220000Z',
      'DTEND:20270328T050000Z',
    ]);
  });

  test('a time in the skipped hour is an hour later (case 7)', () => {
    expect(dates({ startDate: '2027-03-28', endDate: '2027-03-28', startTime: '01:30', endTime: '03:00' })).toEqual([
      'DTSTART:20270328T013000Z',
      'DTEND:20270328T020000Z',
    ]);
  });

  test('the times of an event of several days run from the first day to the last', () => {
    expect(dates({ endDate: '2026-11-22', startTime: '18:00', endTime: '06:00' })).toEqual([
      'DTSTART:20261120T180000Z',
      'DTEND:20261122T060000Z',
    ]);
  });
});

describe('texts', () => {
  test('texts are what was typed, and none of it is parsed as the file’s syntax (case 64)', () => {
    const title = 'O\'Brien; "Sons", \\ <b>\r\nEND:VEVENT';
    expect(lines(event({ title }))).toContain('SUMMARY:O\'Brien\\; "Sons"\\, \\\\ <b>\\nEND:VEVENT');
    expect(lines(event({ title: 'bell\u0007\ttab' }))).toContain('SUMMARY:bell  tab');
  });

  test('texts are folded at 75 octets between characters, and read back whole', () => {
    const title = `${'Siân Ní Dhálaigh 🚜 '.repeat(12)}end`;
    const long = lines(event({ title, customer: 'é'.repeat(120) }));
    for (const line of long) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const whole = long.join('\r\n').replaceAll('\r\n ', '');
    expect(whole).toContain(`SUMMARY:${title}\r\n`);
    expect(whole).toContain(`LOCATION:${'é'.repeat(120)}\r\n`);
  });
});

test('a cancelled event says so, and an absence names its person and kind', () => {
  expect(lines(event({ status: 'cancelled' }))).toContain('STATUS:CANCELLED');
  expect(lines(event({ kind: 'absence', absenceType: 'holiday', taskName: null, assignedNames: ['Sam'] }))).toEqual(
    expect.arrayContaining(['SUMMARY:Sam: Holiday', 'CATEGORIES:Absence']),
  );
});
