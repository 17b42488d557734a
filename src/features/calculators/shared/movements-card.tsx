import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, Truck } from 'lucide-react';
import { movementsOfYearQuery } from '@/data/movements';
import { sameJson } from '@/domain/core/same-json';
import { totalWords, withMovements } from '@/domain/movements/content';
import type { Rules } from '@/domain/rules/rules';
import type { MoveForm } from '@/domain/stocking/stocking-form';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';

type Calculation = { rules: Rules; moves: readonly MoveForm[]; onTake: (moves: readonly MoveForm[]) => void };

/** The movements of manure that are recorded for a year, and a button that takes them over into a calculation. */
export function MovementsCard({ year, calculation }: { year: string; calculation?: Calculation }) {
  const { ownerId } = useAccount();
  const isYear = /^(20|21)\d\d$/.test(year);
  const { data } = useQuery({ ...movementsOfYearQuery(ownerId, year), enabled: isYear });
  const counted = data?.filter(({ direction }) => direction !== 'own') ?? [];
  const taken = calculation && data ? withMovements(calculation.rules, calculation.moves, data) : null;
  const isTaken = taken !== null && calculation !== undefined && sameJson(taken.moves, calculation.moves);
  return (
    <section className="grid gap-2" aria-label="Recorded movements">
      {isYear && data && (
        <p className="tabular-nums">
          {data.length === 0 ? `No movement of ${year} is recorded.` : `Recorded for ${year}, ${totalWords(data)}`}
          {isTaken && counted.length > 0 && ' They are in the calculation.'}
        </p>
      )}
      {taken !== null && taken.left > 0 && (
        <p className="hint">
          {taken.left === 1 ? '1 movement is' : `${taken.left} movements are`} left out: of a manure or in a unit that
          these rules do not have. Enter {taken.left === 1 ? 'it' : 'them'} below.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {calculation && taken && !isTaken && (
          <Button onClick={() => calculation.onTake(taken.moves)}>
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
