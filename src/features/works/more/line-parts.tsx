import { Plus } from 'lucide-react';
import { toInputText, currencySign } from '@/domain/core/money';
import { unitOf } from '@/domain/core/units';
import { filledQuantity, type LineText } from '@/domain/works/job-more';
import { quantityLabel } from '@/domain/works/job-words';
import { rateFor, unitFor } from '@/features/works/form/job-start';
import type { TypedJob } from '@/features/works/form/typed-job';
import { Button } from '@/ui/button';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { UnitOptions } from '@/widgets/pickers/unit-options';
import { PartCard, withElementAt } from './part-card';

/** Further lines of the job: each is charged by itself, for the same customer and day. */
export function LineParts({ job }: { job: TypedJob }) {
  const { more, setMore, lists, text, account, rules } = job;
  const { currency, seesRates } = account.settings;
  const setLines = (lines: readonly LineText[]) => setMore({ ...more, lines });
  const withTask = (taskName: string): Partial<LineText> => {
    const unit = unitFor(lists, text.customer, taskName);
    const line = { customer: text.customer, taskName, unit, date: text.workDate || rules.today };
    const suggested = seesRates ? rateFor(lists, line, rules.today) : null;
    const rate = suggested === null ? '' : toInputText(suggested.rate);
    return { taskName, unit, rate, quantity: filledQuantity(more.fields, unit) ?? '', isQuantityTyped: false };
  };
  return (
    <>
      <p className="hint">
        Line 1 is {text.taskName || 'what you entered'}. Each line is charged by itself; customer and date are the same.
      </p>
      {more.lines.map((line, at) => {
        const change = (patch: Partial<LineText>) => setLines(withElementAt(more.lines, at, patch));
        return (
          <PartCard key={at} title={`Line ${at + 2}`} onRemove={() => setLines(withElementAt(more.lines, at, null))}>
            <TaskSelect
              label="Task"
              value={line.taskName}
              tasks={lists.tasks}
              onChange={(taskName) => change({ taskName })}
              onKnown={(taskName) => change(withTask(taskName))}
            />
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {line.unit !== 'fixed' && (
                <NumberField
                  label={quantityLabel(line.unit)}
                  after={line.unit === 'hour' ? 'h' : unitOf(line.unit).short}
                  value={line.quantity}
                  onChange={({ target }) => change({ quantity: target.value, isQuantityTyped: true })}
                />
              )}
              <SelectField label="Unit" value={line.unit} onChange={({ target }) => change({ unit: target.value })}>
                <UnitOptions stored={line.unit} />
              </SelectField>
              {seesRates && (
                <NumberField
                  label={line.unit === 'fixed' ? 'Price' : 'Rate'}
                  before={currencySign(currency)}
                  value={line.rate}
                  onChange={({ target }) => change({ rate: target.value })}
                />
              )}
            </div>
          </PartCard>
        );
      })}
      <Button
        size="l"
        onClick={() =>
          setLines([...more.lines, { taskName: '', unit: 'hour', quantity: '', rate: '', isQuantityTyped: false }])
        }
      >
        <Plus aria-hidden="true" />
        Add a line
      </Button>
    </>
  );
}
