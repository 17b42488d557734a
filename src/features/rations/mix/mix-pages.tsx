import { Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { useParams } from '@/ui/use-address';
import { useAccount } from '@/session/account';
import { Page } from '@/ui/layout/page';
import { TabPanel, Tabs } from '@/ui/layout/tabs';
import { LoadingRows } from '@/ui/lists/list-states';
import type { MixKind } from './kinds';

type MixTab = { value: string; label: string; Content: ComponentType };

type Props = {
  kind: MixKind;
  tabs: readonly MixTab[];
  /** /ID/load or /ID/batch */
  WorkPage: ComponentType<{ id: string }>;
  /** /new, and /ID/edit with an `id` */
  FormPage: ComponentType<{ id?: string }>;
  /** /ID */
  MixPage: ComponentType<{ id: string }>;
};

/** The pages of one kind of mix: at its address the tabs, the first of them with the list, and the others below it. */
export function MixPages({ kind, tabs, ...pages }: Props) {
  const [id, action] = useLocation().pathname.split('/').slice(2);
  if (!id) return <Tabbed kind={kind} tabs={tabs} />;
  return (
    <Suspense
      fallback={
        <Page title={kind.title} narrow>
          <LoadingRows />
        </Page>
      }
    >
      <SubPage kind={kind} id={id} action={action} {...pages} />
    </Suspense>
  );
}

function SubPage({
  kind,
  id,
  action,
  WorkPage,
  FormPage,
  MixPage,
}: Omit<Props, 'tabs'> & { id: string; action: string | undefined }) {
  const admin = useAccount().role === 'admin';
  if (action === kind.work.path) return <WorkPage key={id} id={id} />;
  if (admin && id === 'new') return <FormPage />;
  if (admin && action === 'edit') return <FormPage key={id} id={id} />;
  return <MixPage id={id} />;
}

const NO_FILTERS = { q: '', kind: '', show: '', group: '', sort: '', mix: '', from: '', to: '' };

function Tabbed({ kind, tabs }: Pick<Props, 'kind' | 'tabs'>) {
  const { get, set } = useParams();
  const tab = tabs.find(({ value }) => value === get('tab'))?.value ?? 'mixes';
  return (
    <Page title={kind.title}>
      <Tabs
        label={kind.tabs}
        tabs={tabs}
        value={tab}
        // The filters of one tab mean nothing in another.
        onChange={(value) => set({ ...NO_FILTERS, tab: value === 'mixes' ? '' : value })}
        className="grid gap-4"
      >
        {tabs.map(({ value, Content }) => (
          <TabPanel key={value} value={value} className="grid gap-4">
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </Page>
  );
}
