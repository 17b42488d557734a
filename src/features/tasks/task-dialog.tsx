import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addTask, hideTask, updateTask, type TaskUsage } from '@/data/prices/tasks';
import { currencySign } from '@/domain/core/money';
import { UNITS, unitOf } from '@/domain/core/units';
import { TASK_CATEGORIES } from '@/domain/prices/task';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { useWide } from '@/ui/layout/use-wide';
import { FormDialog } from '@/ui/popups/form-dialog';
import { UnitOptions } from '@/widgets/pickers/unit-options';
import { taskSchema, taskValues, type TaskInput, type TaskOutput } from './task-schema';

/** The form of a new or existing task. The rate is left out for people who may not see prices. */
export function TaskDialog({
  task,
  tasks,
  usage,
  onClose,
  onPrices,
  onDelete,
}: {
  task: Task | null;
  tasks: readonly Task[];
  usage: ReadonlyMap<string, TaskUsage>;
  onClose: () => void;
  onPrices: (task: Task) => void;
  onDelete: (task: Task) => void;
}) {
  const wide = useWide();
  const { ownerId, settings } = useAccount();
  const add = useMutation(addTask);
  const update = useMutation(updateTask);
  const [newId] = useState(() => crypto.randomUUID());
  const form = useForm<TaskInput, unknown, TaskOutput>({
    resolver: standardSchemaResolver(taskSchema(tasks.filter((other) => other.id !== task?.id))),
    defaultValues: taskValues(task),
  });
  const { errors } = form.formState;
  const [name, unit] = useWatch({ control: form.control, name: ['name', 'chargeableUnit'] });
  const renamed = task !== null && name.trim() !== '' && name.trim() !== task.name;
  const unbilled = task === null ? 0 : (usage.get(task.name.trim().toLowerCase())?.unbilled ?? 0);

  const submit = form.handleSubmit(({ alsoRename, ...fields }) => {
    const done = { onSuccess: onClose };
    if (task) update.mutate({ id: task.id, fields, alsoRename: alsoRename && renamed }, done);
    else add.mutate({ id: newId, ownerId, fields }, done);
  });

  return (
    <FormDialog
      onClose={onClose}
      title={task === null ? 'New task' : 'Edit task'}
      verb="Save task"
      close="Cancel"
      busy={add.isPending || update.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        hint={renamed ? 'Past entries keep the old name.' : undefined}
        error={errors.name?.message}
        {...form.register('name')}
      />
      {renamed && unbilled > 0 && (
        <CheckField label={`Also rename on uninvoiced entries (${unbilled})`} {...form.register('alsoRename')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Unit" error={errors.chargeableUnit?.message} {...form.register('chargeableUnit')}>
          <option value="">Choose</option>
          {task?.chargeableUnit && !UNITS.some(({ code }) => code === task.chargeableUnit) && (
            <option value={task.chargeableUnit}>{task.chargeableUnit}</option>
          )}
          <UnitOptions />
        </SelectField>
        {settings.seesRates && (
          <NumberField
            label="Rate"
            optional
            before={currencySign(settings.currency)}
            after={unit === '' || unit === 'fixed' ? undefined : `/ ${unitOf(unit).short}`}
            error={errors.defaultRate?.message}
            {...form.register('defaultRate')}
          />
        )}
      </div>
      <SelectField label="Category" optional error={errors.category?.message} {...form.register('category')}>
        <option value="">None</option>
        {TASK_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <TextField
        label="Description"
        optional
        autoComplete="off"
        error={errors.description?.message}
        {...form.register('description')}
      />
      {task !== null && (
        <p>
          <Button variant="quiet" className="-mx-quiet" onClick={() => onPrices(task)}>
            <CalendarRange aria-hidden="true" />
            Prices with dates
          </Button>
        </p>
      )}
      {task !== null && !wide && <MoreActions task={task} onClose={onClose} onDelete={onDelete} />}
    </FormDialog>
  );
}

/** On a phone the list has no menus, so their actions are below the form. */
function MoreActions({ task, onClose, onDelete }: { task: Task; onClose: () => void; onDelete: (task: Task) => void }) {
  const hide = useMutation(hideTask);
  return (
    <p className="flex justify-between">
      <Button
        variant="quiet"
        busy={hide.isPending}
        onClick={() => hide.mutate({ id: task.id, active: !task.active }, { onSuccess: onClose })}
      >
        {task.active ? 'Hide' : 'Show again'}
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          onClose();
          onDelete(task);
        }}
      >
        Delete
      </Button>
    </p>
  );
}
