import { Link } from 'react-router-dom';
import { add, formatMoney, type Currency } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import { statusLabel, workStatus } from '@/domain/works/work';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { EmptyState } from '@/ui/lists/list-states';
import { isReady } from './draft';

/**
 * The customer's work in the period. Ready entries can be ticked; the others say what is missing and link to the form.
 */
export function WorkPicker({
  works,
  today,
  currency,
  isTicked,
  onTick,
}: {
  works: readonly Work[];
  today: string;
  currency: Currency;
  isTicked: (id: string) => boolean;
  onTick: (ids: readonly string[], on: boolean) => void;
}) {
  const ready = works.filter((work) => isReady(work, today));
  const ticked = ready.filter(({ id }) => isTicked(id));
  const allTicked = ticked.length === ready.length;
  if (works.length === 0) {
    return (
      <div className="card">
        <EmptyState title="Nothing to invoice." text="This customer has no open work in this period." />
      </div>
    );
  }
  return (
    <fieldset className="card card-rows">
      <legend className="sr-only">Work to invoice</legend>
      <div className="pick-row min-h-tap">
        <strong className="min-w-max grow text-3">
          {allTicked ? (
            <>
              {ready.length} of {works.length}{' '}
              <span className="max-sm:sr-only">{plural(works.length, 'entry', 'entries')}</span> ready
            </>
          ) : (
            `${ticked.length} of ${ready.length} chosen`
          )}
        </strong>
        {ready.length > 1 && (
          <Button
            variant="quiet"
            className="whitespace-nowrap"
            onClick={() =>
              onTick(
                ready.map(({ id }) => id),
                !allTicked,
              )
            }
          >
            {allTicked ? 'Untick all' : 'Tick all'}
          </Button>
        )}
        <b className="figure ml-auto text-3">
          {formatMoney(add(...ticked.map(({ totalValue }) => totalValue)), currency)}
        </b>
      </div>
      {works.map((work) => (
        <WorkRow
          key={work.id}
          work={work}
          today={today}
          currency={currency}
          ticked={isTicked(work.id)}
          onTick={(on) => onTick([work.id], on)}
        />
      ))}
    </fieldset>
  );
}

function WorkRow({
  work,
  today,
  currency,
  ticked,
  onTick,
}: {
  work: Work;
  today: string;
  currency: Currency;
  ticked: boolean;
  onTick: (on: boolean) => void;
}) {
  const date = <span className="figure day">{formatDate(work.workDate, today)}</span>;
  const name = <span className="grow">{work.taskName}</span>;
  if (!isReady(work, today)) {
    return (
      <div className="pick-row flex-wrap text-muted">
        <span className="pick-box" />
        {date}
        {name}
        <span className="ml-auto flex items-center gap-3">
          <StateBadge kind="needs" label={statusLabel(workStatus(work, today))} />
          <Link
            className="link"
            to={`/works-list?edit=${work.id}`}
            aria-label={`Fix ${work.taskName}, ${work.workDate}`}
          >
            Fix
          </Link>
        </span>
      </div>
    );
  }
  return (
    <label className="pick-row">
      <input type="checkbox" className="pick-box" checked={ticked} onChange={({ target }) => onTick(target.checked)} />
      {date}
      {name}
      <span className="figure">{work.totalValue === 0 ? 'No charge' : formatMoney(work.totalValue, currency)}</span>
    </label>
  );
}
