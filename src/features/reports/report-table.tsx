import { Link } from 'react-router-dom';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { LongCards } from '@/ui/lists/long-cards';
import { LongLedger } from '@/ui/lists/long-ledger';
import { amountWords, beforeWords, COLUMNS, COUNT_WORDS, GROUPING_WORDS, YEAR_BEFORE } from './report-rows';
import type { Report } from './use-report';

const CAPTION = 'Report';

const labelled = (label: string, amount: string) => (amount === '' ? '' : `${label}: ${amount}`);

/** Every row of the report: a table, or cards on a phone. A row opens the list of what is in it. */
export function ReportTable({ report: { account, rows, scope } }: { report: Report }) {
  const { currency } = account.settings;
  const { basis, grouping } = scope;
  const columns = COLUMNS[basis];
  const wide = useWide();
  const [total] = columns;
  if (!wide)
    return (
      <div className="-mx-(--gutter)">
        <LongCards label={CAPTION} rows={rows} total={rows.length}>
          {(row, place, measure) => (
            <LedgerCard
              key={row.id}
              {...{ place, measure, total: rows.length }}
              title={row.name}
              lines={[
                `${COUNT_WORDS[basis]}: ${row.count.toLocaleString('en-GB')}`,
                ...columns
                  .slice(1)
                  .map((column, at) => labelled(column.head, amountWords(column, at + 1, row, currency))),
                labelled(YEAR_BEFORE, beforeWords(row, currency)),
              ].filter(Boolean)}
              figure={total && amountWords(total, 0, row, currency)}
              to={row.to ?? undefined}
            />
          )}
        </LongCards>
      </div>
    );
  return (
    <LongLedger
      caption={CAPTION}
      columns="report-columns"
      rows={rows}
      total={rows.length}
      head={
        <>
          <HeadCell>{GROUPING_WORDS[grouping]}</HeadCell>
          <HeadCell figure>{COUNT_WORDS[basis]}</HeadCell>
          {columns.map(({ head }) => (
            <HeadCell key={head} figure>
              {head}
            </HeadCell>
          ))}
          <HeadCell figure>{YEAR_BEFORE}</HeadCell>
        </>
      }
    >
      {(row, place, measure) => (
        <LedgerRow key={row.id} place={place} measure={measure}>
          <td role="cell">
            {row.to === null ? (
              row.name
            ) : (
              <Link to={row.to} className="font-strong row-link">
                {row.name}
              </Link>
            )}
          </td>
          <FigureCell>{row.count.toLocaleString('en-GB')}</FigureCell>
          {columns.map((column, at) => (
            <FigureCell key={column.head} strong={at === 0}>
              {amountWords(column, at, row, currency)}
            </FigureCell>
          ))}
          <FigureCell>{beforeWords(row, currency)}</FigureCell>
        </LedgerRow>
      )}
    </LongLedger>
  );
}
