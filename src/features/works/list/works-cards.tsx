import { memo } from 'react';
import { add, formatMoney } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { amountWords, doerWords, priceWords, workValueWords } from '@/domain/works/work-words';
import type { Work } from '@/records/works';
import { CardsHead, LedgerCard } from '@/ui/lists/ledger-cards';
import { LongCards } from '@/ui/lists/long-cards';
import type { Measure } from '@/ui/lists/long-list';
import { WorkState } from '@/widgets/work-state';
import type { WorksList } from './use-works-list';
import { nameOf } from './works-table';

/** The works of the day that starts at this row; null if the day may continue in rows that are not loaded yet. */
function worksOfDay(rows: readonly Work[], place: number, hasMore: boolean): readonly Work[] | null {
  const date = rows[place]?.workDate;
  let end = place;
  while (end < rows.length && rows[end]?.workDate === date) end += 1;
  return end === rows.length && hasMore ? null : rows.slice(place, end);
}

/**
 * The list on a phone, as cards; the first card of a day has its date and sum as a head. `choosing`: pressing a card
 * ticks it instead of opening it.
 */
export function WorksCards({ list, choosing }: { list: WorksList; choosing: boolean }) {
  const { account, today, rows, total, view, hasMore, ticks, onVisibleRows, open } = list;
  const { currency, seesRates } = account.settings;
  const sumOf = (place: number) => {
    const day = seesRates && view.sort === 'date' ? worksOfDay(rows, place, hasMore) : null;
    return day && day.length > 1
      ? formatMoney(add(...day.flatMap(({ totalValue }) => totalValue ?? [])), currency)
      : undefined;
  };
  return (
    <div className="-mx-(--gutter)">
      <LongCards key={list.key} label="Work entries" rows={rows} total={total} onVisibleRange={onVisibleRows}>
        {(work, place, measure) => (
          <WorkCard
            key={work.id}
            work={work}
            place={place}
            measure={measure}
            total={total}
            account={account}
            today={today}
            open={open}
            startsDay={rows[place - 1]?.workDate !== work.workDate}
            sum={rows[place - 1]?.workDate === work.workDate ? undefined : sumOf(place)}
            chosen={choosing ? ticks.ids.has(work.id) : null}
            onChoose={ticks.choose}
          />
        )}
      </LongCards>
    </div>
  );
}

/** Memoised: renders only when its own props change, not when the list scrolls or grows. */
const WorkCard = memo(function WorkCard({
  work,
  place,
  measure,
  total,
  account,
  today,
  open,
  startsDay,
  sum,
  chosen,
  onChoose,
}: Pick<WorksList, 'total' | 'account' | 'today' | 'open'> & {
  work: Work;
  place: number;
  measure: Measure;
  /** Whether it is the first of its day, and the day's sum. */
  startsDay: boolean;
  sum: string | undefined;
  /** Null while cards are opened instead of ticked. */
  chosen: boolean | null;
  onChoose: (ids: readonly string[], on: boolean) => void;
}) {
  const { currency, seesRates, incrementMinutes } = account.settings;
  const price = [amountWords(work, incrementMinutes), seesRates && priceWords(work, currency)].filter(Boolean);
  return (
    <LedgerCard
      place={place}
      total={total}
      measure={measure}
      head={startsDay && <CardsHead title={formatDate(work.workDate, today)} sum={sum} />}
      title={work.taskName}
      lines={[
        work.customer,
        price.join(' at '),
        // Employees who may see everybody's jobs need to know whose they are.
        work.doneBy || (account.role === 'employee' && account.settings.seesAllWorks) ? doerWords(work) : '',
      ].filter(Boolean)}
      figure={seesRates ? workValueWords(work, currency) || '–' : undefined}
      state={<WorkState work={work} today={today} />}
      to={open(work.id)}
      pick={
        chosen === null
          ? undefined
          : { label: nameOf(work, today), checked: chosen, onChange: (on) => onChoose([work.id], on) }
      }
    />
  );
});
