import { Strikethrough, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toNumeric } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatNumber } from '@/domain/rules/printout';
import type { Shown } from '@/offline/outbox/shown-rows';
import type { SlurryLevel } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { StrikeDialog } from '@/ui/forms/strike-entry';
import { struckWords } from '@/widgets/struck-words';

const READING_UNITS = { depth: 'm deep', from_top: 'm from the top', volume: 'm³' } as const;

/** The levels that were read, each with a button to strike it out or to bring it back. */
export function LevelList({
  levels,
  older,
  stores,
  onStrike,
}: {
  levels: readonly Shown<SlurryLevel>[];
  older: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  stores: readonly { id: string; name: string }[];
  onStrike: (level: SlurryLevel, struck: boolean) => void;
}) {
  const { settings } = useAccount();
  const today = useToday();
  const [toStrike, setToStrike] = useState<SlurryLevel | null>(null);
  const nameOf = (id: string) => stores.find((store) => store.id === id)?.name ?? 'A store that is not in use';
  if (levels.length === 0) return null;
  return (
    <>
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
                <small>{[row.createdByName, row.note, entry && 'Only on this phone'].filter(Boolean).join('. ')}</small>
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
        {older.hasNextPage && (
          <Button busy={older.isFetchingNextPage} busyText="Loading..." onClick={() => void older.fetchNextPage()}>
            Load more
          </Button>
        )}
      </details>
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
