import { Search } from 'lucide-react';
import { dayWord } from '@/features/works/job-words';
import { Choice, Choices } from '@/ui/forms/choice';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { Picked } from './answered-question';
import { startWords, WorkDate } from './customer-step';
import { FindName } from './find-name';
import { taskChoices } from './job-start';
import type { WorkEntry } from './use-work-form';

const SHOWN = 8;

/** Second question on the phone: the task. */
export function TaskStep({ entry }: { entry: WorkEntry }) {
  const { lists, step, go, rules } = entry;
  const { customer } = step;
  const choices = taskChoices(lists, customer);
  const price = (name: string) => startWords(entry, customer, name);
  const choose = (task: string) => go({ customer, task });
  return (
    <>
      <WorkDate entry={entry} />
      <Picked above="Customer" title={customer} to="/add-work" />
      <CustomerHazards name={customer} />
      <h2 className="question">What did you do?</h2>
      {step.finding || choices.length === 0 ? (
        <FindName
          label="Search, or type a new task"
          names={choices.map(({ name }) => ({ name, detail: price(name) }))}
          fresh="Not on the price list"
          onChoose={choose}
        />
      ) : (
        <>
          <Choices label="What did you do?" two>
            {choices.slice(0, SHOWN).map(({ name, last }) => (
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
