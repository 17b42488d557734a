import { formatMoney, MAX_QUANTITY, MAX_RATE, MAX_VALUE, toNumeric, type Decimal } from '@/domain/core/money';
import { addDays, workMinutes, BEFORE_FIRST_DAY, FIRST_DAY } from '@/domain/core/time';
import type { RowReader } from '@/domain/import/row-reader';
import { workValue } from '@/domain/works/work';
import { WORK } from '@/records/works';
import { customerKey, nameKey, type ImportKind, type Known } from './kind';

const { fields } = WORK;
const numericOrNull = (value: Decimal | null) => (value === null ? null : toNumeric(value));

function readTimes(row: RowReader, date: string | null, { zone }: Known) {
  const [start, finish, breaks] = [row.time('start_time'), row.time('finish_time'), row.whole('breaks', 0, 1_440)];
  if (start === null || finish === null || date === null) {
    if ((start === null) !== (finish === null)) row.problems.push('Start, Finish: Give both times, or neither.');
    return { start, finish, breaks, minutes: null };
  }
  const worked = workMinutes({ workDate: date, start, finish, breaks, zone });
  if (!worked.ok) row.problems.push('Start, Finish: The times and breaks do not give any working time.');
  return { start, finish, breaks, minutes: worked.ok ? worked.minutes : null };
}

/** The value of the file if it is not the one that the app would compute, with a note about it. */
function statedValue(stated: Decimal | null, computed: Decimal | null, { currency }: Known) {
  if (stated === null || stated === computed) return { value: null, notes: [] };
  const words = `The file says ${formatMoney(stated, currency)}`;
  return {
    value: stated,
    notes: [
      computed === null
        ? `${words}. That is kept as the value.`
        : `${words}, but rate and quantity make ${formatMoney(computed, currency)}. The file’s value is kept.`,
    ],
  };
}

export const WORKS: ImportKind = {
  name: 'works',
  title: 'Past works',
  words: ['entry', 'entries'],
  hint: 'They come as entries that are not invoiced yet, so leave out what you have invoiced elsewhere.',
  maxRows: 20_000,
  missing: {
    label: 'Add customers and tasks that are not there yet',
    hint: 'Or import the customers and the tasks first, with their details.',
  },
  example: {
    ...{ work_date: '01/10/2026', customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: '6.22' },
    ...{ quantity: '86', start_time: '', finish_time: '', breaks: '', person: '', notes: '' },
  },
  columns: [
    { key: 'work_date', label: 'Date', required: true, kind: 'date', names: ['Work date', 'Job date', 'Day'] },
    { key: 'customer', label: 'Customer', required: true, names: ['Client', 'Customer name', 'Name', 'Farm'] },
    { key: 'task_name', label: 'Task', required: true, names: ['Task name', 'Job', 'Work', 'Service', 'Operation'] },
    {
      key: 'chargeable_unit',
      label: 'Unit',
      names: ['Chargeable unit', 'Per', 'Charged by', 'Units', 'Unit of measure'],
    },
    { key: 'rate', label: 'Rate', kind: 'number', names: ['Price', 'Unit price', 'Charge'] },
    { key: 'quantity', label: 'Quantity', kind: 'number', names: ['Qty', 'Hours', 'Acres', 'Hectares', 'Number'] },
    { key: 'start_time', label: 'Start', names: ['Start time', 'From', 'Started'] },
    { key: 'finish_time', label: 'Finish', names: ['Finish time', 'End', 'To', 'Finished', 'End time'] },
    { key: 'breaks', label: 'Breaks (minutes)', names: ['Breaks', 'Breaks min', 'Break'] },
    { key: 'total_value', label: 'Value', kind: 'number', names: ['Total', 'Total value', 'Amount', 'Net'] },
    { key: 'person', label: 'Person', names: ['Driver', 'Operator', 'Employee', 'Done by', 'Logged by'] },
    { key: 'task_description', label: 'Description', names: ['Details', 'Task description', 'Field'] },
    { key: 'notes', label: 'Note', names: ['Notes', 'Comments', 'Remarks'] },
  ],
  read: (row, known) => {
    const date = row.date('work_date');
    const customer = row.text('customer', fields.customer.max);
    const task = row.text('task_name', fields.taskName.max);
    const typedUnit = row.unit('chargeable_unit');
    const hasTask = task !== null && known.tasks.has(nameKey(task));
    const unit = typedUnit ?? (task === null ? null : (known.tasks.get(nameKey(task)) ?? null));
    if (row.problems.length === 0) {
      if (date === null) row.problems.push('Date: It is empty.');
      if (customer === null) row.problems.push('Customer: It is empty.');
      if (task === null) row.problems.push('Task: It is empty.');
      if (unit === null) row.problems.push('Unit: It is empty, and the task has none.');
    }
    if (date !== null && date < FIRST_DAY) row.problems.push(`Date: ${BEFORE_FIRST_DAY}`);
    if (date !== null && date > addDays(known.today, 1)) row.problems.push('Date: This date is in the future.');
    if (customer !== null && !known.addMissing && !known.customers.has(customerKey(customer)))
      row.problems.push(`Customer: There is no customer called ${customer}.`);
    if (task !== null && !known.addMissing && !hasTask) row.problems.push(`Task: There is no task called ${task}.`);

    const rate = row.decimal('rate', MAX_RATE);
    const quantity = row.decimal('quantity', MAX_QUANTITY, false);
    if (unit === 'fixed' && quantity !== null && toNumeric(quantity) !== 1)
      row.problems.push('Quantity: A fixed price is for the whole job, so its quantity is 1.');
    const { start, finish, breaks, minutes } = readTimes(row, date, known);
    const { incrementMinutes } = known;
    const computed = workValue({
      unit: unit ?? '',
      rate,
      quantity,
      minutes,
      quantityTouched: quantity !== null,
      incrementMinutes,
    });
    const { value, notes } = statedValue(row.decimal('total_value', MAX_VALUE), computed, known);
    const person = row.text('person', 120);
    const isUnknown = person !== null && !known.people.has(nameKey(person));
    return {
      name: null,
      notes: [
        ...notes,
        ...(isUnknown ? [`Nobody on the farm is called ${person}, so it is logged under your name.`] : []),
      ],
      columns: {
        ...{ work_date: date, customer, task_name: task, chargeable_unit: unit, rate: numericOrNull(rate) },
        ...{ quantity: numericOrNull(quantity), start_time: start, finish_time: finish, breaks, person },
        total_value: numericOrNull(value),
        task_description: row.text('task_description', fields.taskDescription.max),
        notes: row.text('notes', fields.notes.max),
      },
    };
  },
  existing: () => ({ has: () => false }),
};
