// The record types of the app: how what a person saves in the field becomes rows.
import { breaksOf } from '@/domain/breaks';
import { sameAnswers } from '@/domain/same-answers';
import type { Json } from '@/lib/database.types';
import type { Action, Fields } from './entry';
import { recordType } from './record-type';

const name = (value: Json | undefined) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** The same customer, though renamed; where no id was given, of the same name. */
function sameCustomer(column: string, fields: Fields, row: Fields): boolean {
  const id = fields['customer_id'] ?? null;
  if (id !== null && id === row['customer_id']) return true;
  return (id === null || column === 'customer') && name(fields['customer']) === name(row['customer']);
}

/** It has a rate, and the rate is not shown to the person who reads it. */
const isPriceHidden = (row: Fields) => row['rate'] === null && row['progress'] === 'ready';

/** What the database makes of an entry's columns without changing what was meant. */
function reworded(column: string, fields: Fields, row: Fields, action: Action) {
  const [sent, held] = [fields[column], row[column]];
  switch (column) {
    case 'customer':
    case 'customer_id':
      // A new entry goes where its customer leads, and follows one that is renamed or merged.
      return action === 'insert' || sameCustomer(column, fields, row);
    case 'quantity':
      // Hours from the times, and the one of an agreed price.
      if (action === 'insert') return sent === null || row['chargeable_unit'] === 'fixed';
      return row['chargeable_unit'] === 'fixed' && fields['chargeable_unit'] === 'fixed';
    case 'rate':
      // A crew from whom prices are hidden sends none and is shown none, also of an entry that has one.
      return held === null && row['employee_id'] !== null && (action === 'insert' || isPriceHidden(row));
    case 'total_value':
      // Emptied, it is worked out again; and what is hidden is not compared.
      return held === null ? isPriceHidden(row) : sent === null && row['value_overridden'] === false;
    default:
      return false;
  }
}

const AMOUNTS = ['chargeable_unit', 'rate', 'quantity', 'total_value'];
const TIMES = ['start_time', 'finish_time', 'start_second', 'finish_second', 'breaks'];

export const WORK = recordType({
  kind: 'work',
  table: 'works',
  readFrom: 'listed_works',
  version: 1,
  derived: ['employee_id', 'created_by_name'],
  reworded,
  groups: [['customer', 'customer_id'], AMOUNTS, TIMES],
  closedTo: ({ userId, accountId }, row) =>
    userId !== accountId && isPriceHidden(row)
      ? 'This entry has been priced meanwhile. Ask the account holder to change it.'
      : null,
  asEntered: (row) => (row['value_overridden'] === true ? row : { ...row, total_value: null }),
  invalidates: ['works', 'recent-jobs', 'work-task-names', 'home', 'customers', 'diary-events', 'time'],
  labels: {
    customer: 'Customer',
    task_name: 'Task',
    task_description: 'Description',
    chargeable_unit: 'Unit',
    rate: 'Rate',
    quantity: 'Quantity',
    work_date: 'Date',
    start_time: 'Start',
    start_second: 'Start after the clocks went back',
    finish_time: 'Finish',
    finish_second: 'Finish after the clocks went back',
    breaks: 'Breaks',
    total_value: 'Value',
    notes: 'Note',
  },
  editAt: (id) => `/works-list?edit=${id}`,
  sharesIds: true,
  setLater: ['total_value'],
  madeAnew: ['total_value'],
});

export const CUSTOMER = recordType({
  kind: 'customer',
  table: 'customers',
  readFrom: 'crew_customers',
  version: 1,
  derived: [],
  nameKey: 'customers_name_key',
  keepsNoTime: true,
  invalidates: ['customers'],
});

/** A new name of the price list. Its rate is left out where its person is shown no prices. */
export const TASK = recordType({
  kind: 'task',
  table: 'tasks',
  readFrom: 'crew_tasks',
  version: 1,
  derived: ['default_rate'],
  nameKey: 'tasks_name_key',
  keepsNoTime: true,
  invalidates: ['tasks'],
});

