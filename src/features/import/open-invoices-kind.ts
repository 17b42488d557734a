import { add, MAX_VALUE, negate, toNumeric, ZERO, type Decimal } from '@/domain/core/money';
import { BEFORE_FIRST_DAY, FIRST_DAY } from '@/domain/core/time';
import type { RowReader } from '@/domain/import/row-reader';
import { FULL_CUSTOMER } from '@/records/customers';
import { customerKey, nameKey, type ImportKind } from './kind';

const { fields } = FULL_CUSTOMER;
const MAX_NUMBER_LENGTH = 40;
const MAX_NOTE_LENGTH = 300;

/** The amount and what of it was paid. A file says what was paid, what is still owed, or both. */
function readAmounts(row: RowReader): { amount: Decimal | null; paid: Decimal } {
  const before = row.problems.length;
  const amount = row.money('amount', MAX_VALUE, false);
  const paid = row.money('paid_so_far', MAX_VALUE);
  const open = row.money('open', MAX_VALUE);
  if (amount === null || row.problems.length > before) return { amount, paid: ZERO };
  if (open !== null && open > amount) row.problems.push('Still owed: It is more than the amount.');
  else if (open === ZERO || (paid ?? ZERO) >= amount) row.problems.push('Amount: It is paid, so leave this row out.');
  else if (paid !== null && open !== null && add(paid, open) !== amount)
    row.problems.push('Paid so far, Still owed: Together they are not the amount.');
  return { amount, paid: paid ?? (open === null ? ZERO : add(amount, negate(open))) };
}

export const OPEN_INVOICES: ImportKind = {
  name: 'open_invoices',
  title: 'Open invoices',
  words: ['invoice', 'invoices'],
  hint: 'What customers still owe on invoices of another program, with VAT. They are listed as from before, without lines, and get no number here. An invoice of the same number is left out.',
  maxRows: 2_000,
  missing: {
    label: 'Add customers that are not there yet',
    hint: 'Or import the customers first, with their details.',
  },
  example: {
    ...{ number: '2026-114', customer: 'Hill Farm', issued_on: '01/10/2026', due_on: '31/10/2026' },
    ...{ amount: '480.00', paid_so_far: '100.00', note: '' },
  },
  columns: [
    {
      key: 'number',
      label: 'Invoice number',
      required: true,
      names: ['Number', 'Invoice no', 'Invoice', 'Inv no', 'No', 'Num', 'Document number', 'Reference', 'Ref'],
    },
    {
      key: 'customer',
      label: 'Customer',
      required: true,
      names: ['Customer name', 'Client', 'Contact name', 'Contact', 'Account name', 'Name', 'Farm'],
    },
    {
      ...{ key: 'issued_on', label: 'Issued', required: true, kind: 'date' },
      names: ['Issued on', 'Issue date', 'Invoice date', 'Date'],
    },
    {
      ...{ key: 'due_on', label: 'Due', required: true, kind: 'date' },
      names: ['Due on', 'Due date', 'Payment due', 'Date due'],
    },
    {
      ...{ key: 'amount', label: 'Amount', required: true, kind: 'number' },
      names: ['Total', 'Gross', 'Invoice total', 'Invoice amount', 'Gross amount', 'Total amount', 'Amount incl VAT'],
    },
    {
      ...{ key: 'paid_so_far', label: 'Paid so far', kind: 'number' },
      names: ['Paid', 'Amount paid', 'Invoice amount paid', 'Payments', 'Received'],
    },
    {
      ...{ key: 'open', label: 'Still owed', kind: 'number' },
      names: ['Open', 'Amount due', 'Invoice amount due', 'Balance', 'Balance due', 'Open balance', 'Outstanding'],
    },
    { key: 'note', label: 'Note', names: ['Notes', 'Comments', 'Remarks', 'Description', 'Memo'] },
  ],
  read: (row, { addMissing, customers, today }) => {
    const number = row.text('number', MAX_NUMBER_LENGTH);
    const customer = row.text('customer', fields.name.max);
    const [issued, due] = [row.date('issued_on'), row.date('due_on')];
    const { amount, paid } = readAmounts(row);
    if (row.problems.length === 0) {
      const given = { 'Invoice number': number, Customer: customer, Issued: issued, Due: due, Amount: amount };
      for (const [label, value] of Object.entries(given))
        if (value === null) row.problems.push(`${label}: It is empty.`);
    }
    if (issued !== null && issued < FIRST_DAY) row.problems.push(`Issued: ${BEFORE_FIRST_DAY}`);
    if (issued !== null && issued > today) row.problems.push('Issued: This date is in the future.');
    if (issued !== null && due !== null && due < issued) row.problems.push('Due: It is before the day of issue.');
    if (due !== null && due >= '2200-01-01') row.problems.push('Due: This date is too far away.');
    if (customer !== null && !addMissing && !customers.has(customerKey(customer)))
      row.problems.push(`Customer: There is no customer called ${customer}.`);
    return {
      name: number,
      notes: [],
      columns: {
        ...{ number, customer, issued_on: issued, due_on: due },
        ...{ amount: amount === null ? null : toNumeric(amount), paid_so_far: toNumeric(paid) },
        note: row.text('note', MAX_NOTE_LENGTH),
      },
    };
  },
  existing: ({ openInvoices }) => ({ has: (number) => openInvoices.has(nameKey(number)) }),
};
