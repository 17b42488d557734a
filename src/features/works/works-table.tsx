import { Ellipsis, StickyNote } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Work } from '@/data/works';
import { formatDate } from '@/domain/time';
import { FigureCell, HeadCell, Ledger, LedgerRow, PickCell } from '@/ui/ledger';
import { Menu } from '@/ui/menu';
import { useFirstRows } from '@/ui/use-after-paint';
import { WorkState } from '@/widgets/work-state';
import type { WorksList } from './use-works-list';
import { amountWords, priceWords, worthWords } from './work-words';

/** The list at a desk. */
export function WorksTable({
  list,
  chosen,
  onChoose,
  onDelete,
}: {
  list: WorksList;
  /** Ids of the ticked rows; null for those who cannot tick. */
  chosen: ReadonlySet<string> | null;
  onChoose: (ids: readonly string[], on: boolean) => void;
  onDelete: (work: Work) => void;
}) {
  const { account, rows, today, open } = list;
  const { currency, seesRates, incrementMinutes } = account.settings;
  const all = chosen !== null && rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const drawn = useFirstRows(rows);
  return (
    <Ledger
      caption="Work entries"
      head={
        <>
          {chosen && (
            <th scope="col" className="pick">
              <label>
                <input
                  type="checkbox"
                  aria-label="Choose all entries shown"
                  className="pick-box"
                  checked={all}
                  onChange={() =>
                    onChoose(
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
          <HeadCell>
            <span className="sr-only">More</span>
          </HeadCell>
        </>
      }
    >
      <tbody>
        {drawn.map((work) => (
          <LedgerRow key={work.id} chosen={chosen?.has(work.id)}>
            {chosen && (
              <PickCell
                label={nameOf(work, today)}
                checked={chosen.has(work.id)}
                onChange={(event) => onChoose([work.id], event.target.checked)}
              />
            )}
            <td className="n left text-muted">{formatDate(work.workDate, today)}</td>
            <td>{work.customer}</td>
            <td>
              <Link to={open(work.id)} className="font-strong row-link" aria-label={`Open ${nameOf(work, today)}`}>
                {work.taskName}
              </Link>{' '}
              {work.taskDescription && <span className="text-muted">{work.taskDescription}</span>}
              {work.notes && (
                <>
                  {' '}
                  <StickyNote aria-hidden="true" className="inline size-4 text-muted" />
                  <span className="sr-only">Has a note</span>
                </>
              )}
            </td>
            <FigureCell>{amountWords(work, incrementMinutes)}</FigureCell>
            {seesRates && (
              <FigureCell className="text-muted">
                {work.rate === null && work.invoiceNumber === null ? (
                  <Link to={open(work.id)} className="link">
                    Add rate
                  </Link>
                ) : (
                  priceWords(work, currency)
                )}
              </FigureCell>
            )}
            {seesRates && <FigureCell strong>{worthWords(work, currency)}</FigureCell>}
            <td className="min-[75rem]:whitespace-nowrap">{work.createdByName}</td>
            <td>
              <WorkState work={work} today={today} />
            </td>
            <td>
              <RowMenu work={work} list={list} onDelete={() => onDelete(work)} />
            </td>
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  );
}

const nameOf = (work: Work, today: string) => `${work.taskName}, ${work.customer}, ${formatDate(work.workDate, today)}`;

function RowMenu({ work, list, onDelete }: { work: Work; list: WorksList; onDelete: () => void }) {
  const { account, open, today } = list;
  return (
    <Menu
      className="icon-btn"
      aria-label={`More for ${nameOf(work, today)}`}
      items={[
        { label: 'Open', to: open(work.id) },
        { label: 'Same again today', to: `/add-work?copy=${work.id}` },
        ...(work.invoiceNumber !== null && account.role === 'admin'
          ? [{ label: 'View invoice', to: invoicePath(work.invoiceNumber) }]
          : []),
        'rule',
        { label: 'Delete', danger: true, onSelect: onDelete },
      ]}
    >
      <Ellipsis aria-hidden="true" />
    </Menu>
  );
}

export const invoicePath = (number: string): string => `/invoices?${new URLSearchParams({ number })}`;
