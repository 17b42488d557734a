import { Link } from 'react-router-dom';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { LongCards } from '@/ui/lists/long-cards';
import { LongLedger } from '@/ui/lists/long-ledger';
import type { Sheet } from './sheet';

/** Every row of a report: a table, or cards on a phone. A row opens the list of its records. */
export function SheetTable({ sheet: { caption, columns, grid, main, rows } }: { sheet: Sheet }) {
  const wide = useWide();
  if (!wide)
    return (
      <div className="-mx-(--gutter)">
        <LongCards label={caption} rows={rows} total={rows.length}>
          {(row, place, measure) => {
            const texts = row.texts();
            return (
              <LedgerCard
                key={row.id}
                {...{ place, measure, total: rows.length }}
                title={texts[0]}
                lines={texts.flatMap((text, at) =>
                  at === 0 || at === main || text === '' ? [] : [`${columns[at]?.head ?? ''}: ${text}`],
                )}
                figure={texts[main]}
                to={row.to ?? undefined}
              />
            );
          }}
        </LongCards>
      </div>
    );
  return (
    <LongLedger
      caption={caption}
      columns={grid}
      rows={rows}
      total={rows.length}
      head={columns.map(({ head, figure }) => (
        <HeadCell key={head} figure={figure}>
          {head}
        </HeadCell>
      ))}
    >
      {(row, place, measure) => (
        <LedgerRow key={row.id} place={place} measure={measure}>
          {row.texts().map((text, at) => {
            const head = columns[at]?.head;
            if (columns[at]?.figure)
              return (
                <FigureCell key={head} strong={at === main}>
                  {text}
                </FigureCell>
              );
            return (
              <td key={head} role="cell">
                {at > 0 || row.to === null ? (
                  text
                ) : (
                  <Link to={row.to} className="font-strong row-link">
                    {text}
                  </Link>
                )}
              </td>
            );
          })}
        </LedgerRow>
      )}
    </LongLedger>
  );
}
