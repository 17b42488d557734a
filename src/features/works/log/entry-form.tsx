import { History } from 'lucide-react';
import { toInputText } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';
import { capitalise, dayWord, echoWords, lastTimeWords, quantityLabel, taskWord } from '@/domain/works/job-words';
import { lastJob } from '@/features/works/form/job-start';
import { TimesFields } from '@/features/works/form/times-fields';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { MoreRow } from '@/features/works/more/more-row';
import { Choice, Choices } from '@/ui/forms/choice';
import { NumberField } from '@/ui/forms/number-field';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { PhotoField } from '@/widgets/photos/photo-field';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { WorkDate } from './customer-step';
import { KeepTaskField, RateField, UnitField } from './price-fields';
import { WordsFields } from './quantity-step';
import { WhichFieldButton } from './which-field-button';

/** The entry form for wide screens: all fields on one page, in tab order. */
export function EntryForm({ job, price, choice }: Pick<WorkEntry, 'job' | 'price' | 'choice'>) {
  const { setCustomer, setTask, applyField } = choice;
  const { form, text, rules, preview, lists } = job;
  const { errors } = form.formState;
  const last = lastJob(lists.recent, text.customer, text.taskName);
  const unit = text.chargeableUnit;
  const fixed = unit === 'fixed';
  const times = preview.fromTimes && preview.shift?.ok ? preview.shift.minutes : null;
  const lastTime =
    last?.quantity != null && last.chargeableUnit === unit ? `${capitalise(lastTimeWords(last.quantity, unit))}.` : '';
  return (
    <div className="card grid gap-5 p-5">
      <WorkDate job={job} />
      <div className="grid grid-cols-2 gap-4">
        <CustomerSelect
          label="Customer"
          value={text.customer}
          recent={lists.recent}
          error={errors.customer?.message}
          inputRef={form.register('customer').ref}
          onChange={setCustomer}
        />
        <TaskSelect
          label="Task"
          value={text.taskName}
          tasks={lists.tasks}
          recent={lists.recent.filter((job) => job.customer === text.customer)}
          error={errors.taskName?.message}
          inputRef={form.register('taskName').ref}
          onChange={(taskName) => form.setValue('taskName', taskName, { shouldValidate: form.formState.isSubmitted })}
          onKnown={setTask}
        />
      </div>
      <WhichFieldButton onChoose={(field) => applyField(field, setCustomer)} />
      <CustomerHazards name={text.customer} />
      <div className="grid grid-cols-3 gap-4">
        {fixed ? null : (
          <NumberField
            label={quantityLabel(unit)}
            after={unit === 'hour' ? 'h' : unitOf(unit).short}
            placeholder={times !== null && preview.quantity !== null ? toInputText(preview.quantity) : undefined}
            echo={echoWords(text.quantity, unit)}
            hint={times === null ? lastTime : `${formatDuration(times)} from the times.`}
            error={errors.quantity?.message}
            {...form.register('quantity')}
          />
        )}
        <UnitField form={form} unit={unit} />
        <RateField job={job} price={price} />
      </div>
      <KeepTaskField job={job} price={price} />
      <TimesFields form={form} text={text} rules={rules} shift={preview.shift} />
      <div className="grid grid-cols-2 gap-4">
        <WordsFields form={form} />
      </div>
      <MoreRow job={job} />
      <PhotoField key={job.id} parent={job.id} />
    </div>
  );
}

/** The last jobs, to repeat with one press. */
export function LastJobs({ job: { form, lists, rules }, choice }: Pick<WorkEntry, 'job' | 'choice'>) {
  const jobs = lists.recent.slice(0, 6);
  if (jobs.length === 0) return null;
  return (
    <section className="grid content-start gap-3">
      <h2 className="flex items-center gap-2 text-4">
        <History aria-hidden="true" className="size-5 text-muted" />
        Same again
      </h2>
      <Choices label="Same again">
        {jobs.map((job) => (
          <Choice
            key={`${job.customerId} ${job.taskName}`}
            title={job.customer}
            detail={`${dayWord(job.workDate, rules.today)}, ${taskWord(job.taskName)}`}
            onClick={() => {
              choice.setCustomer(job.customer);
              choice.setTask(job.taskName);
              form.setFocus('quantity');
            }}
          />
        ))}
      </Choices>
    </section>
  );
}
