import { StickyNote } from 'lucide-react';
import { memo } from 'react';
import { formatDate } from '@/domain/core/time';
import { amountWords, doerWords, priceWords, workValueWords } from '@/domain/works/work-words';
import type { Work } from '@/records/works';
import { FigureCell, HeadCell, LedgerRow, PickCell } from '@/ui/lists/ledger';
import { LongLedger } from '@/ui/lists/long-ledger';
import type { Measure } from '@/ui/lists/long-list';
import { useFollowLink } from '@/ui/lists/use-follow-link';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import { WorkState } from '@/widgets/work-state';
import type { WorksList } from './use-works-list';
import { lockOf } from './work-lock';

// On a tablet dates may wrap, and amounts before their unit.
const FIGURE = 'max-xl:whitespace-normal';

/** The list on a wide screen. Its head is rendered before the rows are loaded. */
export function WorksTable({
  list,
  pick,
  onDelete,
}: {
  list: WorksList;
  /** Whether this person can tick rows. */
  pick: boolean;
  onDelete: (work: Work) => void;
}) {
  const { account, today, rows, total, isPending, ticks, onVisibleRows, open, openRate } = list;
  const { seesRates } = account.settings;
  const follow = useFollowLink();
  const all = pick && rows.length > 0 && ticks.ids.size >= rows.length && rows.every(({ id }) => ticks.ids.has(id));
  return (
    <LongLedger
      key={list.key}
      caption="Work entries"
      columns={`works-columns ${seesRates ? 'works-priced' : ''} ${pick ? 'works-pick' : ''}`}
      rows={rows}
      total={total}
      isPending={isPending}
      onVisibleRange={onVisibleRows}
      head={
        <>
          {pick && (
            <th role="columnheader" scope="col" className="pick">
              <label>
                <input
                  type="checkbox"
                  aria-label="Choose all entries shown"
                  className="pick-box"
                  checked={all}
                  disabled={rows.length === 0}
                  onChange={() =>
                    ticks.choose(
                      rows.map(({ id }) => id),
                      !all,
                    )
                  }
                />
              </label>
            </th>
          )}
          <HeadCell>Date</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Task</HeadCell>
          <HeadCell figure>Quantity</HeadCell>
          {seesRates && <HeadCell figure>Rate</HeadCell>}
          {seesRates && <HeadCell figure>Value</HeadCell>}
          <HeadCell>Person</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell hideText>More</HeadCell>
        </>
      }
    >
      {(work, place, measure) => (
        <WorkRow
          key={work.id}
          work={work}
          place={place}
          measure={measure}
          account={account}
          today={today}
          open={open}
          openRate={openRate}
          follow={follow}
          chosen={pick ? ticks.ids.has(work.id) : null}
          onChoose={ticks.choose}
          onDelete={onDelete}
        />
      )}
    </LongLedger>
  );
}

type RowProps = Pick<WorksList, 'account' | 'open'> & { work: Work; onDelete: (work: Work) => void };

/** Memoised: renders only when its own props change, not when the list scrolls or grows. */
const WorkRow = memo(function WorkRow({
  work,
  place,
  measure,
  account,
  today,
  open,
  openRate,
  follow,
  chosen,
  onChoose,
  onDelete,
}: RowProps & {
  openRate: WorksList['openRate'];
  today: string;
  follow: ReturnType<typeof useFollowLink>;
  place: number;
  measure: Measure;
  /** Null if this person can't tick rows. */
  chosen: boolean | null;
  onChoose: (ids: readonly string[], on: boolean) => void;
}) {
  const { currency, seesRates, incrementMinutes } = account.settings;
  const name = nameOf(work, today);
  return (
    <LedgerRow place={place} measure={measure} chosen={chosen ?? false}>
      {chosen !== null && (
        <PickCell label={name} checked={chosen} onChange={(event) => onChoose([work.id], event.target.checked)} />
      )}
      <td role="cell" className={`figure left text-muted ${FIGURE}`}>
        {formatDate(work.workDate, today)}
      </td>
      <td role="cell">{work.customer}</td>
      <td role="cell">
        <a href={open(work.id)} onClick={follow} className="font-strong row-link" aria-label={`Open ${name}`}>
          {work.taskName}
        </a>{' '}
        {work.taskDescription && <span className="text-muted">{work.taskDescription}</span>}
        {work.notes && (
          <>
            {' '}
            <StickyNote aria-hidden="true" className="inline size-4 text-muted" />
            <span className="sr-only">Has a note</span>
          </>
        )}
      </td>
      <FigureCell className={FIGURE}>{amountWords(work, incrementMinutes)}</FigureCell>
      {seesRates && (
        <FigureCell className={`text-muted ${FIGURE}`}>
          {work.rate === null && work.invoiceNumber === null ? (
            <a href={openRate(work.id)} onClick={follow} className="link">
              Add rate
            </a>
          ) : (
            priceWords(work, currency)
          )}
        </FigureCell>
      )}
      {seesRates && <FigureCell strong>{workValueWords(work, currency)}</FigureCell>}
      <td role="cell">{doerWords(work)}</td>
      <td role="cell">
        <WorkState work={work} today={today} />
      </td>
      <td role="cell">
        <Menu
          className="icon-btn dots"
          aria-label={`More for ${name}`}
          items={menuOf({ work, account, open, onDelete })}
        />
      </td>
    </LedgerRow>
  );
});

export const nameOf = (work: Work, today: string) =>
  `${work.taskName}, ${work.customer}, ${formatDate(work.workDate, today)}`;

const menuOf = ({ work, account, open, onDelete }: RowProps): MenuItem[] => [
  { label: 'Open', to: open(work.id) },
  { label: 'Same again today', to: `/add-work?copy=${work.id}` },
  ...(work.invoiceNumber !== null && account.role === 'admin'
    ? [{ label: 'View invoice', to: invoicePath(work.invoiceNumber) }]
    : []),
  // An entry that is locked says why when it is opened.
  ...(lockOf(work, account) === null
    ? ['rule' as const, { label: 'Delete', danger: true, onSelect: () => onDelete(work) }]
    : []),
];

export const invoicePath = (number: string): string => `/invoices?${new URLSearchParams({ number })}`;
