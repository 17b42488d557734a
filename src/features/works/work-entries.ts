// Converts a work to outbox entries, and an entry back to a row for the list.
import type { Customer } from '@/data/customers/customers';
import { editRow, newWorkRow, type NewWork, type WorkEdit } from '@/data/works/work-changes';
import type { Work } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { fromNumeric, hoursFromMinutes, toNumeric, type Decimal } from '@/domain/core/money';
import { customerIdOf } from '@/domain/customers/customer';
import type { Json } from '@/lib/database.types';
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import { WORK } from '@/outbox/records';
import { editedWork, isCorrected } from './edit/edited-work';
import { reckon, rulesOf, type WorkRules } from './work-rules';

const entryOf = (account: Account, work: Pick<Work, 'id' | 'taskName' | 'customer'>) => ({
  userId: account.userId,
  accountId: account.ownerId,
  kind: WORK.kind,
  version: WORK.version,
  id: work.id,
  seen: null,
  parents: [],
  title: `${work.taskName}, ${work.customer}`,
});

/** `customerId`: the customer with this name on this device's list; null if there is none. */
export const insertEntry = (
  account: Account,
  id: string,
  work: NewWork,
  parents: string[],
  customerId: string | null,
): NewEntry => ({
  ...entryOf(account, { ...work, id }),
  action: 'insert',
  fields: newWorkRow(account, work, customerId),
  parents,
});

const orNull = (value: Decimal | null) => (value === null ? null : toNumeric(value));

/** The row as the person last saw it. An entry in the outbox has no updated_at yet. */
const seenRow = (work: Work): Fields => ({
  customer: work.customer,
  customer_id: work.customerId || null,
  task_name: work.taskName,
  task_description: work.taskDescription,
  chargeable_unit: work.chargeableUnit,
  rate: orNull(work.rate),
  quantity: orNull(work.quantity),
  start_time: work.startTime,
  finish_time: work.finishTime,
  start_second: work.startSecond,
  finish_second: work.finishSecond,
  breaks: work.breaks,
  work_date: work.workDate,
  // Only a value set by hand: a calculated one follows from the other columns.
  total_value: work.valueOverridden ? orNull(work.totalValue) : null,
  notes: work.notes,
  ...(work.updatedAt === '' ? {} : { updated_at: work.updatedAt }),
});

export const updateEntry = (
  account: Account,
  work: Work,
  edit: WorkEdit,
  customers: readonly Customer[],
): NewEntry => ({
  ...entryOf(account, { ...work, ...edit }),
  action: 'update',
  fields: {
    ...editRow(edit),
    ...(edit.customer === undefined ? {} : { customer_id: customerIdOf(edit.customer, customers) }),
  },
  seen: seenRow(work),
});

export const deleteEntry = (account: Account, work: Work): NewEntry => ({
  ...entryOf(account, work),
  action: 'delete',
  fields: {},
  seen: seenRow(work),
});

/** Undoes what was just saved, whether it has been sent or not. */
export const undoEntry = (account: Account, work: Pick<Work, 'id' | 'taskName' | 'customer'>): NewEntry => ({
  ...entryOf(account, work),
  action: 'delete',
  fields: {},
});

const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const number = (value: Json | undefined): Decimal | null => (typeof value === 'number' ? fromNumeric(value) : null);
const time = (value: Json | undefined): string | null => text(value)?.slice(0, 5) ?? null;

const progressOf = ({ quantity, rate }: Pick<Work, 'quantity' | 'rate'>): Work['progress'] =>
  quantity === null ? 'needs_quantity' : rate === null ? 'needs_rate' : 'ready';

/** A new entry in the outbox, as the list shows it. */
export function workOf({ id, fields, recordedAt }: Entry, account: Account, today: string): Work {
  const work = {
    customer: text(fields['customer']) ?? '',
    taskName: text(fields['task_name']) ?? '',
    taskDescription: text(fields['task_description']),
    chargeableUnit: text(fields['chargeable_unit']) ?? 'hour',
    rate: number(fields['rate']),
    startTime: time(fields['start_time']),
    finishTime: time(fields['finish_time']),
    startSecond: fields['start_second'] === true,
    finishSecond: fields['finish_second'] === true,
    breaks: typeof fields['breaks'] === 'number' ? fields['breaks'] : 0,
    workDate: text(fields['work_date']) ?? today,
    notes: text(fields['notes']),
  };
  const { shift, quantity, value } = reckon(
    {
      ...work,
      quantity: number(fields['quantity']),
      startTime: work.startTime ?? '',
      finishTime: work.finishTime ?? '',
      breaks: String(work.breaks),
    },
    rulesOf(account, today),
  );
  const typed = number(fields['total_value']);
  return {
    ...work,
    id,
    quantity,
    userId: account.ownerId,
    employeeId: account.role === 'employee' ? account.userId : null,
    customerId: text(fields['customer_id']) ?? '',
    totalTime: shift?.ok ? hoursFromMinutes(shift.minutes) : null,
    totalValue: typed ?? value,
    valueOverridden: typed !== null,
    createdAt: recordedAt,
    updatedAt: '',
    createdByName: [account.firstName, account.lastName].filter(Boolean).join(' '),
    invoiceId: null,
    invoiceNumber: null,
    invoiceGeneratedAt: null,
    invoiceSentAt: null,
    invoicePaidAt: null,
    dueDate: null,
    progress: progressOf({ quantity, rate: work.rate }),
    additionalItems: [],
  };
}

/** A work in the list with an unsent edit applied. */
export function changedWork(work: Work, { fields }: Entry, rules: WorkRules): Work {
  const has = (column: string) => column in fields;
  const changed: Work = {
    ...work,
    customer: text(fields['customer']) ?? work.customer,
    customerId: has('customer_id') ? (text(fields['customer_id']) ?? '') : work.customerId,
    taskName: text(fields['task_name']) ?? work.taskName,
    taskDescription: has('task_description') ? text(fields['task_description']) : work.taskDescription,
    chargeableUnit: text(fields['chargeable_unit']) ?? work.chargeableUnit,
    rate: has('rate') ? number(fields['rate']) : work.rate,
    quantity: has('quantity') ? number(fields['quantity']) : work.quantity,
    startTime: has('start_time') ? time(fields['start_time']) : work.startTime,
    finishTime: has('finish_time') ? time(fields['finish_time']) : work.finishTime,
    startSecond: has('start_second') ? fields['start_second'] === true : work.startSecond,
    finishSecond: has('finish_second') ? fields['finish_second'] === true : work.finishSecond,
    breaks: typeof fields['breaks'] === 'number' ? fields['breaks'] : work.breaks,
    workDate: text(fields['work_date']) ?? work.workDate,
    notes: has('notes') ? text(fields['notes']) : work.notes,
    valueOverridden: has('total_value') ? fields['total_value'] !== null : work.valueOverridden,
  };
  const typed = has('total_value') ? number(fields['total_value']) : work.totalValue;
  const edited = editedWork(changed, work, rules);
  const money = ['rate', 'quantity', 'chargeable_unit', 'total_value', 'work_date'].some(has);
  if (!edited || !(money || isCorrected(changed, work))) return changed;
  const { minutes, quantity } = edited;
  return {
    ...changed,
    quantity,
    totalTime: minutes === null ? null : hoursFromMinutes(minutes),
    totalValue: changed.valueOverridden ? typed : edited.value,
    progress: progressOf({ quantity, rate: changed.rate }),
  };
}
