import type { Work } from '@/data/works';
import { add, formatMoney } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { LedgerCard, LedgerCards } from '@/ui/ledger-cards';
import { useFirstRows } from '@/ui/use-after-paint';
import { WorkState } from '@/widgets/work-state';
import type { WorksList } from './use-works-list';
import { amountWords, priceWords, worthWords } from './work-words';

type Day = { date: string; works: Work[] };

/** Rows that follow each other on one date. */
function days(rows: readonly Work[]): Day[] {
  const found: Day[] = [];
  for (const work of rows) {
    const last = found.at(-1);
    if (last?.date === work.workDate) last.works.push(work);
    else found.push({ date: work.workDate, works: [work] });
  }
  return found;
}

/** The list on a phone: ruled cards under their day. */
export function WorksCards({ list: { account, rows, today, view, works, open } }: { list: WorksList }) {
  const { currency, seesRates, incrementMinutes } = account.settings;
  // The last day may go on in the next page: its sum is not known yet.
  const whole = (at: number, all: readonly Day[]) => at < all.length - 1 || !works.hasNextPage;
  const sumOf = (day: Day) => formatMoney(add(...day.works.flatMap(({ totalValue }) => totalValue ?? [])), currency);
  // Cut after the sums: a day that is drawn in part has the sum of all of it.
  const drawn = new Set(useFirstRows(rows));
  const hasDrawn = ({ works: [first] }: Day) => first !== undefined && drawn.has(first);
  return (
    <div className="-mx-(--gutter)">
      {days(rows).map(
        (day, at, all) =>
          hasDrawn(day) && (
            <LedgerCards
              key={`${day.date} ${day.works[0]?.id ?? ''}`}
              title={formatDate(day.date, today)}
              sum={seesRates && view.sort === 'date' && day.works.length > 1 && whole(at, all) ? sumOf(day) : undefined}
            >
              {day.works
                .filter((work) => drawn.has(work))
                .map((work) => (
                  <LedgerCard
                    key={work.id}
                    title={work.taskName}
                    lines={[
                      work.customer,
                      [amountWords(work, incrementMinutes), seesRates && priceWords(work, currency)]
                        .filter(Boolean)
                        .join(' at '),
                    ].filter(Boolean)}
                    figure={seesRates ? worthWords(work, currency) || '–' : undefined}
                    state={<WorkState work={work} today={today} />}
                    to={open(work.id)}
                  />
                ))}
            </LedgerCards>
          ),
      )}
    </div>
  );
}
