import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { FeedList } from '@/features/rations/feeds/feed-list';
import { useParams } from '@/features/rations/use-params';
import { useAccount } from '@/session/account';
import { Page } from '@/ui/layout/page';
import { TabPanel, Tabs } from '@/ui/layout/tabs';
import { LoadingRows } from '@/ui/lists/list-states';
import { FeedingLog } from './feeding-log';
import { TmrList } from './tmr-list';

// Loaded on demand: drivers use only the load sheet, the office the other pages.
const LoadSheetPage = lazy(async () => ({ default: (await import('./load-sheet-page')).LoadSheetPage }));
const TmrPage = lazy(async () => ({ default: (await import('./tmr-page')).TmrPage }));
const TmrFormPage = lazy(async () => ({ default: (await import('./tmr-form-page')).TmrFormPage }));

/** /tmr-mixes: mixes, feeds and the log; below it a mix (/ID), its form (/new, /ID/edit) and its load sheet (/ID/load). */
export function TmrMixesPage() {
  const [id, action] = useLocation().pathname.split('/').slice(2);
  if (!id) return <Tabbed />;
  return (
    <Suspense
      fallback={
        <Page title="TMR Mixes" narrow>
          <LoadingRows />
        </Page>
      }
    >
      <SubPage id={id} action={action} />
    </Suspense>
  );
}

function SubPage({ id, action }: { id: string; action: string | undefined }) {
  const admin = useAccount().role === 'admin';
  if (action === 'load') return <LoadSheetPage key={id} id={id} />;
  if (admin && id === 'new') return <TmrFormPage />;
  if (admin && action === 'edit') return <TmrFormPage key={id} id={id} />;
  return <TmrPage id={id} />;
}

const TABS = [
  { value: 'mixes', label: 'Mixes' },
  { value: 'log', label: 'Fed' },
  { value: 'feeds', label: 'Feeds' },
] as const;

function Tabbed() {
  const admin = useAccount().role === 'admin';
  const { get, set } = useParams();
  const tabs = admin ? TABS : TABS.filter(({ value }) => value !== 'feeds');
  const tab = tabs.find(({ value }) => value === get('tab'))?.value ?? 'mixes';
  return (
    <Page title="TMR Mixes">
      <Tabs
        label="TMR mixes"
        tabs={tabs}
        value={tab}
        onChange={(value) =>
          // The filters of one tab mean nothing in another.
          set({
            ...{ q: '', kind: '', show: '', group: '', sort: '', mix: '', from: '', to: '' },
            tab: value === 'mixes' ? '' : value,
          })
        }
        className="grid gap-4"
      >
        <TabPanel value="mixes" className="grid gap-4">
          <TmrList />
        </TabPanel>
        <TabPanel value="log" className="grid gap-4">
          <FeedingLog />
        </TabPanel>
        <TabPanel value="feeds" className="grid gap-4">
          <FeedList />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
