import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarClock, FileSpreadsheet, Gauge, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { doubtedReadingsQuery } from '@/data/machinery/machines';
import { listPrintout } from '@/domain/core/list-printout';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { DUE_STATES, type DueItem } from '@/domain/machinery/due';
import { MACHINE_STATUSES, MACHINE_TYPES } from '@/domain/machinery/machine';
import { DUE_WORDS, modelWords, STATUS_WORDS, TYPE_WORDS } from '@/domain/machinery/machine-words';
import { useOffline } from '@/lib/online';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ChipSelect } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { NothingFits } from '@/ui/lists/nothing-fits';
import { Paged } from '@/ui/lists/paged';
import { UrlSearch } from '@/ui/lists/url-search';
import { QueryList } from '@/ui/lists/query-list';
import { TotalBar } from '@/ui/lists/total-bar';
import { useAddress, useParams } from '@/ui/use-address';
import { useFleet } from '@/widgets/machines/use-fleet';
import { PdfButton } from '@/widgets/pdf-button';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { saveFleetCsv } from './machinery-files';
import { DUE_LIST, machinePath, NEW_MACHINE } from './machinery-address';
import { dueText, machineColumns, machineFilterWords, machineSums, readingOf } from './machine-columns';
import { DueBadge, StatusBadge } from './machine-state';
import { chooseMachines, readView } from './machines-view';

// Loaded on demand.
const ReadingDialog = lazy(async () => ({ default: (await import('./reading-dialog')).ReadingDialog }));

const optionsOf = <Word extends string>(words: readonly Word[], labels: Readonly<Record<Word, string>>) =>
  words.map((value) => ({ value, label: labels[value] }));

/** /machinery: the fleet with what is due on each machine. */
export function MachineListPage() {
  const { role, canWrite } = useAccount();
  const offline = useOffline();
  const wide = useWide();
  const [params] = useAddress();
  const fleet = useFleet();
  const { machines, firstDue } = fleet;
  const view = readView(params);
  const [machineToRead, setMachineToRead] = useState<Machine | null>(null);
  const csv = useMutation(saveFleetCsv);
  const today = useToday();
  const { set } = useParams();
  const shown = chooseMachines(machines, firstDue, view);
  const addButton = role === 'admin' && canWrite && !offline && (
    <ButtonLink variant="main" to={NEW_MACHINE}>
      <Plus aria-hidden="true" />
      New machine
    </ButtonLink>
  );
  const sums = machineSums(shown, firstDue);
  return (
    <Page
      title="Machinery"
      actions={
        <>
          <ButtonLink to={DUE_LIST}>
            <CalendarClock aria-hidden="true" />
            What is due
          </ButtonLink>
          {machines.length > 0 && addButton}
        </>
      }
      foot={shown.length > 0 && <TotalBar short="Machines" sums={sums} />}
    >
      <SnapshotAge at={fleet.loadedAt} />
      <DoubtedReadings machines={machines} />
      {machines.length > 0 && (
        <div className="grid gap-3 nav:flex nav:flex-wrap nav:gap-2">
          <UrlSearch label="Search machines" className="min-w-0 nav:w-76" />
          <div className="chips chips-scroll min-w-0 flex-1">
            <Filters machines={machines} view={view} set={(name, value) => set({ [name]: value })} />
            <Button
              variant="quiet"
              busy={csv.isPending}
              busyText="Saving..."
              onClick={() => csv.mutate({ machines: shown, today })}
            >
              <FileSpreadsheet aria-hidden="true" />
              CSV
            </Button>
            <PdfButton
              look="quiet"
              disabled={fleet.isPending}
              read={() =>
                listPrintout({
                  title: 'Machinery',
                  file: `machines-${today}`,
                  only: machineFilterWords(view),
                  sums,
                  columns: machineColumns(firstDue, today),
                  rows: shown,
                })
              }
            />
          </div>
        </div>
      )}
      {machines.length === 0 ? (
        <Card>
          <QueryList read={fleet.read}>
            <EmptyState
              title="No machines yet."
              text={role === 'admin' ? 'Add the tractor you use most.' : 'The account holder adds them.'}
              action={addButton}
            />
          </QueryList>
        </Card>
      ) : shown.length === 0 ? (
        <Card>
          <NothingFits title="No machine fits." />
        </Card>
      ) : (
        <Paged key={params.toString()} items={shown}>
          {(part) =>
            wide ? (
              <MachineTable
                machines={part}
                firstDue={firstDue}
                today={today}
                onRead={canWrite ? setMachineToRead : null}
              />
            ) : (
              <MachineCards machines={part} firstDue={firstDue} today={today} />
            )
          }
        </Paged>
      )}
      {machineToRead && (
        <Suspense>
          <ReadingDialog machine={machineToRead} onClose={() => setMachineToRead(null)} />
        </Suspense>
      )}
    </Page>
  );
}

