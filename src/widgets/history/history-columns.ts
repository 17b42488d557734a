// The columns that the history shows, their order and their texts. A labelled field of a record type gets its text from
// its kind; only other columns need a function here.
import {
  counted,
  day,
  dayOf,
  hours,
  minutes,
  moment,
  money,
  plain,
  quantity,
  quoted,
  rate,
  shiftTimes,
  unit,
  type Columns,
  type Wording,
} from '@/domain/history/history-values';
import { BY_WORDS, CATEGORY_WORDS, RECURRENCE_WORDS } from '@/domain/compliance/compliance-words';
import { METER_WORDS, STATUS_WORDS, TYPE_WORDS } from '@/domain/machinery/machine-words';
import type { TableName } from '@/lib/query-keys';
import { COMPLIANCE_ITEM } from '@/records/compliance';
import type { RecordField } from '@/records/record-field';
import { MACHINE } from '@/records/machines';
import type { RecordType, Shape } from '@/records/record';
import { TIME } from '@/records/time';
import { WORK } from '@/records/works';

/** Longer texts are written in quotation marks: names are never longer. */
const MAX_NAME_LENGTH = 120;

/** The text function for a field by its kind; null for a field without a label. */
function formatterOf({ kind, label, max }: RecordField): Wording | null {
  if (label === null) return null;
  switch (kind) {
    case 'text':
      return max > MAX_NAME_LENGTH ? quoted(label) : plain(label);
    case 'date':
      return day(label);
    case 'instant':
      return moment(label);
    case 'money':
      return money(label);
    case 'unit':
      return unit(label);
    default:
      return plain(label);
  }
}

/** The fields of a record type in its order, then other columns. `own` replaces the text function of single columns. */
const columnsOf = ({ fields }: Pick<RecordType, 'fields'>, own: Columns): Columns => ({
  ...Object.fromEntries(Object.values(fields).map((field) => [field.column, formatterOf(field)])),
  ...own,
});

/** Moves these columns to the front. */
const withFirst = (columns: readonly string[], all: Columns): Columns => ({
  ...Object.fromEntries(columns.map((column) => [column, all[column] ?? null])),
  ...all,
});

/** "Marked paid on 3 Nov 2026", or `removed` if the mark was removed. */
const markedOn =
  (marked: string, removed: string): Wording =>
  (change, _, context) =>
    change.new === null ? removed : `${marked} on ${dayOf(change.new, context)}`;

/** Omits the line if the invoice number changed too, since the line about that covers it. */
const unlessInvoiceChanged =
  (wording: Wording): Wording =>
  (change, all, context) =>
    all['invoice_number'] ? null : wording(change, all, context);

const valueChange: Wording = (change, all, context) => {
  const words = change.old === null ? undefined : money('Value')(change, all, context);
  const typed = all['value_overridden'];
  const end = typed ? (typed.new === true ? ', typed by hand' : ', worked out again') : '';
  return `${words ?? money('Value')(change, all, context)?.replace(' added:', '') ?? 'Value changed'}${end}`;
};

const customerChange =
  (before: string, after: string): Wording =>
  (change, all, { customerName }) =>
    all['customer'] || typeof change.new !== 'string'
      ? null
      : `${before} ${customerName(change.new) ?? 'another customer'}${after}`;

const occurrenceChange =
  (timeLabel: string): Wording =>
  (change, all) =>
    all['start_time']?.new === null
      ? null
      : `${timeLabel} ${change.new === true ? 'after' : 'before'} the clocks went back`;

const WORKS = columnsOf(WORK, {
  customer_id: customerChange('Now an entry of', ', with the name it was printed with'),
  quantity,
  rate,
  total_value: valueChange,
  value_overridden: (change, all) =>
    all['total_value'] ? null : change.new === true ? 'Value typed by hand' : 'Value worked out again',
  start_time: shiftTimes('Start'),
  finish_time: shiftTimes('Finish'),
  start_second: occurrenceChange('Start'),
  finish_second: occurrenceChange('Finish'),
  breaks: counted('Breaks', 'minute', 'minutes'),
  total_time: hours('Time'),
  invoice_number: (change) =>
    typeof change.new === 'string'
      ? `Put on invoice ${change.new}`
      : `Taken off invoice ${typeof change.old === 'string' ? change.old : ''}`,
  invoice_sent_at: unlessInvoiceChanged(markedOn('Marked sent', 'Mark “sent” taken back')),
  invoice_paid_at: unlessInvoiceChanged(markedOn('Marked paid', 'Mark “paid” taken back')),
  search: null,
});

/** Latitude and longitude are one fact, reported once: by `lat` if it changed, otherwise by `lng`. */
const position: Wording = (change) =>
  change.new === null ? 'Position of the gate removed' : 'Position of the gate changed';

