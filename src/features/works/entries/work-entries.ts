// Converts a work to outbox entries, and an entry back to a row for the list.
import { undoDeletion } from '@/data/undo-deletion';
import { RESTORED_WITH_WORK } from '@/data/works/restored-with-work';
import type { Account } from '@/domain/account/account';
import { hoursFromMinutes } from '@/domain/core/money';
import { customerIdOf } from '@/domain/customers/customer';
import { editedWork, isCorrected } from '@/domain/works/edited-work';
import { rulesOf } from '@/domain/works/work-rules';
import type { NewEntry } from '@/offline/outbox/entry';
import { deleteOf, editOf, insertOf, rowsFrom } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import type { Customer } from '@/records/customers';
import { WORK, type NewWork, type Work, type WorkEdit } from '@/records/works';

export const saveWork = saveMutation('Work entry saved!', 'Error Saving Work');
export const saveCustomer = saveMutation('New customer saved!', 'Error');
export const saveTask = saveMutation('New task saved!', 'Error');
export const saveWorkEdit = saveMutation('Work entry updated!', 'Error Updating Work');
export const sendWorkNow = directMutation('Work entry saved!', 'Error Saving Work');
export const saveWorkDeletion = deleteMutation('Work entry deleted.', 'Could not delete work entry.', {
  restore: (id) => undoDeletion('works', id),
  invalidates: RESTORED_WITH_WORK,
});

/** The author, shown until the entry is sent. The database sets the author itself. */
const loggedBy = ({ role, userId, firstName, lastName }: Account) => ({
  employeeId: role === 'employee' ? userId : null,
  createdByName: [firstName, lastName].filter(Boolean).join(' '),
});

/** `customerId`: the customer with this name on this device's list; null if there is none. */
export const insertEntry = (
  account: Account,
  id: string,
  work: NewWork,
  parents: string[],
  customerId: string | null,
): NewEntry =>
  insertOf(WORK, account, id, { ...work, ...loggedBy(account), ...(customerId !== null && { customerId }) }, parents);

/** The work without a calculated value, which follows from the other fields; a value set by hand stays. */
const withoutCalculatedValue = (work: Work): Work => (work.valueOverridden ? work : { ...work, totalValue: null });

export const updateEntry = (account: Account, work: Work, edit: WorkEdit, customers: readonly Customer[]): NewEntry => {
  const customerId = edit.customer === undefined ? undefined : (customerIdOf(edit.customer, customers) ?? '');
  const changes = customerId === undefined ? edit : { ...edit, customerId };
  return withJobAsParent(editOf(WORK, account, withoutCalculatedValue(work), changes), work);
};

/** A change of a line is sent after its job, which may still be in the outbox. */
const withJobAsParent = (entry: NewEntry, { id, jobId }: Work): NewEntry =>
  jobId === '' || jobId === id ? entry : { ...entry, parents: [jobId] };

export const deleteEntry = (account: Account, work: Work): NewEntry =>
  withJobAsParent(deleteOf(WORK, account, withoutCalculatedValue(work)), work);

/** Undoes what was just saved, whether it has been sent or not. */
export const undoEntry = (
  account: Account,
  { id, ...saved }: Pick<Work, 'id' | 'taskName' | 'customer'>,
): NewEntry => ({
  ...insertOf(WORK, account, id, saved),
  action: 'delete',
  fields: {},
});

const progressOf = ({ quantity, rate }: Pick<Work, 'quantity' | 'rate'>): Work['progress'] =>
  quantity === null ? 'needs_quantity' : rate === null ? 'needs_rate' : 'ready';

/** How works in the outbox are merged into the list. */
export function workMapper(account: Account, today: string): RowMapper<Work> {
  const rules = rulesOf(account, today);
  return rowsFrom(
    WORK,
    ({ id, recordedAt }) => ({
      ...loggedBy(account),
      ...{ jobId: id, line: 1 },
      userId: account.ownerId,
      chargeableUnit: 'hour',
      workDate: today,
      createdAt: recordedAt,
    }),
    (now, before, { fields }) => {
      const has = (column: string) => column in fields;
      const work = { ...now, valueOverridden: has('total_value') ? now.totalValue !== null : before.valueOverridden };
      const edited = editedWork(work, before, rules);
      const isPriced = ['rate', 'quantity', 'chargeable_unit', 'total_value', 'work_date'].some(has);
      if (!edited || !(isPriced || isCorrected(work, before))) return work;
      const { minutes, quantity, value } = edited;
      return {
        ...work,
        quantity,
        totalTime: minutes === null ? null : hoursFromMinutes(minutes),
        totalValue: work.valueOverridden ? work.totalValue : value,
        progress: progressOf({ quantity, rate: work.rate }),
      };
    },
  );
}
