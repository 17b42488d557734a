import { Plus, Trash2 } from 'lucide-react';
import { shortMonth } from '@/domain/core/time';
import type { Rules } from '@/domain/rules/rules';
import { proteinSteps } from '@/domain/stocking/stocking';
import { emptyLine, isCountedByMonth, type LineForm } from '@/domain/stocking/stocking-form';
import { Button, IconButton } from '@/ui/button';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';

const GROUPS = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  pigs: 'Pigs',
  poultry: 'Poultry',
  other: 'Goats, deer, horses',
} as const;
const MONTHS = Array.from({ length: 12 }, (_, at) => shortMonth(at + 1));

/** The value of a select; '' (see `NoneChosen`) if the rules do not know it, as after a change of the rules. */
export const chosenOf = (rows: readonly { id: string }[], id: string): string =>
  rows.some((row) => row.id === id) ? id : '';

/** The option "Choose", while none of the rows is chosen. */
export const NoneChosen = ({ rows, id }: { rows: readonly { id: string }[]; id: string }) =>
  chosenOf(rows, id) === '' && <option value="">Choose</option>;

/** The classes of livestock in the country's table, in groups. */
function StockOptions({ rules, withSlurryOnly = false }: { rules: Rules; withSlurryOnly?: boolean | undefined }) {
  return Object.entries(GROUPS).map(([group, label]) => {
    const rows = rules.livestock.filter((row) => row.group === group && (withSlurryOnly || !row.slurryOnly));
    return (
      rows.length > 0 && (
        <optgroup key={group} label={label}>
          {rows.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )
    );
  });
}

/** The class of livestock of a line. */
export const StockSelect = ({
  rules,
  line,
  problems,
  withSlurryOnly,
  onChange,
}: {
  rules: Rules;
  line: { id: string; stock: string };
  problems: Readonly<Record<string, string>>;
  withSlurryOnly?: boolean;
  onChange: (stock: string) => void;
}) => (
  <SelectField
    label="Kind"
    fieldClass="calc-line-wide"
    value={chosenOf(rules.livestock, line.stock)}
    error={problems[`${line.id}.stock`]}
    onChange={({ target }) => onChange(target.value)}
  >
    <NoneChosen rows={rules.livestock} id={line.stock} />
    <StockOptions rules={rules} withSlurryOnly={withSlurryOnly} />
  </SelectField>
);

/** The stock of a year: lines with a class and a number, and under each line the details that are rarely needed. */
export function StockLines({
  rules,
  lines,
  problems,
  onChange,
}: {
  rules: Rules;
  lines: readonly LineForm[];
  problems: Readonly<Record<string, string>>;
  onChange: (lines: readonly LineForm[]) => void;
}) {
  const set = (id: string, change: Partial<LineForm>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...change } : line)));
  const add = () => onChange([...lines, emptyLine(crypto.randomUUID(), rules.livestock[0]?.id ?? '')]);
  return (
    <section className="calc-lines" aria-label="Livestock">
      <h3>Livestock</h3>
      {lines.map((line, index) => (
        <StockLine
          key={line.id}
          {...{ rules, line, index, problems }}
          onChange={(change) => set(line.id, change)}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
      <Button onClick={add}>
        <Plus aria-hidden="true" />
        Add livestock
      </Button>
    </section>
  );
}

type LineProps = {
  rules: Rules;
  line: LineForm;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Partial<LineForm>) => void;
};

const isOfPlaces = (row: Rules['livestock'][number] | undefined) => row?.group === 'pigs' || row?.group === 'poultry';

function StockLine({
  rules,
  line,
  index,
  problems,
  onChange,
  onRemove,
}: LineProps & { index: number; onRemove: () => void }) {
  const row = rules.livestock.find(({ id }) => id === line.stock);
  const monthly = isCountedByMonth(row) && line.monthly.length > 0;
  const countLabel = row?.perStay ? 'Animals in the year' : isOfPlaces(row) ? 'Places' : 'Average number';
  return (
    <fieldset className="calc-line">
      <legend className="sr-only">Livestock {index + 1}</legend>
      <StockSelect rules={rules} line={line} problems={problems} onChange={(stock) => onChange({ stock })} />
      {!monthly && (
        <NumberField
          label={countLabel}
          value={line.head}
          error={line.head === '' ? undefined : problems[`${line.id}.head`]}
          onChange={({ target }) => onChange({ head: target.value })}
        />
      )}
      {!monthly && isCountedByMonth(row) && (
        <NumberField
          label="Months"
          value={line.months}
          error={problems[`${line.id}.months`]}
          onChange={({ target }) => onChange({ months: target.value })}
        />
      )}
      {row?.times && (
        <NumberField
          label={row.times === 'weeks' ? 'Weeks in the year' : 'Crops in the year'}
          value={line.times}
          error={problems[`${line.id}.times`]}
          onChange={({ target }) => onChange({ times: target.value })}
        />
      )}
      <IconButton label={`Remove livestock ${index + 1}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <LineDetails {...{ rules, line, problems, onChange }} />
    </fieldset>
  );
}

/** The details of a line that are rarely needed. */
function LineDetails({ rules, line, problems, onChange }: LineProps) {
  const row = rules.livestock.find(({ id }) => id === line.stock);
  const monthly = isCountedByMonth(row) && line.monthly.length > 0;
  return (
    <details className="calc-more">
      <summary>More</summary>
      <div className="calc-more-fields">
        {isCountedByMonth(row) && (
          <Button onClick={() => onChange({ monthly: monthly ? [] : MONTHS.map(() => line.head) })}>
            {monthly ? 'One number for the year' : 'A number for each month'}
          </Button>
        )}
        {monthly && (
          <div className="months">
            {MONTHS.map((month, at) => (
              <NumberField
                key={month}
                label={month}
                value={line.monthly[at] ?? ''}
                error={problems[`${line.id}.month${at}`]}
                onChange={({ target }) =>
                  onChange({
                    monthly: line.monthly.map((text, index) => (index === at ? target.value : text)),
                  })
                }
              />
            ))}
          </div>
        )}
        {isOfPlaces(row) && !row?.times && (
          <NumberField
            label="Time the places are filled"
            optional
            after="%"
            hint="Empty: the standard of the table."
            value={line.occupancy}
            error={problems[`${line.id}.occupancy`]}
            onChange={({ target }) => onChange({ occupancy: target.value })}
          />
        )}
        {row?.band && (
          <NumberField
            label="Crude protein of the diet"
            optional
            after="%"
            hint={`Only with the records that the rules ask for, and up to ${proteinSteps(rules, row.band).at(-1) ?? 0} %.`}
            value={line.protein}
            error={problems[`${line.id}.protein`]}
            onChange={({ target }) => onChange({ protein: target.value })}
          />
        )}
        <NumberField
          label="Weight of an animal"
          optional
          after="kg"
          value={line.weight}
          error={problems[`${line.id}.weight`]}
          onChange={({ target }) => onChange({ weight: target.value })}
        />
      </div>
    </details>
  );
}
