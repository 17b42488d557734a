import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { calculationsQuery } from '@/data/calculations/calculations';
import { slurryLevelsQuery, slurryStoresQuery } from '@/data/calculations/slurry';
import { fieldInputsQuery, type FieldInput } from '@/data/fields/activities';
import { AUTO_SOURCES, loadDuties, type AutoSource, type Duty, type DutyList } from '@/domain/compliance/duties';
import * as evidence from '@/domain/compliance/evidence';
import type { Evidence } from '@/domain/compliance/dated-evidence';
import { STATES, stateOf, type State } from '@/domain/compliance/item';
import { addMonths, todayIn } from '@/domain/core/time';
import * as keys from '@/lib/query-keys';
import { isMissing } from '@/lib/read-state';
import type { Calculation } from '@/records/calculations';
import { counts } from '@/records/struck';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { useCompliance, type ItemStatus } from '@/widgets/compliance/use-compliance';
import { useFleet } from '@/widgets/machines/use-fleet';

/** An item with its due date, state and evidence, and the duty that it was made from. */
export type ShownItem = ItemStatus & { duty: Duty | undefined };

/** Reads what a duty requires in a field record, by the keys of the duty's `fields`; only details that are columns. */
const FIELD_PARTS: Readonly<Record<string, (one: FieldInput) => unknown>> = {
  product_name: ({ product }) => product,
  dose: ({ rate }) => rate,
  area_treated: ({ areaHa }) => areaHa,
  crop: ({ crop }) => crop,
  authorisation_no: ({ mappPcsNo }) => mappPcsNo,
  eppo_code: ({ eppoCode }) => eppoCode,
  dilution: ({ waterLHa }) => waterLHa,
  reason: ({ reason }) => reason,
  operator_no: ({ operatorCertNo }) => operatorCertNo,
};
const KNOWN_PARTS: ReadonlySet<string> = new Set(Object.keys(FIELD_PARTS));

/** The list of duties. It is part of the app, so it loads without signal. */
const useDuties = () =>
  useQuery({ queryKey: [keys.duties], queryFn: loadDuties, staleTime: Infinity, networkMode: 'always' });

/** A disabled query is not being read. */
const isBeingRead = (query: { isLoading: boolean }) => query.isLoading;

/** Everything that the compliance center shows: the items with their evidence, most urgent first. */
export function useCenter() {
  const account = useAccount();
  const compliance = useCompliance();
  const duties = useDuties();
  const { evidenceOf, certificates, isLoading, isIncomplete, retry } = useEvidence(duties.data);
  const today = useToday();
  const { itemStatuses } = compliance;
  const shown = useMemo(() => {
    const byId = new Map(duties.data?.duties.map((duty) => [duty.id, duty]));
    return itemStatuses
      .map((itemStatus): ShownItem => {
        const { item, done } = itemStatus;
        const duty = item.duty === null ? undefined : byId.get(item.duty);
        const appEvidence = evidenceOf(itemStatus);
        // If the app's own records give a due date, it replaces the one computed from the item.
        const on = appEvidence?.dueOn ?? itemStatus.on;
        const hasEvidence = done.length > 0 || (appEvidence !== null && appEvidence.lastOn !== null);
        const lacksSomething = appEvidence !== null && appEvidence.gaps.length > 0;
        const state = stateOf(item, { on, hasEvidence, lacksSomething }, today);
        return { ...itemStatus, on, state, evidence: appEvidence, duty };
      })
      .toSorted(byUrgency);
  }, [itemStatuses, duties.data, evidenceOf, today]);
  return {
    ...compliance,
    shown,
    certificates,
    isLoading: isLoading || compliance.sources.some(isBeingRead),
    /** Some records could not be read, so their gaps are unknown and a list of gaps would wrongly look complete. */
    isIncomplete: isIncomplete || compliance.isError || duties.isError || compliance.sources.some(isMissing),
    duties: duties.data,
    region: account.settings.region,
    retry: () => {
      compliance.retry();
      for (const one of compliance.sources) if (one.data === undefined) void one.refetch();
      retry();
      if (duties.isError) void duties.refetch();
    },
  };
}

const byUrgency = (a: ShownItem, b: ShownItem): number =>
  rankOf(a.state) - rankOf(b.state) ||
  (a.on ?? '9999').localeCompare(b.on ?? '9999') ||
  a.item.title.localeCompare(b.item.title) ||
  a.item.id.localeCompare(b.item.id);
const rankOf = (state: State) => STATES.indexOf(state);

const savedYears = (saved: readonly Calculation[], zone: Parameters<typeof todayIn>[0]) =>
  saved.map(({ name, year, createdAt }) => ({ name, year, savedOn: todayIn(zone, new Date(createdAt)) }));

