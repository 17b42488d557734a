import { Plus, Trash2 } from 'lucide-react';
import type { Rules } from '@/domain/rules/rules';
import { emptyMove, type MoveForm } from '@/domain/stocking/stocking-form';
import { Button, IconButton } from '@/ui/button';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { chosenOf, NoneChosen } from './stock-lines';

const NOTES = {
  ...{ grazing: undefined, other: undefined },
  mixed: 'Counts as livestock manure. If it has other materials in it, enter the nitrogen of the manure alone below.',
  none: 'No livestock manure: not part of its nitrogen.',
};

/** Manure that came to the farm or left it in the year. */
export function MoveLines({
  rules,
  moves,
  problems,
  onChange,
}: {
  rules: Rules;
  moves: readonly MoveForm[];
  problems: Readonly<Record<string, string>>;
  onChange: (moves: readonly MoveForm[]) => void;
}) {
  const set = (id: string, change: Partial<MoveForm>) =>
    onChange(moves.map((move) => (move.id === id ? { ...move, ...change } : move)));
  const common = rules.manures.find((manure) => manure.common) ?? rules.manures[0];
  const phosphorusLabel = rules.phosphorus === 'P' ? 'P' : 'P₂O₅';
  return (
    <section className="calc-lines" aria-label="Manure moved">
      <h3>Manure moved to or from the farm</h3>
      {moves.map((move, index) => {
        const manure = rules.manures.find(({ id }) => id === move.manure);
        const unit = manure?.unit === 't' ? 't' : 'm³';
        return (
          <fieldset key={move.id} className="calc-line">
            <legend className="sr-only">Manure {index + 1}</legend>
            <SelectField
              label="Manure"
              fieldClass="calc-line-wide"
              value={chosenOf(rules.manures, move.manure)}
              hint={manure && NOTES[manure.from ?? 'none']}
              error={problems[`${move.id}.manure`]}
              onChange={({ target }) =>
                // An analysis is of the manure that was chosen before, unless none was.
                set(move.id, { manure: target.value, ...(manure && { n: '', p: '' }) })
              }
            >
              <NoneChosen rows={rules.manures} id={move.manure} />
              {rules.manures.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Direction"
              value={move.direction}
              onChange={({ target }) => set(move.id, { direction: target.value === 'import' ? 'import' : 'export' })}
            >
              <option value="export">Leaves the farm</option>
              <option value="import">Comes to the farm</option>
            </SelectField>
            <NumberField
              label="Amount"
              after={unit}
              value={move.amount}
              error={problems[`${move.id}.amount`]}
              onChange={({ target }) => set(move.id, { amount: target.value })}
            />
            <IconButton
              label={`Remove manure ${index + 1}`}
              onClick={() => onChange(moves.filter(({ id }) => id !== move.id))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
            <details className="calc-more">
              <summary>Laboratory result</summary>
              <div className="calc-more-fields">
                {(['n', 'p'] as const).map((nutrient) => (
                  <NumberField
                    key={nutrient}
                    label={nutrient === 'n' ? 'N' : phosphorusLabel}
                    optional
                    after={`kg/${unit}`}
                    value={move[nutrient]}
                    error={problems[`${move.id}.${nutrient}`]}
                    onChange={({ target }) => set(move.id, { [nutrient]: target.value })}
                  />
                ))}
              </div>
            </details>
          </fieldset>
        );
      })}
      {common && (
        <Button onClick={() => onChange([...moves, emptyMove(crypto.randomUUID(), 'export', common.id)])}>
          <Plus aria-hidden="true" />
          Add manure
        </Button>
      )}
    </section>
  );
}
