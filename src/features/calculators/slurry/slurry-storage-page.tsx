import { useMutation } from '@tanstack/react-query';
import { Plus, Ruler } from 'lucide-react';
import { useState } from 'react';
import { counted } from '@/domain/core/word-list';
import { BRAND } from '@/lib/brand';
import { formatDate, formatDateDated, formatDateLong } from '@/domain/core/time';
import { Lookup } from '@/domain/rules/figures';
import { formatNumber } from '@/domain/rules/printout';
import { carrySlurry } from '@/domain/slurry/other-rules';
import { calculateSlurry, type SlurryInputs, type SlurryResult } from '@/domain/slurry/slurry';
import { emptySlurry, readSlurry, type SlurryForm } from '@/domain/slurry/slurry-form';
import { freeboardOf } from '@/domain/slurry/store';
import { Answer } from '@/features/calculators/shared/answer';
import { CalculatorLoading, CalculatorPage } from '@/features/calculators/shared/calculator-page';
import { MovementsCard } from '@/features/calculators/shared/movements-card';
import { RemediesCard } from '@/features/calculators/shared/remedies-card';
import type { Compared } from '@/features/calculators/shared/saved-card';
import { useCalculator, type Calculator } from '@/features/calculators/shared/use-calculator';
import { useOffline } from '@/lib/online';
import { strikeOf } from '@/offline/outbox/record-entries';
import { bringBackMutation, strikeMutation } from '@/offline/outbox/save-entries';
import type { Calculation } from '@/records/calculations';
import { SLURRY_LEVEL, type SlurryStore } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Segmented } from '@/ui/forms/segmented';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { LevelDialog } from './level-dialog';
import { SlurryFields } from './slurry-fields';
import { SlurryWhatIf } from './slurry-what-if';
import { slurryPrintout, slurryRemedies, sizeWords, volumeWords, capacityWords, type VolumeUnit } from './slurry-words';
import { StoreDialog } from './store-dialog';
import { StoreTable } from './store-table';
import { LevelList } from './level-list';
import { TankPicture } from './tank-picture';
import { useStores } from './use-stores';
import { WeekBar } from './week-bar';

const TITLE = 'Slurry Storage';
const COMPARED: readonly Compared[] = [
  ['weeks', 'Weeks held'],
  ['required', 'Needed, m³'],
  ['capacity', 'Usable, m³'],
  ['surplus', 'Spare, m³'],
  ['compliant', 'Enough'],
];
const DEFAULT_UNIT = 'm3' satisfies VolumeUnit;

/** /slurry-storage: for how many weeks there is room today, and whether the stores are large enough for the winter. */
export function SlurryStoragePage() {
  const { calculator, failed, saved } = useCalculator<SlurryForm>('slurry', emptySlurry, carrySlurry);
  return calculator ? (
    <Loaded calculator={calculator} saved={saved} />
  ) : (
    <CalculatorLoading title={TITLE} failed={failed} />
  );
}

