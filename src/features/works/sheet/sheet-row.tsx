import { X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatMoney } from '@/domain/core/money';
import { matchesSearch, sameName } from '@/domain/core/search';
import { UNITS, unitOf } from '@/domain/core/units';
import { timeText, type SheetColumn } from '@/domain/works/day-sheet';
import { IconButton } from '@/ui/button';
import { Combobox } from '@/ui/forms/combobox';
import { SelectField, TextField } from '@/ui/forms/field';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { isEmptyLine, type ReadLine, type SheetContext, type SheetLine } from './sheet-lines';

export const COLUMN_LABELS: Record<SheetColumn, string> = {
  person: 'Person',
  customer: 'Customer',
  taskName: 'Task',
  quantity: 'Quantity',
  unit: 'Unit',
  startTime: 'Start',
  finishTime: 'Finish',
  breaks: 'Breaks, min',
  rate: 'Rate',
  notes: 'Note',
};

type Props = {
  number: number;
  line: SheetLine;
  read: ReadLine;
  /** Sentences about the whole line: what the database refused, or another line that is the same. */
  refusal: string | null;
  repeats: number | null;
  context: SheetContext;
  onChange: (id: string, column: SheetColumn, text: string) => void;
  onRemove: (id: string) => void;
};

/** One line of the sheet: a row of fields on a wide screen, a card on a narrow one. */
export const SheetRow = memo(function SheetRow({
  number,
  line,
  read,
  refusal,
  repeats,
  context,
  onChange,
  onRemove,
}: Props) {
  const { shown, value, work } = read;
  const { lists, people, account } = context;
  const isChecked = line.checked === true && !isEmptyLine(line);
  const set = (column: SheetColumn) => (text: string) => onChange(line.id, column, text);
  // The errors are below the whole line, so each begins with its column.
  const error = (column: SheetColumn) => {
    const message = isChecked ? read.errors[column] : undefined;
    return message && `${COLUMN_LABELS[column]}: ${message}`;
  };
  const field = (column: SheetColumn) => ({
    ...{ label: COLUMN_LABELS[column], autoComplete: 'off', value: shown[column], error: error(column) },
    onChange: ({ target }: { target: { value: string } }) => set(column)(target.value),
  });
  const time = (column: 'startTime' | 'finishTime') => ({
    ...field(column),
    inputMode: 'numeric' as const,
    onBlur: () => {
      const text = timeText(shown[column]);
      if (text !== null && text !== shown[column]) set(column)(text);
    },
  });
  return (
    <fieldset aria-label={`Line ${number}`} className="day-sheet-row">
      <span className="day-sheet-number" aria-hidden="true">
        {number}
      </span>
      <Combobox
        label={COLUMN_LABELS.person}
        value={shown.person}
        error={error('person')}
        suggestions={people
          .filter(({ name }) => matchesSearch(shown.person, [name]))
          .map(({ name }) => ({ value: name }))}
        onChange={set('person')}
      />
      <CustomerSelect
        label={COLUMN_LABELS.customer}
        value={shown.customer}
        recent={lists.recent}
        error={error('customer')}
        onChange={set('customer')}
      />
      <TaskSelect
        label={COLUMN_LABELS.taskName}
        value={shown.taskName}
        tasks={lists.tasks}
        recent={lists.recent.filter((job) => sameName(job.customer, shown.customer))}
        error={error('taskName')}
        onChange={set('taskName')}
      />
      <TextField {...field('quantity')} inputMode="decimal" readOnly={unitOf(shown.unit).lockedQuantity !== null} />
      <SelectField {...field('unit')}>
        {UNITS.map(({ code, plural }) => (
          <option key={code} value={code}>
            {plural}
          </option>
        ))}
        {!UNITS.some(({ code }) => code === shown.unit) && <option value={shown.unit}>{shown.unit}</option>}
      </SelectField>
      <TextField {...time('startTime')} />
      <TextField {...time('finishTime')} />
      <TextField {...field('breaks')} inputMode="numeric" />
      <TextField {...field('rate')} inputMode="decimal" />
      <TextField {...field('notes')} />
      <p className="day-sheet-value">
        <span className="sr-only">Value </span>
        {value !== null ? (
          formatMoney(value, account.settings.currency)
        ) : work && shown.rate === '' ? (
          <span className="text-1">Needs rate</span>
        ) : (
          ''
        )}
      </p>
      <IconButton label={`Remove line ${number}`} tabIndex={-1} onClick={() => onRemove(line.id)}>
        <X aria-hidden="true" />
      </IconButton>
      {refusal !== null && <Sentence tone="danger">{refusal}</Sentence>}
      {isChecked && repeats !== null && <Sentence tone="ask">The same as line {repeats}.</Sentence>}
      {isChecked &&
        read.questions.map((question) => (
          <Sentence key={question} tone="ask">
            {question}
          </Sentence>
        ))}
      {isChecked && read.facts.length > 0 && <Sentence>{read.facts.join(' ')}</Sentence>}
    </fieldset>
  );
});

const Sentence = ({ tone, children }: { tone?: 'danger' | 'ask'; children: ReactNode }) => (
  <p
    className={`day-sheet-sentence ${tone === undefined ? 'text-muted' : tone === 'ask' ? 'day-sheet-ask' : 'text-danger'}`}
  >
    {children}
  </p>
);
