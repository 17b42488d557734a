import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toNumeric } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatNumber } from '@/domain/rules/printout';
import type { SlurryResult } from '@/domain/slurry/slurry';
import type { Store } from '@/domain/slurry/store';
import type { Shown } from '@/offline/outbox/shown-rows';
import type { SlurryLevel } from '@/records/slurry';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { FigureCell, HeadCell, Ledger } from '@/ui/lists/ledger';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { UNIT_SIGNS, volumeFigure, type VolumeUnit } from './slurry-words';

const READING_UNITS = { depth: 'm deep', from_top: 'm from the top', volume: 'm³' } as const;

/** The stores as a table, and the levels that were read at them. */
export function StoreTable({
  stores,
  result,
  unit,
  levels,
  levelsQuery,
  onEdit,
  onAdd,
  onDelete,
}: {
  stores: readonly Store[];
  result: SlurryResult | null;
  unit: VolumeUnit;
  levels: readonly Shown<SlurryLevel>[];
  /** Loads older levels. */
  levelsQuery: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  onEdit: ((id: string) => void) | null;
  onAdd: (() => void) | null;
  onDelete: (level: SlurryLevel) => void;
}) {
  const today = useToday();
  const [toDelete, setToDelete] = useState<SlurryLevel | null>(null);
  const nameOf = (id: string) => stores.find((store) => store.id === id)?.name ?? 'A store that is not in use';
  return (
    <>
      <Ledger
        caption="Stores"
        head={
          <>
            <HeadCell>Store</HeadCell>
            <HeadCell figure>Usable, {UNIT_SIGNS[unit]}</HeadCell>
            <HeadCell figure>In it</HeadCell>
            <HeadCell figure>Room</HeadCell>
            {onEdit && <HeadCell hideText>Change</HeadCell>}
          </>
        }
      >
        <tbody>
          {stores.map((store, at) => {
            const one = result?.stores[at];
            return (
              <tr key={store.id}>
                <td>
                  <b>{store.name}</b>
                  <small className="block text-muted">
                    {one?.readOn == null ? 'No reading' : `Read ${formatDate(one.readOn, today)}`}
                  </small>
                </td>
                <FigureCell>
                  {one?.solid == null ? volumeFigure(one?.usable ?? null, unit) : `${formatNumber(one.solid)} t`}
                </FigureCell>
                <FigureCell>{volumeFigure(one?.level?.stored ?? null, unit)}</FigureCell>
                <FigureCell>{volumeFigure(one?.level?.free ?? null, unit)}</FigureCell>
                {onEdit && (
                  <td className="figure">
                    <IconButton label={`Change ${store.name}`} onClick={() => onEdit(store.id)}>
                      <Pencil aria-hidden="true" />
                    </IconButton>
                  </td>
                )}
              </tr>
            );
          })}
          <tr>
            <td>Together</td>
            <FigureCell strong>{volumeFigure(result?.gross ?? null, unit)}</FigureCell>
            <FigureCell strong>{volumeFigure(result?.now?.stored ?? null, unit)}</FigureCell>
            <FigureCell strong grand>
              {volumeFigure(result?.now?.free ?? null, unit)}
            </FigureCell>
            {onEdit && <FigureCell />}
          </tr>
        </tbody>
      </Ledger>
      {onAdd && (
        <Button className="justify-self-start" onClick={onAdd}>
          <Plus aria-hidden="true" />
          Add a store
        </Button>
      )}
      {levels.length > 0 && (
        <details className="card calc-card">
          <summary>
            <h2>Levels read</h2>
          </summary>
          <ul className="ruled-list">
            {levels.map(({ row, entry }) => (
              <li key={row.id}>
                <span>
                  <b>{nameOf(row.storeId)}</b>
                  <span className="tabular-nums">
                    {formatNumber(toNumeric(row.amount), 2)} {READING_UNITS[row.how]}, {formatDate(row.readOn, today)}
                  </span>
                  <small>{[row.createdByName, row.note, entry && 'Not sent yet'].filter(Boolean).join('. ')}</small>
                </span>
                <IconButton
                  label={`Delete the level of ${formatDate(row.readOn, today)}`}
                  onClick={() => setToDelete(row)}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          {levelsQuery.hasNextPage && (
            <Button
              busy={levelsQuery.isFetchingNextPage}
              busyText="Loading..."
              onClick={() => void levelsQuery.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </details>
      )}
      <ConfirmDialog
        open={toDelete !== null}
        title="Delete this level?"
        verb="Delete"
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete) onDelete(toDelete);
          setToDelete(null);
        }}
      >
        <Card className="calc-card">
          {toDelete && `${nameOf(toDelete.storeId)}, ${formatDate(toDelete.readOn, today)}`}
        </Card>
      </ConfirmDialog>
    </>
  );
}