/** Of an entry: the bytes go to the bucket first, then the row says that they are there. */
export const PHOTO = recordType({
  kind: 'photo',
  table: 'attachments',
  readFrom: 'attachments',
  version: 1,
  derived: ['taken_at'],
  bucket: 'photos',
  invalidates: ['attachments', 'kept-photos'],
});

export const NOTE = recordType({
  kind: 'note',
  table: 'notes',
  readFrom: 'notes',
  version: 1,
  // Names nothing any more where the note before is deleted.
  derived: ['follows'],
  // An accident, and a note that was given to somebody, is there to be seen to.
  reworded: (column, _fields, row) => column === 'needs_action' && row['needs_action'] === true,
  groups: [
    ['note_date', 'note_time'],
    ['value_num', 'value_unit'],
    ['lat', 'lng'],
  ],
  invalidates: ['notes', 'open-notes'],
  labels: {
    title: 'Title',
    body: 'Note',
    note_date: 'Date',
    note_time: 'Time',
    customer: 'Customer',
    value_num: 'Measured',
    value_unit: 'Unit',
    lat: 'Latitude',
    lng: 'Longitude',
    shared: 'Shared with the crew',
    needs_action: 'Needs action',
    assigned_to: 'Who sees to it',
    action_done: 'Done',
  },
  editAt: (id) => `/view-notes?edit=${id}`,
  madeAnew: ['follows'],
});

const instant = (value: Json | undefined) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const paused = (value: Json | undefined) =>
  JSON.stringify(breaksOf(value).map(({ start, end, paid }) => [instant(start), instant(end ?? undefined), paid]));

/** An instant may be written in two ways, and so may breaks; one that ran ends with its shift. */
const retimed = (column: string, sent: Json | undefined, row: Fields) =>
  column === 'breaks' ? paused(sent) === paused(row[column]) : instant(sent) === instant(row[column]);

export const TIME = recordType({
  kind: 'time',
  table: 'time_entries',
  readFrom: 'time_entries',
  version: 1,
  // How far a clock was out, and from which one the shift is, are said once; its key is a new one after a job is deleted.
  derived: ['clock_skew_s', 'source', 'log_key'],
  reworded: (column, fields, row) =>
    ['clock_in_at', 'clock_out_at', 'breaks'].includes(column) && retimed(column, fields[column], row),
  groups: [['clock_in_at', 'clock_out_at', 'breaks', 'manual_break_min']],
  invalidates: ['time', 'time_entries'],
  labels: {
    clock_in_at: 'Start',
    clock_out_at: 'Finish',
    activity: 'Job',
    customer: 'Customer',
    breaks: 'Breaks',
    manual_break_min: 'Breaks, minutes',
    note: 'Note',
    edit_reason: 'Reason',
  },
  editAt: (id) => `/time-diary?edit=${id}`,
  // What is changed with a reason is another's or handed in: those hours would come back as this person's own.
  addsAgain: ({ fields }) => !('edit_reason' in fields),
});

/** Opened, or confirmed: from whichever phone it comes first. */
export const NOTICE_READ = recordType({
  kind: 'notice-read',
  table: 'notice_reads',
  readFrom: 'notice_reads',
  version: 1,
  derived: [],
  nameKey: 'notice_reads_person_key',
  invalidates: ['board', 'past-notices'],
});

/** A completed checklist, questions and answers in one: it is there whole or not at all. Its photos follow it. */
export const COMPLETION = recordType({
  kind: 'completion',
  table: 'checklist_completions',
  readFrom: 'checklist_completions',
  version: 1,
  // A clock that is far out is set right by the database.
  derived: ['started_at', 'completed_at'],
  reworded: (column, fields, row) =>
    (column === 'items' || column === 'answers') && sameAnswers(fields[column], row[column]),
  invalidates: ['checklist-completions', 'checklist-standing'],
});