function Loaded({ calculator, saved }: { calculator: Calculator<SlurryForm>; saved: readonly Calculation[] }) {
  const { rules, form, own, change } = calculator;
  const account = useAccount();
  const today = useToday();
  const offline = useOffline();
  const storeData = useStores();
  const strike = useMutation(strikeMutation(SLURRY_LEVEL));
  const bringBack = useMutation(bringBackMutation(SLURRY_LEVEL));
  const [unit, setUnit] = useState<VolumeUnit>(DEFAULT_UNIT);
  const [edited, setEdited] = useState<SlurryStore | 'new' | null>(null);
  const [measuring, setMeasuring] = useState(false);
  // A saved calculation keeps the stores that it was saved with.
  const stores = calculator.opened ? form.stores : storeData.stores;
  const { inputs, problems } = readSlurry(rules, { ...form, own }, { stores, readings: storeData.readings, today });
  const result = inputs && calculateSlurry(rules, inputs);
  const results = result?.capacity != null && result.required !== null ? flatResults(result) : null;
  const printout = inputs && result && slurryPrintout(rules, own, inputs, result, account.settings.farmName ?? BRAND);
  const hasTanks = stores.some(({ shape }) => shape !== 'solid');
  const calculatorWithStores = { ...calculator, form: { ...form, stores } };
  return (
    <CalculatorPage
      {...{ title: TITLE, kind: 'slurry', calculator: calculatorWithStores, saved, printout, results }}
      compared={COMPARED}
      usedKeys={result?.usedKeys ?? []}
      missingKeys={result?.missingKeys ?? []}
      actions={
        hasTanks && (
          <Button variant="main" onClick={() => setMeasuring(true)}>
            <Ruler aria-hidden="true" />
            Add a level reading
          </Button>
        )
      }
      answer={
        <>
          <Segmented<VolumeUnit>
            label="Volumes in"
            value={unit}
            options={[
              { value: 'm3', label: 'm³' },
              { value: 'gal', label: 'gallons' },
            ]}
            onChange={setUnit}
          />
          <div className="answer-row">
            <SlurryAnswer {...{ result, inputs, unit, hasTanks }} problem={Object.values(problems)[0] ?? ''} />
            {result && hasTanks && <Tanks {...{ result, inputs, unit }} lookup={new Lookup(rules, own)} />}
          </div>
        </>
      }
      fields={<SlurryFields {...{ rules, form, own, problems, change }} />}
    >
      {result?.now && <WeekByWeek now={result.now} unit={unit} spreadFrom={form.spreadFrom || null} />}
      {stores.length === 0 && storeData.unused.length === 0 ? (
        <Card>
          <QueryList read={storeData.records} loading={{ rows: 3 }}>
            <EmptyState
              title="No stores yet."
              text="Add your tanks to see how many weeks you have."
              action={
                !offline && (
                  <Button variant="main" onClick={() => setEdited('new')}>
                    <Plus aria-hidden="true" />
                    Add a store
                  </Button>
                )
              }
            />
          </QueryList>
        </Card>
      ) : (
        <StoreTable
          stores={stores}
          unused={storeData.unused}
          result={result}
          unit={unit}
          onEdit={
            offline || calculator.opened
              ? null
              : (id) => setEdited(storeData.records.data?.find((one) => one.id === id) ?? null)
          }
          onAdd={offline || calculator.opened ? null : () => setEdited('new')}
        />
      )}
      <LevelList
        levels={storeData.levels}
        older={storeData.levelsQuery}
        stores={[...stores, ...storeData.unused]}
        onStrike={(level, struck) =>
          (struck ? strike : bringBack).mutate([strikeOf(SLURRY_LEVEL, account, level, struck)])
        }
      />
      <Card className="calc-card">
        <h2>Movements</h2>
        <MovementsCard year={form.year} />
      </Card>
      {inputs && result && <RemediesCard {...slurryRemedies(rules, inputs, result, unit)} />}
      {inputs && result?.capacity != null && <SlurryWhatIf {...{ rules, inputs, unit }} />}
      {edited !== null && (
        <StoreDialog
          store={edited === 'new' ? null : edited}
          hasLevels={edited !== 'new' && storeData.levels.some(({ row }) => row.storeId === edited.id)}
          rules={rules}
          own={own}
          onClose={() => setEdited(null)}
        />
      )}
      {measuring && (
        <LevelDialog
          stores={stores.filter(({ shape }) => shape !== 'solid')}
          rules={rules}
          own={own}
          onClose={() => setMeasuring(false)}
        />
      )}
    </CalculatorPage>
  );
}

/** How many weeks there is room for, as a bar. */
function WeekByWeek({
  now: { days, daysShort, dateFull, perDay },
  unit,
  spreadFrom,
}: {
  now: NonNullable<SlurryResult['now']>;
  unit: VolumeUnit;
  spreadFrom: string | null;
}) {
  const today = useToday();
  if (days === null || dateFull === null) return null;
  return (
    <Card className="calc-card">
      <h2>Week by week</h2>
      <p className="text-2 text-muted tabular-nums">
        {volumeWords(perDay, unit)} a day goes in. Full {formatDate(dateFull, today)}.
      </p>
      <WeekBar today={today} days={days} daysShort={daysShort} spreadFrom={spreadFrom} dateFull={dateFull} />
    </Card>
  );
}

