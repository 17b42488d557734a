import { History, Search } from 'lucide-react';
import { formatRateWithUnit } from '@/domain/core/units';
import { dayWord, taskWord } from '@/domain/works/job-words';
import { rateFor, recentCustomers, unitFor } from '@/features/works/form/job-start';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { Choice, Choices } from '@/ui/forms/choice';
import { DateChips } from './date-chips';
import { NameSearch } from './name-search';
import { WhichFieldButton } from './which-field-button';

const MAX_RECENT = 5;

/** First question on the phone: the customer. */
export function CustomerStep({ job, choice }: Pick<WorkEntry, 'job' | 'choice'>) {
  const { lists, rules } = job;
  const { step, go, applyField } = choice;
  const recent = recentCustomers(lists).slice(0, MAX_RECENT);
  const active = lists.customers.filter((customer) => customer.active);
  // The address may have the task already.
  const choose = (customer: string) => go(step.taskName ? { customer, task: step.taskName } : { customer });
  const whichFieldButton = <WhichFieldButton onChoose={(field) => applyField(field, choose)} />;
  const [last] = recent;
  if (step.finding || recent.length === 0) {
    return (
      <>
        <WorkDate job={job} />
        <h2 className="question">Who is it for?</h2>
        <NameSearch label="Search, or type a new name" names={active} newNameLabel="New customer" onChoose={choose} />
        {whichFieldButton}
      </>
    );
  }
  return (
    <>
      <WorkDate job={job} />
      <h2 className="question">Who is it for?</h2>
      <Choices label="Who is it for?">
        {recent.map((one) => (
          <Choice
            key={one.customerId}
            title={one.customer}
            detail={`${dayWord(one.workDate, rules.today)}, ${taskWord(one.taskName)}`}
            onClick={() => choose(one.customer)}
          />
        ))}
        <Choice
          title="Someone else"
          detail="Search, or type a new name"
          end={<Search aria-hidden="true" />}
          onClick={() => go({ find: '1' })}
        />
      </Choices>
      {whichFieldButton}
      {last && (
        <div className="mt-auto">
          <Choice
            soft
            icon={<History aria-hidden="true" />}
            title="Same again"
            detail={[last.customer, taskWord(last.taskName), initialRateWords(job, last.customer, last.taskName)]
              .filter(Boolean)
              .join(', ')}
            onClick={() => go({ customer: last.customer, task: last.taskName })}
          />
        </div>
      )}
    </>
  );
}

/** "£83.19 / ha": the initial rate of the job on the chosen day; empty for people who may not see rates. */
export function initialRateWords(job: WorkEntry['job'], customer: string, taskName: string): string {
  const { lists, account, text, rules } = job;
  if (!account.settings.seesRates) return '';
  const unit = unitFor(lists, customer, taskName);
  const suggestedRate = rateFor(lists, { customer, taskName, unit, date: text.workDate || rules.today }, rules.today);
  return suggestedRate === null ? '' : formatRateWithUnit(suggestedRate.rate, unit, account.settings.currency);
}

export function WorkDate({ job: { form, text, rules } }: Pick<WorkEntry, 'job'>) {
  return (
    <DateChips
      value={text.workDate}
      today={rules.today}
      error={form.formState.errors.workDate?.message}
      onChange={(date) => form.setValue('workDate', date, { shouldValidate: form.formState.isSubmitted })}
    />
  );
}
