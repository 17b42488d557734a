import { Pencil, Plus, Strikethrough, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toNumeric } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatNumber } from '@/domain/rules/printout';
import type { SlurryResult } from '@/domain/slurry/slurry';
import type { Store } from '@/domain/slurry/store';
import type { Shown } from '@/offline/outbox/shown-rows';
import type { SlurryLevel, SlurryStore } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { FigureCell, HeadCell, Ledger } from '@/ui/lists/ledger';
import { StrikeDialog } from '@/ui/forms/strike-entry';
import { struckWords } from '@/widgets/struck-words';
import { UNIT_SIGNS, volumeFigure, type VolumeUnit } from './slurry-words';

const READING_UNITS = { depth: 'm deep', from_top: 'm from the top', volume: 'm³' } as const;

/** The stores as a table, and the levels that were read at them. */
export function StoreTable({
  stores,
  unused,
  result,
  unit,
  levels,
  levelsQuery,
  onEdit,
  onAdd,
  onStrike,
}: {
  stores: readonly Store[];
  unused: readonly SlurryStore[];
  result: SlurryResult | null;
  unit: VolumeUnit;
  levels: readonly Shown<SlurryLevel>[];
  /** Loads older levels. */
  levelsQuery: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  onEdit: ((id: string) => void) | null;
  onAdd: (() => void) | null;
  /** Strikes a level out, or brings it back. */
  onStrike: (level: SlurryLevel, struck: boolean) => void;
}) {
  const { settings } = useAccount();
  const today = useToday();
  const [toStrike, setToStrike] = useState<SlurryLevel | null>(null);
  const nameOf = (id: string) =>
    [...stores, ...unused].find((store) => store.id === id)?.name ?? 'A store that is not in use';
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
      {onEdit && unused.length > 0 && (
        <ul className="ruled-list" aria-label="Stores not in use">
          {unused.map((store) => (
            <li key={store.id}>
              <span>
                <b>{store.name}</b>
                <small>Not in use</small>
              </span>
              <IconButton label={`Change ${store.name}`} onClick={() => onEdit(store.id)}>
                <Pencil aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
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
                  <span className={`tabular-nums ${row.struck ? 'line-through' : ''}`}>
                    {formatNumber(toNumeric(row.amount), 2)} {READING_UNITS[row.how]}, {formatDate(row.readOn, today)}
                  </span>
                  <small>
                    {[row.createdByName, row.note, entry && 'Only on this phone'].filter(Boolean).join('. ')}
                  </small>
                  {row.struck && <small>{struckWords(row, settings.zone, today)}</small>}
                </span>
                {row.struck ? (
                  <IconButton
                    label={`Bring back the level of ${formatDate(row.readOn, today)}`}
                    onClick={() => onStrike(row, false)}
                  >
                    <Undo2 aria-hidden="true" />
                  </IconButton>
                ) : (
                  <IconButton
                    label={`The level of ${formatDate(row.readOn, today)} was entered by mistake`}
                    onClick={() => setToStrike(row)}
                  >
                    <Strikethrough aria-hidden="true" />
                  </IconButton>
                )}
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
      <StrikeDialog
        open={toStrike !== null}
        name={toStrike ? `the level of ${formatDate(toStrike.readOn, today)}, ${nameOf(toStrike.storeId)}` : ''}
        busy={false}
        onClose={() => setToStrike(null)}
        onConfirm={() => {
          if (toStrike) onStrike(toStrike, true);
          setToStrike(null);
        }}
      />
    </>
  );
}
