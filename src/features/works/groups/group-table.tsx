import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { Grouping, WorksGroup } from '@/data/works/works-groups';
import { formatMoney } from '@/domain/core/money';
import { formatDate, formatDuration } from '@/domain/core/time';
import { amountWords, doerWords, minutesOf, workValueWords } from '@/domain/works/work-words';
import { GROUPINGS } from '@/features/works/list/list-address';
import type { WorksList } from '@/features/works/list/use-works-list';
import { nameOf } from '@/features/works/list/works-table';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { FigureCell, HeadCell, LedgerRow } from '@/ui/lists/ledger';
import { LongLedger } from '@/ui/lists/long-ledger';
import type { Measure } from '@/ui/lists/long-list';
import { WorkState } from '@/widgets/work-state';
import { missingText } from './group-rows';
import type { Groups } from './use-groups';

type RowPosition = { place: number; measure: Measure };

/** Groups on a wide screen: rows with sums; the entries of the open group are listed below it in the same columns. */
export function GroupTable({ list, groups }: { list: WorksList; groups: Groups }) {
  const { seesRates } = list.account.settings;
  return (
    <LongLedger
      caption="Work entries in groups"
      columns={`group-columns ${seesRates ? 'group-priced' : ''}`}
      rows={groups.lines}
      total={groups.lines.length}
      onVisibleRange={groups.onVisibleRows}
      head={
        <>
          <HeadCell>{GROUPINGS.find(({ value }) => value === groups.grouping)?.label}</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell figure>Entries</HeadCell>
          <HeadCell figure>Hours</HeadCell>
          {seesRates && <HeadCell figure>Value</HeadCell>}
        </>
      }
    >
      {(line, place, measure) =>
        line.kind === 'group' ? (
          <GroupRow
            key={line.id}
            place={place}
            measure={measure}
            list={list}
            group={line.group}
            name={line.name}
            open={line.group.key === groups.opened}
            onPress={() => groups.toggle(line.group.key)}
          />
        ) : line.kind === 'entry' ? (
          <EntryRow
            key={line.id}
            place={place}
            measure={measure}
            list={list}
            work={line.work}
            grouping={groups.grouping}
          />
        ) : (
          <LedgerRow key={line.id} place={place} measure={measure} className="group-entry">
            <td role="cell" colSpan={seesRates ? 5 : 4} className="col-span-full">
              {line.kind === 'loading' ? 'Loading your data...' : <LoadFailed onRetry={groups.loadMore} />}
            </td>
          </LedgerRow>
        )
      }
    </LongLedger>
  );
}

/** Shown if the entries of the open group failed to load. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      Could not load these entries.
      <Button onClick={onRetry}>Try again</Button>
    </span>
  );
}

function GroupRow({
  list,
  group,
  name,
  open,
  onPress,
  ...position
}: RowPosition & { list: WorksList; group: WorksGroup; name: string; open: boolean; onPress: () => void }) {
  const { currency, seesRates } = list.account.settings;
  return (
    <LedgerRow {...position} className={open ? 'group-open' : ''}>
      <td role="cell">
        <button type="button" className="group-button" aria-expanded={open} onClick={onPress}>
          <ChevronRight aria-hidden="true" />
          {name}
        </button>
      </td>
      <td role="cell" className="text-muted">
        {missingText(group)}
      </td>
      <FigureCell>{group.entries.toLocaleString('en-GB')}</FigureCell>
      <FigureCell>{group.minutes > 0 && formatDuration(group.minutes)}</FigureCell>
      {seesRates && <FigureCell strong>{formatMoney(group.value, currency)}</FigureCell>}
    </LedgerRow>
  );
}

/** The facts of an entry, without the one its group already shows. */
export const factsOf = (work: Work, grouping: Grouping, today: string): string[] =>
  [
    grouping !== 'day' && formatDate(work.workDate, today),
    grouping !== 'customer' && work.customer,
    // Shown also in a group by person if others did it too.
    (grouping !== 'person' || (work.doneBy?.length ?? 0) > 1) && doerWords(work),
  ].filter((fact) => fact !== false);

function EntryRow({
  list,
  work,
  grouping,
  ...position
}: RowPosition & { list: WorksList; work: Work; grouping: Grouping }) {
  const { account, today, open } = list;
  const { currency, seesRates, incrementMinutes } = account.settings;
  const minutes = minutesOf(work);
  return (
    <LedgerRow {...position} className="group-entry">
      <td role="cell">
        <Link to={open(work.id)} className="font-strong row-link" aria-label={`Open ${nameOf(work, today)}`}>
          {work.taskName}
        </Link>{' '}
        <span className="text-muted">
          {factsOf(work, grouping, today).map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              {fact}
            </Fragment>
          ))}
        </span>
      </td>
      <td role="cell">
        <WorkState work={work} today={today} />
      </td>
      <FigureCell>{amountWords(work, incrementMinutes)}</FigureCell>
      <FigureCell>{minutes !== null && formatDuration(minutes)}</FigureCell>
      {seesRates && <FigureCell>{workValueWords(work, currency)}</FigureCell>}
    </LedgerRow>
  );
}