const CUSTOMERS: Columns = {
  merged_into: (change, _, { customerName }) =>
    typeof change.new === 'string'
      ? `Merged into ${customerName(change.new) ?? 'another customer'}`
      : 'No longer leads to another customer, which was deleted',
  merged_from: (change, _, { name }) => (typeof change.new === 'string' ? `Merged ${change.new} into ${name}` : null),
  active: (change, all) => (all['merged_into'] ? null : change.new === true ? 'Brought back' : 'Archived'),
  name: plain('Name'),
  contact_name: plain('Contact person'),
  phone: plain('Phone'),
  phone2: plain('Second phone'),
  email: plain('E-mail'),
  address_line1: plain('Address line 1'),
  address_line2: plain('Address line 2'),
  address_line3: plain('Address line 3'),
  town: plain('Town'),
  county: plain('County'),
  postcode: (change, all, context) => plain(context.postcodeName)(change, all, context),
  country: plain('Country'),
  chargeable_unit: unit('Usual unit'),
  vat_number: plain('VAT number'),
  payment_terms_days: counted('Payment terms', 'day', 'days'),
  billing_email: plain('E-mail for invoices'),
  account_ref: plain('Account reference'),
  po_required: (change) => (change.new === true ? 'Needs a purchase order number' : 'Needs no purchase order number'),
  w3w: plain('what3words'),
  lat: position,
  lng: (change, all, context) => (all['lat'] ? null : position(change, all, context)),
  directions: quoted('Directions'),
  hazards: quoted('Hazards'),
  notes: quoted('Notes'),
  created_by: null,
  updated_at: null,
};

const SHIFT_STATUS_WORDS: ReadonlyMap<unknown, string> = new Map([
  ['open', 'Open again'],
  ['submitted', 'Handed in'],
  ['approved', 'Approved'],
  ['needs_review', 'Overlaps another shift'],
]);

const TIMES = withFirst(
  [
    ...['edit_reason', 'clock_in_at', 'clock_out_at', 'breaks', 'manual_break_min', 'paid_min'],
    ...['activity', 'customer', 'note'],
  ],
  columnsOf(TIME, {
    edit_reason: (change, all, context) =>
      change.new === null ? null : quoted('Reason')({ ...change, old: null }, all, context),
    breaks: (_, all) => (all['manual_break_min'] ? null : 'Breaks changed'),
    manual_break_min: counted('Breaks', 'minute', 'minutes'),
    paid_min: minutes('Paid'),
    status: (change, all) =>
      change.old === 'submitted' && change.new === 'open' && !all['query_note']
        ? 'Taken back'
        : (SHIFT_STATUS_WORDS.get(change.new) ?? null),
    query_note: (change, all, context) =>
      change.new === null ? null : quoted('Question')({ ...change, old: null }, all, context),
    unpaid_min: null,
    time_zone: null,
    approved_by: null,
    approved_at: null,
  }),
);

/** A choice in the words of the screen. */
const chosen =
  (label: string, words: Readonly<Record<string, string>>): Wording =>
  (change) =>
    typeof change.new === 'string' ? `${label}: ${words[change.new] ?? change.new}` : `${label} removed`;

const MACHINES = withFirst(
  ['status'],
  columnsOf(MACHINE, {
    status: chosen('Status', STATUS_WORDS),
    machine_type: chosen('Type', TYPE_WORDS),
    meter_type: chosen('Meter', METER_WORDS),
    current_reading: null,
    current_reading_at: null,
    meter_offset: null,
    created_by: null,
    updated_at: null,
  }),
);

const COMPLIANCE_ITEMS = columnsOf(COMPLIANCE_ITEM, {
  category: chosen('Area', CATEGORY_WORDS),
  required_by: chosen('Asked for by', BY_WORDS),
  recurrence: chosen('Due again', RECURRENCE_WORDS),
  recurrence_anchor: chosen('Counted from', { due_date: 'the due date', done_date: 'the day it was done' }),
  responsible_id: () => 'Somebody else sees to it',
  evidence_required: (change) => (change.new === true ? 'Needs evidence' : 'Needs no evidence'),
  auto_source: () => 'Evidence from the app changed',
  not_applicable_reason: (change, all, context) =>
    change.new === null ? 'Applies again' : quoted('Does not apply')({ ...change, old: null }, all, context),
  duty: null,
});

const INVOICES: Columns = {
  sent_at: markedOn('Marked sent', 'Mark “sent” taken back'),
  paid_at: (change, all, context) =>
    context.creditNote
      ? markedOn('Refunded', 'Mark “refunded” taken back')(change, all, context)
      : markedOn('Marked paid', 'Mark “paid” taken back')(change, all, context),
  voided_at: () => 'Withdrawn',
  credited_at: (_, __, { creditNote }) => (creditNote ? 'Set against its invoice' : 'Credited'),
  reason: quoted('Reason'),
  customer_id: customerChange('Now an invoice of', ', with the name it was printed with'),
  due_date: day('Due'),
  created_by: null,
  pdf_path: null,
  pdf_version: null,
  pdf_sha256: null,
  revision: null,
  updated_at: null,
};

/** Tables whose history has texts of its own. */
export const HISTORY_COLUMNS = {
  works: WORKS,
  compliance_items: COMPLIANCE_ITEMS,
  customers: CUSTOMERS,
  machines: MACHINES,
  invoices: INVOICES,
  time_entries: TIMES,
} satisfies Partial<Record<TableName, Columns>>;

/** A record type, or the table of a record that is not declared. */
export type HistoryOf = { table: TableName; fields?: Shape };

/** The columns that the history of a record shows: those of its table above, or else its labelled fields. */
export const historyColumns = ({ table, fields = {} }: HistoryOf): Columns =>
  table in HISTORY_COLUMNS ? HISTORY_COLUMNS[table as keyof typeof HISTORY_COLUMNS] : columnsOf({ fields }, {});
