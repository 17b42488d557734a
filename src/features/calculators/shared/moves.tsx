import type { MovedRow } from '@/domain/stocking/stocking-tables';

/** The movements of manure that a row adds up, each with its analysis. */
export const Moves = ({ moves }: Pick<MovedRow, 'moves'>) =>
  moves.map(({ id, words }) => (
    <small key={id} className="block text-muted">
      {words}
    </small>
  ));
