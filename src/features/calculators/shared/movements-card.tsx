import { ArrowDownToLine, Truck } from 'lucide-react';
import { counted, plural } from '@/domain/core/word-list';
import { totalWords, withMovements } from '@/domain/movements/content';
import type { Rules } from '@/domain/rules/rules';
import type { MoveForm } from '@/domain/stocking/stocking-form';
import { Button, ButtonLink } from '@/ui/button';
import { useMovementsOfYear } from '@/widgets/movements/shown-movements';

type Calculation = { rules: Rules; moves: readonly MoveForm[]; onCopy: (moves: readonly MoveForm[]) => void };

/** The movements of manure that are recorded for a year, and a button that copies them into a calculation. */
export function MovementsCard({ year, calculation }: { year: string; calculation?: Calculation }) {
  const movements = useMovementsOfYear(year);
  const preview = calculation && movements ? withMovements(calculation.rules, calculation.moves, movements) : null;
  return (
    <section className="grid gap-2" aria-label="Recorded movements">
      {movements && (
        <p className="tabular-nums">
          {movements.length === 0
            ? `No movement of ${year} is recorded.`
            : `Recorded for ${year}, ${totalWords(movements)}`}
          {preview?.state === 'same' && ' They are in the calculation.'}
        </p>
      )}
      {preview !== null && preview.omitted > 0 && (
        <p className="hint">
          {counted(preview.omitted, 'movement is', 'movements are')} left out: of a manure or in a unit that these rules
          do not have. Enter {plural(preview.omitted, 'it', 'them')} below.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {calculation && preview?.state === 'different' && (
          <Button onClick={() => calculation.onCopy(preview.moves)}>
            <ArrowDownToLine aria-hidden="true" />
            Take them over
          </Button>
        )}
        <ButtonLink variant="quiet" to="/manure-movements">
          <Truck aria-hidden="true" />
          Manure movements
        </ButtonLink>
      </div>
    </section>
  );
}
