// How records saved in the field become rows: of the types that src/records does not declare yet.
import { sameAnswers } from '@/domain/checklists/same-answers';
import type { Json } from '@/lib/database.types';
import type { CapturedType } from '@/records/captured';
import type { Action, Fields } from './entry';

const name = (value: Json | undefined) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** The same customer, even if renamed; without an id, the same name. */
function sameCustomer(column: string, fields: Fields, row: Fields): boolean {
  const id = fields['customer_id'] ?? null;
  if (id !== null && id === row['customer_id']) return true;
  return (id === null || column === 'customer') && name(fields['customer']) === name(row['customer']);
}

/** The row has a rate, which is hidden from the user who reads it. */
const isPriceHidden = (row: Fields) => row['rate'] === null && row['progress'] === 'ready';

/** True if the database changed a value without changing what was meant. */
function reworded(column: string, fields: Fields, row: Fields, action: Action) {
  const [sent, held] = [fields[column], row[column]];
  switch (column) {
    case 'customer':
    case 'customer_id':
      // An insert takes its customer from the database, and follows a renamed or merged customer.
      return action === 'insert' || sameCustomer(column, fields, row);
    case 'quantity':
      // Hours are calculated from the times; the quantity of a fixed price is 1.
      if (action === 'insert') return sent === null || row['chargeable_unit'] === 'fixed';
      return row['chargeable_unit'] === 'fixed' && fields['chargeable_unit'] === 'fixed';
    case 'rate':
      // A crew member who may not see prices sends no rate and gets none back, even if the row has one.
      return held === null && row['employee_id'] !== null && (action === 'insert' || isPriceHidden(row));
    case 'total_value':
      // An emptied value is calculated again; a hidden one is not compared.
      return held === null ? isPriceHidden(row) : sent === null && row['value_overridden'] === false;
    default:
      return false;
  }
}

const AMOUNTS = ['chargeable_unit', 'rate', 'quantity', 'total_value'];
const TIMES = ['start_time', 'finish_time', 'start_second', 'finish_second', 'breaks'];

export const WORK: CapturedType = {
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
};

export const CUSTOMER: CapturedType = {
  kind: 'customer',
  table: 'customers',
  readFrom: 'crew_customers',
  version: 1,
  derived: [],
  nameKey: 'customers_name_key',
  keepsNoTime: true,
  invalidates: ['customers'],
};

/** A photo of an entry: its bytes are uploaded to the bucket first, then the row is inserted. */
export const PHOTO: CapturedType = {
  kind: 'photo',
  table: 'attachments',
  readFrom: 'attachments',
  version: 1,
  derived: ['taken_at'],
  bucket: 'photos',
  invalidates: ['attachments', 'kept-photos'],
};

/** A notice opened or confirmed; the first device to report it counts. */
export const NOTICE_READ: CapturedType = {
  kind: 'notice-read',
  table: 'notice_reads',
  readFrom: 'notice_reads',
  version: 1,
  derived: [],
  nameKey: 'notice_reads_person_key',
  invalidates: ['board', 'past-notices'],
};

/**
 * A completed checklist. Questions and answers are one row, so it is stored completely or not at all. Its photos follow
 * it.
 */
export const COMPLETION: CapturedType = {
  kind: 'completion',
  table: 'checklist_completions',
  readFrom: 'checklist_completions',
  version: 1,
  // The database corrects times from a clock that is far out.
  derived: ['started_at', 'completed_at'],
  reworded: (column, fields, row) =>
    (column === 'items' || column === 'answers') && sameAnswers(fields[column], row[column]),
  invalidates: ['checklist-completions', 'checklist-standing'],
};
