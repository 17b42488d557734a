import { Search } from 'lucide-react';
import { dayWord } from '@/domain/works/job-words';
import { taskChoices } from '@/features/works/form/job-start';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { Choice, Choices } from '@/ui/forms/choice';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { AnsweredQuestion } from './answered-question';
import { initialRateWords, WorkDate } from './customer-step';
import { NameSearch } from './name-search';

const MAX_SHOWN = 8;

/** Second question on the phone: the task. */
export function TaskStep({ job, choice: { step, go } }: Pick<WorkEntry, 'job' | 'choice'>) {
  const { lists, rules } = job;
  const { customer } = step;
  const choices = taskChoices(lists, customer);
  const price = (name: string) => initialRateWords(job, customer, name);
  const choose = (task: string) => go({ customer, task });
  return (
    <>
      <WorkDate job={job} />
      <AnsweredQuestion above="Customer" title={customer} to="/add-work" />
      <CustomerHazards name={customer} />
      <h2 className="question">What did you do?</h2>
      {step.finding || choices.length === 0 ? (
        <NameSearch
          label="Search, or type a new task"
          names={choices.map(({ name }) => ({ name, detail: price(name) }))}
          newNameLabel="Not on the price list"
          onChoose={choose}
        />
      ) : (
        <>
          <Choices label="What did you do?" two>
            {choices.slice(0, MAX_SHOWN).map(({ name, last }) => (
              <Choice
                key={name}
                title={name}
                detail={last ? dayWord(last.workDate, rules.today) : price(name)}
                end={null}
                onClick={() => choose(name)}
              />
            ))}
          </Choices>
          <Choice
            title="Something else"
            detail="Search, or type a new task"
            end={<Search aria-hidden="true" />}
            onClick={() => go({ customer, find: '1' })}
          />
        </>
      )}
    </>
  );
}
