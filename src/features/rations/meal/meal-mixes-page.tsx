import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useParams } from '@/features/rations/use-params';
import { useAccount } from '@/session/account';
import { Page } from '@/ui/layout/page';
import { TabPanel, Tabs } from '@/ui/layout/tabs';
import { LoadingRows } from '@/ui/lists/list-states';
import { BatchLog } from './batch-log';
import { MealList } from './meal-list';

// Loaded on demand: at the mill only the batch page is used, in the office the others.
const BatchPage = lazy(async () => ({ default: (await import('./batch-page')).BatchPage }));
const MealPage = lazy(async () => ({ default: (await import('./meal-page')).MealPage }));
const MealFormPage = lazy(async () => ({ default: (await import('./meal-form-page')).MealFormPage }));

/** /meal-mixes: mixes and batches; below it a mix (/ID), its form (/new, /ID/edit) and a batch of it (/ID/batch). */
export function MealMixesPage() {
  const [id, action] = useLocation().pathname.split('/').slice(2);
  if (!id) return <Tabbed />;
  return (
    <Suspense
      fallback={
        <Page title="Meal Mixes" narrow>
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
  if (action === 'batch') return <BatchPage key={id} id={id} />;
  if (admin && id === 'new') return <MealFormPage />;
  if (admin && action === 'edit') return <MealFormPage key={id} id={id} />;
  return <MealPage id={id} />;
}

const TABS = [
  { value: 'mixes', label: 'Mixes' },
  { value: 'log', label: 'Batches' },
] as const;

function Tabbed() {
  const { get, set } = useParams();
  const tab = TABS.find(({ value }) => value === get('tab'))?.value ?? 'mixes';
  return (
    <Page title="Meal Mixes">
      <Tabs
        label="Meal mixes"
        tabs={TABS}
        value={tab}
        // The filters of one tab mean nothing in another.
        onChange={(value) => set({ q: '', show: '', mix: '', from: '', to: '', tab: value === 'mixes' ? '' : value })}
        className="grid gap-4"
      >
        <TabPanel value="mixes" className="grid gap-4">
          <MealList />
        </TabPanel>
        <TabPanel value="log" className="grid gap-4">
          <BatchLog />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
