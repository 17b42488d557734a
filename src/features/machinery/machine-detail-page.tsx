import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Gauge, TriangleAlert, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deleteMachine, updateMachine } from '@/data/machinery/machines';
import { modelWords, TYPE_WORDS } from '@/domain/machinery/machine-words';
import { useOffline } from '@/lib/online';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Chip } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { Menu } from '@/ui/popups/menu';
import { useAddress } from '@/ui/use-address';
import { EditLink } from '@/widgets/edit-link';
import { useFleet, useOpenDefects } from '@/widgets/machines/use-fleet';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { ChecklistsTab } from './checklists-tab';
import { DefectsTab } from './defects-tab';
import { DueTab } from './due-tab';
import { HistoryTab } from './history-tab';
import { editPath, LIST, machinePath, newServicePath, TABS, type Tab } from './machinery-address';
import { saveLabel } from './machinery-files';
import { OverviewTab } from './overview-tab';
import { ReadingsTab } from './readings-tab';

// Loaded on demand.
const ReadingDialog = lazy(async () => ({ default: (await import('./reading-dialog')).ReadingDialog }));
const CostsTab = lazy(async () => ({ default: (await import('./costs-tab')).CostsTab }));
const DocumentsTab = lazy(async () => ({ default: (await import('./documents-tab')).DocumentsTab }));

const TAB_WORDS: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  due: 'Due',
  history: 'Service history',
  defects: 'Defects',
  readings: 'Readings',
  checklists: 'Checklists',
  costs: 'Costs',
  documents: 'Documents and photos',
};

const BACK = { to: LIST, label: 'Machinery' };

/** /machinery/:id and /machinery/:id/defects: one machine with its tabs. */
export function MachineDetailPage({ id, showsDefects = false }: { id: string; showsDefects?: boolean }) {
  const fleet = useFleet();
  const machine = fleet.machines.find((one) => one.id === id);
  if (machine) return <MachineDetail machine={machine} fleet={fleet} showsDefects={showsDefects} />;
  return (
    <Page title="Machine" back={BACK} view={id}>
      <Card>
        <QueryList read={fleet.read}>
          <EmptyState
            title="This machine is not there."
            text="It may have been deleted."
            action={<ButtonLink to={LIST}>Back to Machinery</ButtonLink>}
          />
        </QueryList>
      </Card>
    </Page>
  );
}

