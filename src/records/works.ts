// Works: the job log. The database sets the author, the owner and the value of an entry.
import { AMOUNT, QUANTITY, RATE, whole } from '@/domain/core/number-rule';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, textOf, textOrNull } from '@/domain/core/stored-json';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { captured, type Action } from './captured';
import {
  choice,
  date,
  flag,
  id,
  idByName,
  ids,
  instant,
  json,
  money,
  decimal,
  number,
  person,
  text,
  texts,
  time,
  unit,
} from './record-field';
import { record, type EditableOf, type Columns, type RecordOf, type StoredKinds } from './record';

type AdditionalItem = { id: string; amount: Decimal; description: string | null };

const NO_ITEMS: AdditionalItem[] = [];

const itemsOf = (value: unknown): AdditionalItem[] => {
  const items = listOf(value);
  if (items.length === 0) return NO_ITEMS;
  return items.map(fieldsOf).map((item) => ({
    id: textOf(item.id),
    amount: amountOf(item.amount),
    description: textOrNull(item.description),
  }));
};
const itemsToJson = (items: AdditionalItem[]) => items.map((item) => ({ ...item, amount: toNumeric(item.amount) }));

const WORK_RECORD = record('works', {
  userId: id().onInsert(),
  /** Null for the account holder's own entries. An insert contains this and the name, but the database sets both. */
  employeeId: person().optional().onInsert(),
  createdByName: text().onInsert(),
  /** The people whom its job names, as ids and names in the same order; null if it names nobody (`doersOf`). */
  doneBy: ids().optional().fromDatabase(),
  doneByNames: texts().optional().fromDatabase(),
  customer: text('Customer', 120),
  customerId: idByName(),
  taskName: text('Task', 80),
  taskDescription: text('Description', 500).optional(),
  workDate: date('Date'),
  chargeableUnit: unit('Unit'),
  quantity: decimal('Quantity', QUANTITY).optional(),
  rate: money('Rate', RATE).optional(),
  totalValue: money('Value', AMOUNT).optional(),
  valueOverridden: flag().fromDatabase(),
  notes: text('Note', 2000).optional(),
  startTime: time('Start').optional(),
  finishTime: time('Finish').optional(),
  /** The second occurrence of the time, on the night when the clocks go back. */
  startSecond: flag('Start after the clocks went back'),
  finishSecond: flag('Finish after the clocks went back'),
  /** Unpaid minutes. */
  breaks: number('Breaks', whole(1440)),
  /** Paid hours with four decimals, from the times. */
  totalTime: decimal().optional().fromDatabase(),
  createdAt: instant().fromDatabase(),
  /** Empty while the entry is only on this device. */
  updatedAt: instant().fromDatabase(),
  invoiceId: id().optional().fromDatabase(),
  invoiceNumber: text().optional().fromDatabase(),
  invoiceGeneratedAt: instant().optional().fromDatabase(),
  invoiceSentAt: instant().optional().fromDatabase(),
  invoicePaidAt: instant().optional().fromDatabase(),
  /** The invoice's due date. */
  dueDate: date().optional().from('invoice_due_on').fromDatabase(),
  /**
   * The entry's progress towards payment. People who may not see prices also learn from it whether the entry has a rate.
   */
  progress: choice(['needs_quantity', 'needs_rate', 'ready', 'invoiced', 'sent', 'paid']).fromDatabase(),
  additionalItems: json(NO_ITEMS, itemsOf, itemsToJson).fromDatabase(),
  /** Works with the same job are its lines. The job of a single line has the line's own id. */
  jobId: id().onInsert(),
  /** Its position among the lines of the job. */
  line: number(null, whole(400, 1)).onInsert(),
});

export type Work = RecordOf<typeof WORK_RECORD>;
/** The fields of a new entry. */
export type NewWork = Omit<EditableOf<typeof WORK_RECORD>, 'customerId' | 'totalValue'>;
/**
 * What an edit may change; the times only if they were corrected. `totalValue` only if the user typed one; null means
 * that it is calculated again.
 */
export type WorkEdit = Partial<Omit<EditableOf<typeof WORK_RECORD>, 'customerId'>>;

