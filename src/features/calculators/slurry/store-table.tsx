import { Pencil, Plus } from 'lucide-react';
import { formatDate } from '@/domain/core/time';
import { formatNumber } from '@/domain/rules/printout';
import type { SlurryResult } from '@/domain/slurry/slurry';
import type { Store } from '@/domain/slurry/store';
import type { SlurryStore } from '@/records/slurry';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { FigureCell, HeadCell, Ledger } from '@/ui/lists/ledger';
import { UNIT_SIGNS, volumeFigure, type VolumeUnit } from './slurry-words';

/** The stores as a table, and those that are not in use. */
export function StoreTable({
  stores,
  unused,
  result,
  unit,
  onEdit,
  onAdd,
}: {
  stores: readonly Store[];
  unused: readonly SlurryStore[];
  result: SlurryResult | null;
  unit: VolumeUnit;
  onEdit: ((id: string) => void) | null;
  onAdd: (() => void) | null;
}) {
  const today = useToday();
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
    </>
  );
}
