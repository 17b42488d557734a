import { workMinutes, BEFORE_FIRST_DAY, FIRST_DAY } from '@/domain/core/time';
import { TIME } from '@/records/time';
import { nameKey, type ImportKind } from './kind';

const { fields } = TIME;
const MOST_BREAK_MINUTES = 1_440;

export const SHIFTS: ImportKind = {
  name: 'shifts',
  title: 'Staff hours',
  words: ['shift', 'shifts'],
  maxRows: 2_000,
  hint: 'The hours of your people, day by day. They are not handed in or approved by this. The same hours a second time are left out.',
  example: {
    ...{
      person: 'Sam Low',
      work_date: '01/10/2026',
      start_time: '07:30',
      finish_time: '17:15',
      manual_break_min: '45',
    },
    ...{ activity: 'Hedge cutting', customer: '', note: '' },
  },
  columns: [
    {
      key: 'person',
      label: 'Person',
      required: true,
      names: ['Name', 'Employee', 'Driver', 'Operator', 'Worker', 'Staff', 'Staff name'],
    },
    { key: 'work_date', label: 'Date', required: true, kind: 'date', names: ['Work date', 'Day', 'Shift date'] },
    {
      key: 'start_time',
      label: 'Start',
      required: true,
      names: ['Start time', 'From', 'Clock in', 'Time in', 'In', 'Started'],
    },
    {
      key: 'finish_time',
      label: 'Finish',
      required: true,
      names: ['Finish time', 'End', 'End time', 'To', 'Clock out', 'Time out', 'Out', 'Finished'],
    },
    {
      key: 'manual_break_min',
      label: 'Breaks (minutes)',
      names: ['Breaks', 'Break', 'Break min', 'Breaks min', 'Unpaid break'],
    },
    { key: 'activity', label: 'Job', names: ['Activity', 'Task', 'Work'] },
    { key: 'customer', label: 'Customer', names: ['Client', 'Farm'] },
    { key: 'note', label: 'Note', names: ['Notes', 'Comments', 'Remarks'] },
  ],
  read: (row, { people, today, zone }) => {
    const person = row.text('person', 120);
    const date = row.date('work_date');
    const [start, finish] = [row.time('start_time'), row.time('finish_time')];
    const breaks = row.whole('manual_break_min', 0, MOST_BREAK_MINUTES);
    if (row.problems.length === 0) {
      const given = { Person: person, Date: date, Start: start, Finish: finish };
      for (const [label, value] of Object.entries(given))
        if (value === null) row.problems.push(`${label}: It is empty.`);
    }
    if (person !== null && !people.has(nameKey(person)))
      row.problems.push(`Person: Nobody on the farm is called ${person}.`);
    if (date !== null && date < FIRST_DAY) row.problems.push(`Date: ${BEFORE_FIRST_DAY}`);
    if (date !== null && date > today) row.problems.push('Date: This date is in the future.');
    if (
      date !== null &&
      start !== null &&
      finish !== null &&
      !workMinutes({ workDate: date, start, finish, breaks, zone }).ok
    )
      row.problems.push('Start, Finish: The times and breaks do not give any working time.');
    return {
      // The key by which the preview finds the same hours twice in the file.
      name: row.problems.length === 0 ? [person, date, start, finish].join(' ') : null,
      notes: [],
      columns: {
        ...{ person, work_date: date, start_time: start, finish_time: finish, manual_break_min: breaks },
        activity: row.text('activity', fields.activity.max),
        customer: row.text('customer', fields.customer.max),
        note: row.text('note', fields.note.max),
      },
    };
  },
  // The database skips hours that exist already. Reading all hours here only to count those would take too long.
  existing: () => ({ has: () => false }),
};