const nameOf = (value: Json | undefined) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** The same customer, even if renamed; without an id, the same name. */
function sameCustomer(column: string, sent: Columns, row: Columns): boolean {
  const customer = sent.customer_id ?? null;
  if (customer !== null && customer === row.customer_id) return true;
  return (customer === null || column === 'customer') && nameOf(sent.customer) === nameOf(row.customer);
}

/** The row has a rate, which is hidden from the user who reads it. */
const isPriceHidden = (row: Columns) => row.rate === null && row.progress === 'ready';

/** True if the stored value differs from the sent one only because of a rule of the database. */
function isEquivalent(column: string, sent: Columns, row: Columns, action: Action): boolean {
  switch (column) {
    case 'customer':
    case 'customer_id':
      // On insert the database determines the customer, also if it was renamed or merged.
      return action === 'insert' || sameCustomer(column, sent, row);
    case 'quantity':
      // Hours are calculated from the times; the quantity of a fixed price is 1.
      if (action === 'insert') return sent.quantity === null || row.chargeable_unit === 'fixed';
      return row.chargeable_unit === 'fixed' && sent.chargeable_unit === 'fixed';
    case 'rate':
      // A crew member who may not see prices sends no rate and gets none back, even if the row has one.
      return row.rate === null && row.employee_id !== null && (action === 'insert' || isPriceHidden(row));
    case 'total_value':
      // An emptied value is calculated again; a hidden one is not compared.
      return row.total_value === null
        ? isPriceHidden(row)
        : sent.total_value === null && row.value_overridden === false;
    default:
      return false;
  }
}

/** Only the account holder may change an entry once it has a price. */
const notEditableReason = ({ userId, accountId }: { userId: string; accountId: string }, row: Columns): string | null =>
  userId !== accountId && isPriceHidden(row)
    ? 'This entry has been priced meanwhile. Ask the account holder to change it.'
    : null;

/** The row, without `total_value` if that is calculated. */
const asEntered = (row: Columns): Columns => (row.value_overridden === true ? row : { ...row, total_value: null });

export const WORK = captured(WORK_RECORD, {
  kind: 'work',
  name: 'Work entry',
  readFrom: 'listed_works',
  version: 1,
  title: ({ taskName, customer }) => `${taskName}, ${customer}`,
  derived: ['employee_id', 'created_by_name'],
  isEquivalent,
  groups: [
    ['customer', 'customer_id'],
    ['chargeable_unit', 'rate', 'quantity', 'total_value'],
    ['start_time', 'finish_time', 'start_second', 'finish_second', 'breaks'],
  ],
  notEditableReason,
  asEntered,
  invalidates: [
    keys.recentJobs,
    keys.taskUsage,
    keys.workTaskNames,
    keys.home,
    keys.customers,
    keys.diaryEvents,
    keys.time,
    keys.deletedWorks,
  ],
  editAt: (work) => `/works-list?edit=${work}`,
  asksOnDuplicateId: true,
  canBeRestored: true,
  updateOnly: ['total_value'],
  recalculated: ['total_value'],
});

/** The columns of a CSV file after the id, each with its field. */
export const WORK_CSV = {
  work_date: 'workDate',
  customer: 'customer',
  task_name: 'taskName',
  task_description: 'taskDescription',
  chargeable_unit: 'chargeableUnit',
  quantity: 'quantity',
  rate: 'rate',
  total_value: 'totalValue',
  start_time: 'startTime',
  finish_time: 'finishTime',
  breaks_min: 'breaks',
  total_time_h: 'totalTime',
  done_by: 'doneByNames',
  logged_by: 'createdByName',
  invoice_number: 'invoiceNumber',
  generated_at: 'invoiceGeneratedAt',
  sent_at: 'invoiceSentAt',
  paid_at: 'invoicePaidAt',
  notes: 'notes',
} as const satisfies Record<string, keyof Work>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  works: {
    'Customer, task, date, times and breaks, quantity, rate and value, description and notes, and who logged it': '*',
    'who and which machines were there and for how long': 'done_by done_by_names',
    'Invoices and credit notes':
      'invoice_id invoice_number invoice_generated_at invoice_sent_at invoice_paid_at invoice_due_on additional_items progress',
  },
};