/** The evidence from records of other pages, by the source that an item names. */
function useEvidence(duties: DutyList | undefined) {
  const account = useAccount();
  const { ownerId, settings } = account;
  const { zone, region } = settings;
  const today = useToday();
  const fleet = useFleet();
  // The start of a month, so that the copy on the device is not read again every day.
  const since = `${addMonths(today, -12).slice(0, 7)}-01T00:00:00Z`;
  const fieldInputs = useQuery(fieldInputsQuery(ownerId, since));
  const nutrientYears = useQuery(calculationsQuery(ownerId, 'nutrients'));
  const slurryYears = useQuery(calculationsQuery(ownerId, 'slurry'));
  const slurryStores = useQuery(slurryStoresQuery(ownerId));
  const slurryLevels = useInfiniteQuery(slurryLevelsQuery(ownerId));
  const certificateQuery = useCertificates();
  const inputs = fieldInputs.data;
  const nutrients = nutrientYears.data;
  const slurry = slurryYears.data;
  const stores = slurryStores.data;
  const levels = slurryLevels.data;
  const certificates = certificateQuery.data && certificateQuery.certificates;
  const hasFleet = fleet.loadedAt !== undefined && !fleet.isPending && !fleet.isError;
  const queries = [fieldInputs, nutrientYears, slurryYears, slurryStores, slurryLevels, certificateQuery];
  /** While something is still being read, its evidence is unknown, which is not the same as missing. */
  const isLoading = fleet.isPending || queries.some(isBeingRead);
  const isIncomplete = fleet.isError || queries.some(isMissing);
  const retry = () => {
    if (fleet.isError) fleet.retry();
    for (const one of queries) if (one.data === undefined) void one.refetch();
  };
  const evidenceOf = useMemo(() => {
    const machines = hasFleet ? fleet.machines.filter(({ status }) => status !== 'sold') : undefined;
    const dutyOf = (id: string) => duties?.duties.find((one) => one.id === id);
    const records = (types: readonly FieldInput['activityType'][], duty: string, what: readonly [string, string]) =>
      inputs &&
      evidence.fieldRecords(
        inputs
          .filter(({ activityType }) => types.includes(activityType))
          .map((one) => ({
            on: todayIn(zone, new Date(one.startedAt)),
            fieldName: one.fieldName,
            filled: new Set(Object.entries(FIELD_PARTS).flatMap(([key, read]) => (read(one) == null ? [] : [key]))),
          }))
          .filter(({ on }) => on >= addMonths(today, -12)),
        { duty: dutyOf(duty), region, known: KNOWN_PARTS, what },
      );
    const sources: Readonly<Partial<Record<AutoSource, (one: ItemStatus) => Evidence | undefined>>> = {
      nutrient_year: ({ on }) =>
        nutrients &&
        evidence.yearCalculations(savedYears(nutrients, zone), on === null ? null : Number(on.slice(0, 4)) - 1, today),
      slurry_storage: () =>
        slurry &&
        stores &&
        levels &&
        evidence.slurryStorage(
          savedYears(slurry, zone),
          stores.filter(({ active }) => active).length,
          levels.pages.flat().find(counts)?.readOn ?? null,
        ),
      spray_records: () => records(['spray'], 'ppp_application', ['spray', 'sprays']),
      spreading_records: () => records(['slurry', 'fym'], 'manure_application', ['spreading', 'spreadings']),
      fertiliser_records: () => records(['fertiliser'], 'fertiliser_application', ['application', 'applications']),
      service_records: () =>
        machines &&
        evidence.services(
          fleet.due.flatMap(({ scheduleId, machineName, name, due }) =>
            scheduleId === null
              ? []
              : [
                  {
                    name: `${machineName}, ${name}`,
                    lastOn: fleet.schedules.find(({ id }) => id === scheduleId)?.lastDoneAt ?? null,
                    isOverdue: due.state === 'overdue',
                  },
                ],
          ),
        ),
      certificates: () =>
        certificates &&
        evidence.certificates(
          certificates.map(({ certificate }) => certificate),
          today,
        ),
    };
    return (one: ItemStatus): Evidence | null => {
      const { autoSource } = one.item;
      if (one.evidence !== null || autoSource === null) return one.evidence;
      return (isAutoSource(autoSource) ? sources[autoSource]?.(one) : null) ?? null;
    };
  }, [
    fleet.machines,
    fleet.due,
    fleet.schedules,
    inputs,
    nutrients,
    slurry,
    stores,
    levels,
    certificates,
    duties,
    region,
    today,
    zone,
    hasFleet,
  ]);
  return { evidenceOf, certificates: certificateQuery.certificates, isLoading, isIncomplete, retry };
}

const isAutoSource = (text: string): text is AutoSource => AUTO_SOURCES.some((source) => source === text);
