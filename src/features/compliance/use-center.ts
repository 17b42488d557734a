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
import type { Calculation } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { useCompliance, type Standing } from '@/widgets/compliance/use-compliance';
import { useFleet } from '@/widgets/machines/use-fleet';

/** An item with the evidence that the app keeps already. */
export type Shown = Standing & { duty: Duty | undefined };

/** The parts of a record of a field that the app has a column for, by the key of the duty's field. */
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

/** The list of duties. It is part of the app, so it is there without signal. */
const useDuties = () =>
  useQuery({ queryKey: [keys.duties], queryFn: loadDuties, staleTime: Infinity, networkMode: 'always' });

type Read = { data: unknown; isError: boolean; fetchStatus: 'fetching' | 'paused' | 'idle' };
const isBeingRead = ({ data, fetchStatus }: Read) => data === undefined && fetchStatus === 'fetching';
/** It failed, or waits for signal. */
const isUnread = ({ data, isError, fetchStatus }: Read) => data === undefined && (isError || fetchStatus === 'paused');

/** Everything that the compliance center shows: the items with their evidence, most urgent first. */
export function useCenter() {
  const account = useAccount();
  const compliance = useCompliance();
  const duties = useDuties();
  const { evidenceOf, isLoading, isIncomplete, retry } = useEvidence(duties.data);
  const today = useToday();
  const { standings } = compliance;
  const shown = useMemo(() => {
    const byId = new Map(duties.data?.duties.map((duty) => [duty.id, duty]));
    return standings
      .map((standing): Shown => {
        const { item, done } = standing;
        const duty = item.duty === null ? undefined : byId.get(item.duty);
        const own = evidenceOf(standing);
        // The records say when it is due, if they do: one truth.
        const on = own?.dueOn ?? standing.on;
        const hasEvidence = done.length > 0 || (own !== null && own.lastOn !== null);
        const lacksSomething = own !== null && own.gaps.length > 0;
        const state = stateOf(item, { on, hasEvidence, lacksSomething }, today);
        return { ...standing, on, state, evidence: own, duty };
      })
      .toSorted(byUrgency);
  }, [standings, duties.data, evidenceOf, today]);
  return {
    ...compliance,
    shown,
    isLoading: isLoading || compliance.sources.some(isBeingRead),
    /** Some records could not be read: what they lack is not known, and a list of gaps would look complete. */
    isIncomplete: isIncomplete || compliance.isError || duties.isError || compliance.sources.some(isUnread),
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

const byUrgency = (a: Shown, b: Shown): number =>
  rankOf(a.state) - rankOf(b.state) ||
  (a.on ?? '9999').localeCompare(b.on ?? '9999') ||
  a.item.title.localeCompare(b.item.title) ||
  a.item.id.localeCompare(b.item.id);
const rankOf = (state: State) => STATES.indexOf(state);

const savedOf = (saved: readonly Calculation[], zone: Parameters<typeof todayIn>[0]) =>
  saved.map(({ name, year, createdAt }) => ({ name, year, savedOn: todayIn(zone, new Date(createdAt)) }));

/** The evidence that other pages of the app hold, by the source that an item names. */
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
  const papers = useCertificates();
  const inputs = fieldInputs.data;
  const nutrients = nutrientYears.data;
  const slurry = slurryYears.data;
  const stores = slurryStores.data;
  const levels = slurryLevels.data;
  const certificates = papers.data && papers.certificates;
  const hasFleet = fleet.loadedAt !== undefined && !fleet.isPending && !fleet.isError;
  const all = [fieldInputs, nutrientYears, slurryYears, slurryStores, slurryLevels, papers];
  /** Whether something is still read: until then its evidence is not known, which is not the same as missing. */
  const isLoading = fleet.isPending || all.some(isBeingRead);
  const isIncomplete = fleet.isError || all.some(isUnread);
  const retry = () => {
    if (fleet.isError) fleet.retry();
    for (const one of all) if (one.data === undefined) void one.refetch();
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
    const sources: Readonly<Partial<Record<AutoSource, (one: Standing) => Evidence | undefined>>> = {
      nutrient_year: ({ on }) =>
        nutrients &&
        evidence.yearCalculations(savedOf(nutrients, zone), on === null ? null : Number(on.slice(0, 4)) - 1, today),
      slurry_storage: () =>
        slurry &&
        stores &&
        levels &&
        evidence.slurryStorage(
          savedOf(slurry, zone),
          stores.filter(({ active }) => active).length,
          levels.pages[0]?.[0]?.readOn ?? null,
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
    return (one: Standing): Evidence | null => {
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
  return { evidenceOf, isLoading, isIncomplete, retry };
}

const isAutoSource = (text: string): text is AutoSource => AUTO_SOURCES.some((source) => source === text);
