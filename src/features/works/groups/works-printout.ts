// The whole works list as texts for its PDF: every row of the filter, including entries in the outbox. Loaded on
// demand.
import type { QueryClient } from '@tanstack/react-query';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { readerOf, worksTotalsQuery } from '@/data/works/works';
import { filterOfGroup, worksGroupsQuery, type Grouping } from '@/data/works/works-groups';
import { readWorksList } from '@/data/works/works-parts';
import { currentNames } from '@/domain/account/current-names';
import { listPrintout, type ListPrintout } from '@/domain/core/list-printout';
import { dateIn, formatDateDated, localTimeIn } from '@/domain/core/time';
import {
  filterWorks,
  NO_PART,
  overlapWords,
  worksTotals,
  type WorksFilter,
  type WorksGroup,
} from '@/domain/works/works-list';
import { withWaitingWorks } from '@/features/works/entries/waiting-works';
import type { CopiedList } from '@/features/works/list/copied-list';
import type { WorksList } from '@/features/works/list/use-works-list';
import { worksColumns, worksFilterWords, worksSums } from '@/features/works/list/works-columns';
import { waitingNow } from '@/offline/outbox/outbox';
import type { Work } from '@/records/works';
import { groupColumns, groupingLabel, isPrintedLine } from './group-columns';
import { groupLines, type OpenedGroup } from './group-rows';

const neverAborted = () => new AbortController().signal;

/** The rows of a filter, and when they were read, in milliseconds since the epoch. */
type Read = { rows: readonly Work[]; at: number };

async function readFromDatabase(list: WorksList, filter: WorksFilter, client: QueryClient): Promise<Read> {
  const at = Date.now();
  const rows = await readWorksList(readerOf(list.account), filter, list.view.sort, neverAborted());
  const people = client.getQueryData(farmPeopleQuery(list.account.ownerId).queryKey) ?? [];
  return { rows: currentNames(people).rowsOf(rows), at };
}

/** Says how old the copy on this device is, and what is missing from it. */
function copyNotes({ at, border }: CopiedList, { account: { settings } }: WorksList): string[] {
  const instant = new Date(at).toISOString();
  const day = formatDateDated(dateIn(settings.zone, instant));
  return [
    `Without signal: as it was on ${day} at ${localTimeIn(settings.zone, new Date(at))}.`,
    border === null ? '' : `Invoiced entries before ${formatDateDated(border)} are missing.`,
  ];
}

async function plainPrintout(list: WorksList, client: QueryClient, title: string): Promise<ListPrintout> {
  const { account, today, view } = list;
  const copy = list.offline ? list.copied : null;
  const read = copy ?? (await readFromDatabase(list, view.filter, client));
  const { rows, entriesAbove } = withWaitingWorks(read.rows, waitingNow(), read.at, account, today);
  const waiting = filterWorks(
    entriesAbove.filter(({ entry }) => entry.action !== 'delete').map(({ work }) => work),
    view.filter,
  );
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const all = [...waiting, ...rows.filter(({ id }) => !waitingIds.has(id))];
  return listPrintout({
    title,
    file: `works-${today}`,
    only: worksFilterWords(list, client),
    sums: worksSums(account, worksTotals(all)),
    notes: copy ? copyNotes(copy, list) : [],
    columns: worksColumns(account, today, waitingIds),
    rows: all,
  });
}

/** The names of the machines or fields by which the list is grouped. */
async function placeNames({ account, offline }: WorksList, grouping: Grouping, client: QueryClient) {
  if (grouping !== 'machine' && grouping !== 'field') return new Map<string, string>();
  const machines = machineNamesQuery(account);
  const fields = fieldNamesQuery(account);
  const cached = client.getQueryData(grouping === 'machine' ? machines.queryKey : fields.queryKey);
  const read = () => (grouping === 'machine' ? client.query(machines) : client.query(fields));
  // Offline a query waits until there is signal again.
  const names = cached ?? (offline ? [] : await read());
  return new Map([[NO_PART, `No ${grouping}`], ...names.map(({ id, name }) => [id, name] as const)]);
}

async function openedGroup(
  list: WorksList,
  grouping: Grouping,
  groups: readonly WorksGroup[],
  client: QueryClient,
): Promise<OpenedGroup | null> {
  const { offline, copied, view } = list;
  const key = groups.find((group) => group.key === view.opened)?.key;
  if (key === undefined) return null;
  const copy = offline ? copied : null;
  const entries =
    copy?.ofGroup(grouping, key) ??
    (await readFromDatabase(list, filterOfGroup(view.filter, grouping, key), client)).rows;
  return { key, entries, state: 'complete' };
}

async function groupedPrintout(
  list: WorksList,
  grouping: Grouping,
  client: QueryClient,
  title: string,
): Promise<ListPrintout> {
  const { account, today, view } = list;
  const reader = readerOf(account);
  const copy = list.offline ? list.copied : null;
  const [groups, totals, names] = await Promise.all([
    copy?.groups(grouping) ?? client.query(worksGroupsQuery(reader, view.filter, grouping)),
    copy?.totals() ?? client.query(worksTotalsQuery(reader, view.filter)),
    placeNames(list, grouping, client),
  ]);
  const named = groups.map((group) => ({ ...group, label: names.get(group.key) ?? group.label }));
  const opened = await openedGroup(list, grouping, named, client);
  const label = groupingLabel(grouping).toLowerCase();
  return listPrintout({
    title: `${title} by ${label}`,
    file: `works-by-${label}-${today}`,
    only: worksFilterWords(list, client),
    sums: worksSums(account, totals),
    notes: [overlapWords(grouping), ...(copy ? copyNotes(copy, list) : [])],
    columns: groupColumns(account, grouping, today),
    rows: groupLines(named, grouping, view.order, today, opened).filter(isPrintedLine),
  });
}

export function worksPrintout(list: WorksList, client: QueryClient): Promise<ListPrintout> {
  if (list.offline && !list.copied) return Promise.reject(new Error('This list is not on the device.'));
  const title = list.account.role === 'admin' ? 'Works List' : 'My Work';
  const { group } = list.view;
  return group === null ? plainPrintout(list, client, title) : groupedPrintout(list, group, client, title);
}