function Filters({
  machines,
  view,
  set,
}: {
  machines: readonly Machine[];
  view: ReturnType<typeof readView>;
  set: (name: string, value: string) => void;
}) {
  return (
    <>
      <ChipSelect
        label="Type"
        all="All types"
        options={optionsOf(
          MACHINE_TYPES.filter((type) => type === view.type || machines.some((one) => one.machineType === type)),
          TYPE_WORDS,
        )}
        value={view.type}
        onChange={(value) => set('type', value)}
      />
      <ChipSelect
        label="Status"
        all="Not sold"
        options={optionsOf(MACHINE_STATUSES, STATUS_WORDS)}
        value={view.status}
        onChange={(value) => set('status', value)}
      />
      <ChipSelect
        label="Due"
        all="Due or not"
        options={optionsOf(DUE_STATES, DUE_WORDS)}
        value={view.due}
        onChange={(value) => set('due', value)}
      />
      <ChipSelect
        label="Sort by"
        all={null}
        options={[
          { value: 'due', label: 'Due first' },
          { value: 'name', label: 'Name' },
          { value: 'hours', label: 'Most hours' },
        ]}
        value={view.sort}
        onChange={(value) => set('sort', value === 'due' ? '' : value)}
      />
    </>
  );
}

/** For the account holder: the machines that have readings in doubt, which only they correct. */
function DoubtedReadings({ machines }: { machines: readonly Machine[] }) {
  const account = useAccount();
  const offline = useOffline();
  const { data = [] } = useQuery({
    ...doubtedReadingsQuery(account),
    enabled: account.role === 'admin' && !offline,
  });
  const doubted = new Set(data.map(({ machineId }) => machineId));
  const named = machines.filter(({ id }) => doubted.has(id));
  if (named.length === 0) return null;
  return (
    <Banner tone="warn">
      {counted(data.length, 'reading is in doubt and does not count: ', 'readings are in doubt and do not count: ')}
      {named.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link className="link" to={machinePath(id, 'readings')}>
            {name}
          </Link>
        </span>
      ))}
      .
    </Banner>
  );
}

type Rows = { machines: readonly Machine[]; firstDue: ReadonlyMap<string, DueItem>; today: string };

const DueText = ({ item, today }: { item: DueItem | undefined; today: string }) =>
  item && dueText(item, today, (date) => formatDate(date, today));

function MachineTable({ machines, firstDue, today, onRead }: Rows & { onRead: ((machine: Machine) => void) | null }) {
  return (
    <Ledger
      caption="Machines"
      head={
        <>
          <HeadCell>Machine</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell figure>Reading</HeadCell>
          <HeadCell>Next due</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell hideText>Actions</HeadCell>
        </>
      }
    >
      <tbody>
        {machines.map((machine) => {
          const item = firstDue.get(machine.id);
          return (
            <LedgerRow key={machine.id}>
              <td>
                <Link className="strong text-text hover:underline" to={machinePath(machine.id)}>
                  {machine.name}
                </Link>{' '}
                <span className="text-muted">{modelWords(machine)}</span>
              </td>
              <td>{TYPE_WORDS[machine.machineType]}</td>
              <FigureCell>{readingOf(machine)}</FigureCell>
              <td>
                {item && <DueBadge state={item.due.state} />}{' '}
                <span className="text-2 text-muted">
                  <DueText item={item} today={today} />
                </span>
              </td>
              <td>
                <StatusBadge status={machine.status} />
              </td>
              <td className="w-12 text-right">
                {onRead && machine.meterType !== 'none' && machine.status !== 'sold' && (
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={`Reading of ${machine.name}`}
                    onClick={() => onRead(machine)}
                  >
                    <Gauge aria-hidden="true" />
                  </button>
                )}
              </td>
            </LedgerRow>
          );
        })}
      </tbody>
    </Ledger>
  );
}

function MachineCards({ machines, firstDue, today }: Rows) {
  return (
    <div className="-mx-gutter border-y border-line">
      <LedgerCards>
        {machines.map((machine) => {
          const item = firstDue.get(machine.id);
          const notInUse = machine.status !== 'in_use';
          return (
            <LedgerCard
              key={machine.id}
              title={machine.name}
              lines={[
                modelWords(machine) || TYPE_WORDS[machine.machineType],
                ...(item ? [<DueText key="due" item={item} today={today} />] : []),
              ]}
              figure={readingOf(machine)}
              state={notInUse ? <StatusBadge status={machine.status} /> : item && <DueBadge state={item.due.state} />}
              to={machinePath(machine.id)}
            />
          );
        })}
      </LedgerCards>
    </div>
  );
}
