// Changes to works: the columns of new entries and edits, and moves. The database calculates values and sets the owner.
import { mutationOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { supabase, unwrap } from '@/lib/supabase';

export type NewWork = {
  customer: string;
  taskName: string;
  taskDescription: string | null;
  chargeableUnit: string;
  rate: Decimal | null;
  quantity: Decimal | null;
  startTime: string | null;
  finishTime: string | null;
  startSecond: boolean;
  finishSecond: boolean;
  breaks: number;
  workDate: string;
  notes: string | null;
};

/** Who logs it. For the record only: the database does not trust any of it. */
type LoggedBy = Pick<Account, 'userId' | 'role' | 'firstName' | 'lastName'>;

const numericOrNull = (d: Decimal | null) => (d === null ? null : toNumeric(d));

/**
 * The columns of a new entry; its id and account are added when it is sent. `customerId`, if known, takes precedence
 * over the name.
 */
export const newWorkRow = (by: LoggedBy, work: NewWork, customerId: string | null = null) => ({
  employee_id: by.role === 'employee' ? by.userId : null,
  created_by_name: [by.firstName, by.lastName].filter(Boolean).join(' '),
  customer: work.customer,
  task_name: work.taskName,
  task_description: work.taskDescription,
  chargeable_unit: work.chargeableUnit,
  rate: numericOrNull(work.rate),
  quantity: numericOrNull(work.quantity),
  start_time: work.startTime,
  finish_time: work.finishTime,
  start_second: work.startSecond,
  finish_second: work.finishSecond,
  breaks: work.breaks,
  work_date: work.workDate,
  notes: work.notes,
  ...(customerId === null ? {} : { customer_id: customerId }),
});

/**
 * What an edit may change; the times only if they were corrected. `totalValue` only if the user typed one; null means
 * that it is calculated again.
 */
export type WorkEdit = Partial<{
  customer: string;
  taskName: string;
  taskDescription: string | null;
  chargeableUnit: string;
  rate: Decimal | null;
  quantity: Decimal | null;
  startTime: string | null;
  finishTime: string | null;
  startSecond: boolean;
  finishSecond: boolean;
  breaks: number;
  workDate: string;
  totalValue: Decimal | null;
  notes: string | null;
}>;

/** The columns that an edit changes. */
export const editRow = (edit: WorkEdit) => ({
  ...(edit.customer === undefined ? {} : { customer: edit.customer }),
  ...(edit.taskName === undefined ? {} : { task_name: edit.taskName }),
  ...(edit.taskDescription === undefined ? {} : { task_description: edit.taskDescription }),
  ...(edit.chargeableUnit === undefined ? {} : { chargeable_unit: edit.chargeableUnit }),
  ...(edit.rate === undefined ? {} : { rate: numericOrNull(edit.rate) }),
  ...(edit.quantity === undefined ? {} : { quantity: numericOrNull(edit.quantity) }),
  ...(edit.startTime === undefined ? {} : { start_time: edit.startTime }),
  ...(edit.finishTime === undefined ? {} : { finish_time: edit.finishTime }),
  ...(edit.startSecond === undefined ? {} : { start_second: edit.startSecond }),
  ...(edit.finishSecond === undefined ? {} : { finish_second: edit.finishSecond }),
  ...(edit.breaks === undefined ? {} : { breaks: edit.breaks }),
  ...(edit.workDate === undefined ? {} : { work_date: edit.workDate }),
  ...(edit.totalValue === undefined ? {} : { total_value: numericOrNull(edit.totalValue) }),
  ...(edit.notes === undefined ? {} : { notes: edit.notes }),
});

/** Moves up to 1,000 entries to another customer, all of them or none. A new name becomes a customer. */
export const moveWorks = mutationOptions({
  mutationKey: ['works', 'move'],
  mutationFn: async ({ ids, customer }: { ids: readonly string[]; customer: string }) =>
    unwrap(await supabase.rpc('move_works', { p_ids: [...ids], p_customer: customer })),
  meta: {
    saved: { title: 'Work entry updated!' },
    failed: { title: 'Error Updating Work' },
    invalidates: ['works', 'recent-jobs', 'work-task-names', 'home', 'customers'],
  },
});