const flatResults = ({ weeks, required, capacity, surplus, compliant, days }: SlurryResult) =>
  Object.fromEntries(
    Object.entries({ weeks, required, capacity, surplus, compliant, days }).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value]],
    ),
  );

/** Weeks of room today if a level was read, else the weeks that the empty stores hold. */
function SlurryAnswer({
  result,
  inputs,
  unit,
  hasTanks,
  problem,
}: {
  result: SlurryResult | null;
  inputs: SlurryInputs | null;
  unit: VolumeUnit;
  hasTanks: boolean;
  problem: string;
}) {
  const today = useToday();
  const now = result?.now ?? null;
  const hasCurrentLevel = now?.weeks != null && now.dateFull !== null;
  const weeks = hasCurrentLevel ? now.weeks : (result?.weeks ?? null);
  const winter = result && inputs ? capacityWords(result, inputs.bufferPercent, unit) : '';
  const isShort = now?.daysShort != null || now?.overfull === true || result?.compliant === false;
  const answerWords = (): string => {
    if (!hasTanks) return 'Add your tanks to see how many weeks you have.';
    if (result === null) return problem;
    if (now?.overfull) return 'Reading is above the freeboard line – store is over-full.';
    if (now?.daysShort == null || !inputs?.spreadFrom) return winter;
    return `${counted(now.daysShort, 'day', 'days')} short. You set ${formatDateDated(inputs.spreadFrom)} as the first day you may spread.`;
  };
  const words = answerWords();
  const isAmber = result?.bufferedSurplus != null && result.bufferedSurplus < 0;
  const hasLight = hasTanks && result !== null && (isShort || (result.compliant !== null && result.required !== 0));
  const light = isShort ? 'red' : isAmber ? 'amber' : 'green';
  return (
    <Answer
      heading={hasCurrentLevel ? 'Room left today' : 'The stores hold, when empty'}
      figure={weeks === null || !hasTanks ? null : formatNumber(weeks)}
      unit="weeks"
      light={hasLight ? light : null}
      words={words}
    >
      {hasCurrentLevel && now.dateFull !== null && (
        <p className="answer-until">
          until <b>{formatDateLong(now.dateFull, today)}</b>
        </p>
      )}
      {hasTanks && result?.required != null && (
        <p className="answer-also tabular-nums">
          Needed {volumeWords(result.required, unit)}, usable {volumeWords(result.capacity, unit)}
          {result.weekly !== null && `. ${volumeWords(result.weekly, unit)} a week flows in, with rain`}
          {hasCurrentLevel && words !== winter && `. ${winter}`}
        </p>
      )}
    </Answer>
  );
}

/** Each store of slurry as a cross-section, with its free or usable volume. */
function Tanks({
  result,
  inputs,
  unit,
  lookup,
}: {
  result: SlurryResult;
  inputs: SlurryInputs;
  unit: VolumeUnit;
  lookup: Lookup;
}) {
  return (
    <Card className="tanks">
      {inputs.stores.map((store, at) => {
        const one = result.stores[at];
        const freeboard = freeboardOf(lookup, store);
        if (!one || store.shape === 'solid') return null;
        return (
          <figure key={store.id} className="tank-figure">
            <TankPicture store={store} level={one.level} freeboard={freeboard} />
            <figcaption>
              <strong>{store.name}</strong>
              <span className="tank-room tabular-nums">
                {one.level ? `${volumeWords(one.level.free, unit)} free` : volumeWords(one.usable, unit)}
              </span>
              <small>
                {one.problem ??
                  [
                    one.level?.depthM != null && `${formatNumber(one.level.depthM, 2)} m of slurry`,
                    sizeWords(store),
                    freeboard !== null && freeboard > 0 && `${Math.round(freeboard * 1000)} mm kept clear`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
              </small>
            </figcaption>
          </figure>
        );
      })}
    </Card>
  );
}
