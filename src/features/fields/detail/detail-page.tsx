import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '@/domain/core/time';
import { formatArea } from '@/domain/core/area';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { archiveField } from '@/data/fields/field-changes';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TabPanel, Tabs } from '@/ui/layout/tabs';
import { Page } from '@/ui/layout/page';
import { Menu } from '@/ui/popups/menu';
import { useAddress } from '@/ui/use-address';
import { Hazards } from '@/widgets/customer-hazards';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { ActivitiesTab } from './activities-tab';
import { CropsTab } from './crops-tab';
import { fieldLink, FIELDS, TABS, type Tab } from '@/features/fields/fields-address';
import { saveFieldRecord } from '@/features/fields/register/fields-files';
import { FieldPhotos } from './field-photos';
import { NotReady } from '@/features/fields/log/form-parts';
import { OverviewTab } from './overview-tab';
import { SoilTab } from './soil-tab';
import { mergeableWith, useAreaUnit, useFields } from '@/features/fields/use-fields';
import { useOffline } from '@/lib/online';
import { withParams } from '@/lib/params';

// Rarely needed, so they are loaded on demand.
const Documents = lazy(async () => ({ default: (await import('@/widgets/documents/documents')).Documents }));
const SplitDialog = lazy(async () => ({ default: (await import('./split-dialog')).SplitDialog }));
const MergeDialog = lazy(async () => ({
  default: (await import('@/features/fields/register/merge-dialog')).MergeDialog,
}));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }));

const TAB_WORDS: Record<Tab, string> = {
  overview: 'Overview',
  activities: 'Activities',
  crops: 'Crop & harvest',
  soil: 'Soil',
  photos: 'Photos & papers',
};

/** One field with everything that was done and grown on it. */
export function DetailPage({ id }: { id: string }) {
  const { role } = useAccount();
  const today = useToday();
  const [params, change] = useAddress();
  const unit = useAreaUnit();
  const { fields, summaries } = useFields();
  const field = fields.data?.find((one) => one.id === id);
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'overview';
  if (!field) return <NotReady title="Field" what="field" back={FIELDS} read={fields} />;
  const summary = summaries.get(id) ?? null;
  const fieldsOf = (ids: readonly string[]) => (fields.data ?? []).filter((one) => ids.includes(one.id));
  const children = (fields.data ?? []).filter(({ parentIds }) => parentIds.includes(id));
  return (
    <Page
      title={field.name}
      subtitle={[formatArea(field.areaHa, unit), summary?.crop, field.customer].filter(Boolean).join(' · ')}
      back={FIELDS}
      view={id}
      actions={<Actions field={field} />}
    >
      <SnapshotAge at={fields.dataUpdatedAt} />
      {field.archivedOn !== null && (
        <Banner tone="note">
          Archived on {formatDate(field.archivedOn, today)}.<Relatives words="It became" fields={children} />
        </Banner>
      )}
      {field.parentIds.length > 0 && (
        <p className="text-2 text-muted">
          <Relatives words="Earlier records are in" fields={fieldsOf(field.parentIds)} />
        </p>
      )}
      {field.hazards !== null && <Hazards text={field.hazards} />}
      <Tabs
        label="Field"
        className="grid gap-4 [&>.segments]:grid [&>.segments]:grid-cols-[repeat(auto-fit,minmax(max(5.4rem,30%),1fr))] nav:[&>.segments]:grid-cols-5"
        tabs={TABS.map((value) => ({ value, label: TAB_WORDS[value] }))}
        value={tab}
        onChange={(next) =>
          change((current) => withParams(current, { tab: next === 'overview' ? null : next }), { replace: true })
        }
      >
        <TabPanel value="overview">
          <OverviewTab field={field} summary={summary} unit={unit} />
        </TabPanel>
        <TabPanel value="activities">
          <ActivitiesTab field={field} />
        </TabPanel>
        <TabPanel value="crops">
          <CropsTab field={field} />
        </TabPanel>
        <TabPanel value="soil">
          <SoilTab field={field} />
        </TabPanel>
        <TabPanel value="photos" className="grid gap-4">
          <EntryPhotos parent={id} readOnly={role !== 'admin'} large />
          <FieldPhotos fieldId={id} />
          <Suspense>
            <Documents table="fields" parent={id} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Page>
  );
}

/** " It became East part and West part.": links to the fields that this one was split or merged into, or from. */
function Relatives({ words, fields }: { words: string; fields: readonly FarmField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      {' '}
      {words}{' '}
      {fields.map((field, at) => (
        <span key={field.id}>
          {at > 0 && (at === fields.length - 1 ? ' and ' : ', ')}
          <Link className="link" to={fieldLink(field.id)}>
            {field.name}
          </Link>
        </span>
      ))}
      .
    </>
  );
}

function Actions({ field }: { field: FarmField }) {
  const account = useAccount();
  const client = useQueryClient();
  const today = useToday();
  const offline = useOffline();
  const archive = useMutation(archiveField);
  const record = useMutation(saveFieldRecord);
  const { fields } = useFields();
  const [asking, setAsking] = useState<'split' | 'merge' | 'delete' | null>(null);
  const close = () => setAsking(null);
  const { id, archivedOn } = field;
  const mayChange = account.role === 'admin' && account.canWrite && !offline;
  const pdf = {
    label: 'Field record as PDF',
    disabled: record.isPending,
    onSelect: () => record.mutate({ client, account, field, today }),
  };
  const holderItems = [
    { label: 'Edit field', to: `/fields/${id}/edit` },
    ...(archivedOn === null
      ? [
          { label: 'Split field', onSelect: () => setAsking('split') },
          ...(mergeableWith(field, fields.data ?? []).length > 0
            ? [{ label: 'Merge with others', onSelect: () => setAsking('merge') }]
            : []),
          { label: 'Archive', onSelect: () => archive.mutate({ id, on: today }) },
        ]
      : [{ label: 'Bring back', onSelect: () => archive.mutate({ id, on: null }) }]),
    { label: 'Delete', danger: true, onSelect: () => setAsking('delete') },
  ];
  return (
    <>
      <Menu
        className="btn btn-plain"
        aria-label={`More for ${field.name}`}
        items={mayChange ? [...holderItems.slice(0, -1), pdf, ...holderItems.slice(-1)] : [pdf]}
      >
        <Ellipsis aria-hidden="true" />
        More
      </Menu>
      {account.canWrite && archivedOn === null && (
        <ButtonLink variant="main" to={`/fields/${id}/activity/new`}>
          <Plus aria-hidden="true" />
          Log activity
        </ButtonLink>
      )}
      <Suspense>
        {asking === 'split' && <SplitDialog field={field} onClose={close} />}
        {asking === 'merge' && <MergeDialog field={field} onClose={close} />}
        {asking === 'delete' && <DeleteDialog field={field} onClose={close} />}
      </Suspense>
    </>
  );
}
