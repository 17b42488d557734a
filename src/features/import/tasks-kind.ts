import { MAX_RATE, toNumeric } from '@/domain/core/money';
import { TASK } from '@/records/tasks';
import { nameKey, type ImportKind } from './kind';

const { fields } = TASK;

export const TASKS: ImportKind = {
  name: 'tasks',
  title: 'Tasks and prices',
  words: ['task', 'tasks'],
  hint: 'A name and a unit are needed. Tasks of the same name stay as they are, with their prices.',
  maxRows: 2_000,
  example: { name: 'Baling', chargeable_unit: 'bale', default_rate: '6.22', category: 'Grass' },
  columns: [
    {
      key: 'name',
      label: 'Name',
      required: true,
      names: ['Task', 'Service', 'Job', 'Operation', 'Item', 'Product', 'Work'],
    },
    {
      key: 'chargeable_unit',
      label: 'Unit',
      required: true,
      names: ['Chargeable unit', 'Per', 'Charged by', 'Units', 'Unit of measure', 'UOM'],
    },
    {
      key: 'default_rate',
      label: 'Rate',
      kind: 'number',
      names: ['Default rate', 'Price', 'Unit price', 'Charge', 'Cost', 'Amount'],
    },
    { key: 'category', label: 'Category', names: ['Group', 'Type'] },
    { key: 'description', label: 'Description', names: ['Details', 'Note', 'Notes'] },
  ],
  read: (row) => {
    const name = row.text('name', fields.name.max);
    const unit = row.unit('chargeable_unit');
    if (row.problems.length === 0 && name === null) row.problems.push('Name: It is empty.');
    if (row.problems.length === 0 && unit === null) row.problems.push('Unit: It is empty.');
    const rate = row.decimal('default_rate', MAX_RATE);
    return {
      name,
      notes: [],
      columns: {
        name,
        chargeable_unit: unit,
        default_rate: rate === null ? null : toNumeric(rate),
        category: row.text('category', fields.category.max),
        description: row.text('description', fields.description.max),
      },
    };
  },
  existing: ({ tasks }) => ({ has: (name) => tasks.has(nameKey(name)) }),
};
