import { FileArchive, ListPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOffline } from '@/lib/online';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { TabPanel, Tabs } from '@/ui/layout/tabs';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { readView, type Tab } from './compliance-view';
import { DueList } from './due-list';
import { useCenter } from './use-center';

// Loaded on demand.
const CertificatesTab = lazy(async () => ({ default: (await import('./certificates-tab')).CertificatesTab }));
const InspectionTab = lazy(async () => ({ default: (await import('./inspection-tab')).InspectionTab }));
const ItemPage = lazy(async () => ({ default: (await import('./item-page')).ItemPage }));
const UsualItemsDialog = lazy(async () => ({ default: (await import('./usual-items-dialog')).UsualItemsDialog }));
const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog')).ItemDialog }));
const PackDialog = lazy(async () => ({ default: (await import('./pack-dialog')).PackDialog }));

const TAB_WORDS: readonly { value: Tab; label: string }[] = [
  { value: 'due', label: 'What is due' },
  { value: 'inspection', label: 'Inspection' },
  { value: 'certificates', label: 'Certificates' },
];

const loadingCard = (
  <Card>
    <LoadingRows />
  </Card>
);

/** /compliance-center: the items with their due dates and evidence, and the certificates. ?item= opens one item. */
export function ComplianceCenterPage() {
  const [params, change] = useAddress();
  const { canWrite } = useAccount();
  const offline = useOffline();
  const center = useCenter();
  const [openDialog, setOpenDialog] = useState<'usual' | 'own' | 'pack' | null>(null);
  const { shown } = center;
  const itemId = params.get('item');
  const close = () => setOpenDialog(null);
  if (itemId !== null)
    return (
      <Suspense
        fallback={
          <Page title="Compliance item" back={{ to: '/compliance-center', label: 'Compliance Center' }} view="waiting">
            {loadingCard}
          </Page>
        }
      >
        <ItemPage key={itemId} id={itemId} center={center} />
      </Suspense>
    );
  const view = readView(params);
  const mayChange = canWrite && !offline;
  const usualButton = mayChange && center.duties && (
    <Button variant={shown.length === 0 ? 'main' : 'plain'} onClick={() => setOpenDialog('usual')}>
      <ListPlus aria-hidden="true" />
      Usual items
    </Button>
  );
  const ownButton = mayChange && (
    <Button onClick={() => setOpenDialog('own')}>
      <Plus aria-hidden="true" />
      Own item
    </Button>
  );
  return (
    <Page
      title="Compliance Center"
      actions={
        shown.length > 0 && (
          <Button
            variant="main"
            aria-disabled={offline}
            title={offline ? 'You need signal to make the pack.' : undefined}
            onClick={() => setOpenDialog('pack')}
          >
            <FileArchive aria-hidden="true" />
            Inspection pack
          </Button>
        )
      }
    >
      <SnapshotAge at={center.loadedAt} />
      <QueryList card read={center.read} failed={{ onRetry: center.retry }}>
        <Tabs
          label="Compliance Center"
          tabs={TAB_WORDS}
          value={view.tab}
          onChange={(tab) => change(() => new URLSearchParams(tab === 'due' ? {} : { tab }), { replace: true })}
          className="grid gap-4"
        >
          <TabPanel value="due" className="grid gap-4">
            {shown.length === 0 ? (
              <Card>
                <EmptyState
                  title="Nothing on your list yet."
                  text="Pick your country and we'll add the usual items."
                  action={
                    <div className="flex flex-wrap justify-center gap-2">
                      {usualButton}
                      {ownButton}
                    </div>
                  }
                />
              </Card>
            ) : (
              <DueList
                center={center}
                view={view}
                set={(name, value) => change((current) => withParams(current, { [name]: value }), { replace: true })}
                actions={
                  <>
                    {usualButton}
                    {ownButton}
                  </>
                }
              />
            )}
          </TabPanel>
          <TabPanel value="inspection" className="grid gap-4">
            <Suspense fallback={loadingCard}>
              <InspectionTab
                center={center}
                scheme={view.scheme}
                onScheme={(scheme) => change((current) => withParams(current, { scheme }), { replace: true })}
              />
            </Suspense>
          </TabPanel>
          <TabPanel value="certificates" className="grid gap-4">
            <Suspense fallback={loadingCard}>
              <CertificatesTab duties={center.duties} />
            </Suspense>
          </TabPanel>
        </Tabs>
      </QueryList>
      <Suspense>
        {openDialog === 'usual' && center.duties && (
          <UsualItemsDialog duties={center.duties} {...{ shown }} onClose={close} />
        )}
        {openDialog === 'own' && <ItemDialog item={null} onClose={close} />}
        {openDialog === 'pack' && <PackDialog center={center} onClose={close} />}
      </Suspense>
    </Page>
  );
}