function MachineDetail({
  machine,
  fleet,
  showsDefects,
}: {
  machine: Machine;
  fleet: ReturnType<typeof useFleet>;
  showsDefects: boolean;
}) {
  const { role, canWrite } = useAccount();
  const admin = role === 'admin';
  const navigate = useNavigate();
  const [params] = useAddress();
  const [enteringReading, setEnteringReading] = useState(false);
  const { defects } = useOpenDefects();
  const { id, name, status } = machine;
  const tabs = TABS.filter((tab) => admin || tab !== 'costs');
  const tab = showsDefects ? 'defects' : (tabs.find((one) => one === params.get('tab')) ?? 'overview');
  const due = fleet.due.filter(({ machineId }) => machineId === id);
  const open = defects.filter(({ row }) => row.machineId === id);
  const unsafe = open.filter(({ row }) => row.severity === 'safety');
  const mayRecord = canWrite && status !== 'sold';
  return (
    <Page
      title={name}
      subtitle={[TYPE_WORDS[machine.machineType], modelWords(machine), machine.registration]
        .filter(Boolean)
        .join(' · ')}
      back={BACK}
      view={id}
      actions={<DetailActions machine={machine} />}
    >
      <SnapshotAge at={fleet.loadedAt} />
      {status === 'do_not_use' && (
        <Banner tone="bad">
          <strong>Do not use this machine.</strong>
          {unsafe.length > 0 && ` ${unsafe.map(({ row }) => row.description).join(' ')}`}
        </Banner>
      )}
      {status === 'workshop' && <Banner tone="warn">This machine is in the workshop.</Banner>}
      {mayRecord && tab === 'overview' && (
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {machine.meterType !== 'none' && (
            <Button variant="prominent" size="l" onClick={() => setEnteringReading(true)}>
              <Gauge aria-hidden="true" />
              Enter reading
            </Button>
          )}
          <ButtonLink size="l" to={`${machinePath(id, 'defects')}?report=1`}>
            <TriangleAlert aria-hidden="true" />
            Report a defect
          </ButtonLink>
          <ButtonLink size="l" to={newServicePath(id)}>
            <Wrench aria-hidden="true" />
            Log a service
          </ButtonLink>
        </div>
      )}
      <nav aria-label="About this machine" className="chips chips-scroll">
        {tabs.map((one) => (
          <Chip key={one} pressed={one === tab} onClick={() => void navigate(machinePath(id, one), { replace: true })}>
            {TAB_WORDS[one]}
            {one === 'defects' && open.length > 0 && ` ${open.length}`}
          </Chip>
        ))}
      </nav>
      <Suspense fallback={<LoadingRows />}>
        {tab === 'overview' && <OverviewTab machine={machine} due={due} />}
        {tab === 'due' && <DueTab machine={machine} due={due} schedules={fleet.schedules} />}
        {tab === 'history' && <HistoryTab machine={machine} />}
        {tab === 'defects' && <DefectsTab machine={machine} />}
        {tab === 'readings' && <ReadingsTab machine={machine} />}
        {tab === 'checklists' && <ChecklistsTab machine={machine} />}
        {tab === 'costs' && <CostsTab machine={machine} />}
        {tab === 'documents' && <DocumentsTab machine={machine} />}
      </Suspense>
      {enteringReading && (
        <Suspense>
          <ReadingDialog machine={machine} onClose={() => setEnteringReading(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function DetailActions({ machine }: { machine: Machine }) {
  const { role, ownerId, canWrite, settings } = useAccount();
  const offline = useOffline();
  const navigate = useNavigate();
  const update = useMutation(updateMachine);
  const remove = useMutation(deleteMachine);
  const label = useMutation(saveLabel);
  const [asking, setAsking] = useState<'sell' | 'delete' | null>(null);
  const { id, name, status } = machine;
  const mayChange = role === 'admin' && canWrite && !offline;
  const setStatus = (next: Machine['status']) =>
    update.mutate({ id, ownerId, fields: { status: next, soldDate: null } });
  const items = [
    { label: 'Print a label with its code', onSelect: () => label.mutate({ id, name, farm: settings.farmName }) },
    ...(mayChange && status !== 'in_use' ? [{ label: 'Put back into use', onSelect: () => setStatus('in_use') }] : []),
    ...(mayChange && status === 'in_use' ? [{ label: 'Do not use', onSelect: () => setStatus('do_not_use') }] : []),
    ...(mayChange && status !== 'workshop' && status !== 'sold'
      ? [{ label: 'To the workshop', onSelect: () => setStatus('workshop') }]
      : []),
    ...(mayChange && status !== 'sold' ? [{ label: 'Sold', onSelect: () => setAsking('sell') }] : []),
    ...(mayChange ? [{ label: 'Delete', onSelect: () => setAsking('delete') }] : []),
  ];
  return (
    <>
      <Menu className="btn btn-plain" aria-label={`More for ${name}`} items={items}>
        <Ellipsis aria-hidden="true" />
        More
      </Menu>
      {role === 'admin' && <EditLink to={editPath(id)} />}
      <ConfirmDialog
        open={asking === 'sell'}
        title={`${name} is sold?`}
        onClose={() => setAsking(null)}
        tone="main"
        verb="Mark as sold"
        busy={update.isPending}
        busyText="Saving..."
        onConfirm={() =>
          update.mutate({ id, ownerId, fields: { status: 'sold' } }, { onSuccess: () => setAsking(null) })
        }
      >
        Its history stays. It takes no more readings and is not offered for jobs and checklists. The date of today is
        entered; change it in Edit.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        title={`Delete ${name}?`}
        onClose={() => setAsking(null)}
        verb="Delete"
        busy={remove.isPending}
        busyText="Deleting..."
        onConfirm={() => remove.mutate(id, { onSuccess: () => void navigate(LIST, { replace: true }) })}
      >
        Only a machine without services, defects and checklists can be deleted. Its readings and service plan go with
        it.
      </ConfirmDialog>
    </>
  );
}
