import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { complianceDoneQuery, complianceItemsQuery } from '@/data/compliance/compliance';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
import type { Account } from '@/domain/account/account';
import { checks as checksWith, machineDates, soilTests, type Evidence } from '@/domain/compliance/dated-evidence';
import { latestFirst, monthsOf, nextDue, stateOf, type State } from '@/domain/compliance/item';
import { isLoading, isMissing, together } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { shownRows, type RowMapper, type Shown } from '@/offline/outbox/shown-rows';
import type { ComplianceItem } from '@/records/compliance';
import { COMPLIANCE_DONE, type ComplianceDone } from '@/records/compliance-done';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useMachines } from '@/widgets/machines/use-fleet';

const NONE: readonly never[] = [];
/** An `autoSource` that begins with this is a checklist; its id follows. */
const CHECKLIST_PREFIX = 'checklist:';

/** How evidence in the outbox is merged into a list. */
const doneMapper = ({ firstName, lastName }: Account): RowMapper<ComplianceDone> =>
  rowsFrom(COMPLIANCE_DONE, ({ recordedAt }) => ({
    createdByName: [firstName, lastName].filter(Boolean).join(' '),
    createdAt: recordedAt,
  }));

/** An item with its evidence and its next due date. */
export type ItemStatus = {
  item: ComplianceItem;
  /** The latest first, including those in the outbox. */
  done: readonly Shown<ComplianceDone>[];
  /** The next due date; null if the item has none. */
  on: string | null;
  state: State;
  /** From the records of machines, soil tests or checks; null if the item has no such source or they are not loaded. */
  evidence: Evidence | null;
};

/**
 * The evidence of items whose date comes from other records of the app. `evidenceOf`: null if the records are not
 * loaded, or if the item has no such source. `sources`: the queries of the records that these items need.
 */
function useDatedEvidence(items: readonly ComplianceItem[]) {
  const account = useAccount();
  const today = useToday();
  const { ownerId } = account;
  const hasSource = (source: (name: string) => boolean) =>
    items.some(
      ({ autoSource, notApplicableReason }) =>
        autoSource !== null && notApplicableReason === null && source(autoSource),
    );
  const needsSoil = hasSource((name) => name === 'soil_tests');
  const needsChecks = hasSource((name) => name.startsWith(CHECKLIST_PREFIX));
  const fleetQuery = useMachines();
  const fieldList = useQuery({ ...fieldsQuery(ownerId), enabled: needsSoil });
  const fieldSummary = useQuery({ ...fieldSummaryQuery(ownerId), enabled: needsSoil });
  const latestChecks = useQuery({ ...latestChecksQuery(account), enabled: needsChecks });
  const { data: fleet, machines } = fleetQuery;
  const [fields, summaries, checks] = [fieldList.data, fieldSummary.data, latestChecks.data];
  const evidenceOf = useMemo(() => {
    const sampled = new Map(summaries?.map(({ fieldId, sampledOn }) => [fieldId, sampledOn]));
    const unsold = fleet && machines.filter(({ status }) => status !== 'sold');
    return (item: ComplianceItem): Evidence | null => {
      const { autoSource } = item;
      switch (autoSource) {
        case null:
          return null;
        case 'loler_due':
          return unsold
            ? machineDates(
                unsold.map(({ name, lolerDue, machineType }) => ({
                  ...{ name, date: lolerDue },
                  needsDate: machineType === 'telehandler' || machineType === 'loader',
                })),
                'thorough examination',
              )
            : null;
        case 'sprayer_test_due':
          return unsold
            ? machineDates(
                unsold.map(({ name, sprayerTestDue, machineType }) => ({
                  ...{ name, date: sprayerTestDue, needsDate: machineType === 'sprayer' },
                })),
                'sprayer test',
              )
            : null;
        case 'soil_tests':
          return fields && summaries
            ? soilTests(
                fields
                  .filter(({ archivedOn, customer, eligible }) => archivedOn === null && customer === null && eligible)
                  .map(({ id, name }) => ({ name, sampledOn: sampled.get(id) ?? null })),
                monthsOf(item),
                today,
              )
            : null;
        default:
          return autoSource.startsWith(CHECKLIST_PREFIX) && checks
            ? checksWith(checks, autoSource.slice(CHECKLIST_PREFIX.length), monthsOf(item))
            : null;
      }
    };
  }, [fleet, machines, fields, summaries, checks, today]);
  const sources = [fleetQuery, ...(needsSoil ? [fieldList, fieldSummary] : []), ...(needsChecks ? [latestChecks] : [])];
  return { evidenceOf, sources };
}

/** The account holder's items, most urgent first. */
export function useCompliance() {
  const account = useAccount();
  const today = useToday();
  const enabled = account.role === 'admin';
  const items = useQuery({ ...complianceItemsQuery(account.ownerId), enabled });
  const done = useQuery({ ...complianceDoneQuery(account.ownerId), enabled });
  const waiting = useWaiting();
  const { evidenceOf, sources } = useDatedEvidence(items.data ?? NONE);
  const itemStatuses = useMemo(() => {
    // Without the evidence, everything would look overdue.
    if (items.data === undefined || done.data === undefined) return NONE;
    const byItem = new Map<string, Shown<ComplianceDone>[]>();
    for (const one of shownRows<ComplianceDone>(done.data, waiting, done.dataUpdatedAt, doneMapper(account)))
      byItem.set(one.row.itemId, [...(byItem.get(one.row.itemId) ?? []), one]);
    return items.data.map((item): ItemStatus => {
      const own = (byItem.get(item.id) ?? []).toSorted((a, b) => latestFirst(a.row, b.row));
      const evidence = evidenceOf(item);
      // If the app's own records give a due date, it replaces the one computed from the item.
      const on =
        evidence?.dueOn ??
        nextDue(
          item,
          own.map(({ row }) => row),
        );
      const hasEvidence = own.length > 0 || (evidence !== null && evidence.lastOn !== null);
      const lacksSomething = evidence !== null && evidence.gaps.length > 0;
      return { item, done: own, on, evidence, state: stateOf(item, { on, hasEvidence, lacksSomething }, today) };
    });
  }, [items.data, done.data, done.dataUpdatedAt, waiting, account, evidenceOf, today]);
  const parts = [items, done];
  const read = together(...parts);
  return {
    read,
    itemStatuses,
    /** The queries of other records from which some items get their evidence. */
    sources,
    isPending: enabled && parts.some(isLoading),
    isError: parts.some(isMissing),
    loadedAt: items.data && items.dataUpdatedAt,
    retry: read.refetch,
  };
}

const MACHINE_DATES: ReadonlySet<string | null> = new Set(['loler_due', 'sprayer_test_due']);

/** Whether the date is that of a machine: the diary (and the noticeboard, if overdue) shows it with the machines. */
export const isMachineDate = ({ item, evidence }: Pick<ItemStatus, 'item' | 'evidence'>): boolean =>
  MACHINE_DATES.has(item.autoSource) && evidence?.dueOn != null;
