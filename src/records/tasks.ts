// Tasks: the price list.
import { RATE } from '@/domain/core/number-rule';
import { captured } from './captured';
import { decimal, flag, id, instant, text, unit } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

/** A task, added through the outbox. Users who may not see prices send it without a rate. */
export const TASK = captured(
  record('tasks', {
    userId: id().onInsert(),
    name: text('Name', 80),
    chargeableUnit: unit('Unit').optional(),
    /** Null if there is none, or if the user may not see prices. */
    defaultRate: decimal('Rate', RATE).optional(),
    description: text('Description', 500).optional(),
    category: text('Category', 40).optional(),
    active: flag(),
    createdAt: instant().fromDatabase(),
  }),
  {
    kind: 'task',
    name: 'Task',
    readFrom: 'crew_tasks',
    version: 1,
    title: ({ name }) => `New task ${name}`,
    derived: ['default_rate'],
    uniqueConstraint: 'tasks_name_key',
    hasNoRecordedAt: true,
  },
);

export type Task = RecordOf<typeof TASK>;
/** The fields of the form. */
export type TaskFields = Omit<EditableOf<typeof TASK>, 'active'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  tasks: { 'What you charge for': '*' },
};
