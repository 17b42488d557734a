import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { LIST, screenAt } from './machinery-address';
import { MachineListPage } from './machine-list-page';

// Loaded on demand.
const MachineDetailPage = lazy(async () => ({ default: (await import('./machine-detail-page')).MachineDetailPage }));
const MachineFormPage = lazy(async () => ({ default: (await import('./machine-form-page')).MachineFormPage }));
const ServiceFormPage = lazy(async () => ({ default: (await import('./service/service-form-page')).ServiceFormPage }));
const ServicePage = lazy(async () => ({ default: (await import('./service/service-page')).ServicePage }));
const DuePage = lazy(async () => ({ default: (await import('./due-page')).DuePage }));

const loadingPage = (
  <Page title="Machinery" back={{ to: LIST, label: 'Machinery' }} view="waiting">
    <Card>
      <LoadingRows />
    </Card>
  </Page>
);

/** /machinery and all paths below it. */
export function MachineryPage() {
  const target = screenAt(useLocation().pathname);
  return <Suspense fallback={loadingPage}>{pageFor(target)}</Suspense>;
}

function pageFor(target: ReturnType<typeof screenAt>) {
  switch (target.screen) {
    case 'list':
      return <MachineListPage />;
    case 'new':
      return <MachineFormPage />;
    case 'due':
      return <DuePage />;
    case 'edit':
      return <MachineFormPage key={target.id} id={target.id} />;
    case 'machine':
      return <MachineDetailPage key={target.id} id={target.id} />;
    case 'defects':
      return <MachineDetailPage key={target.id} id={target.id} showsDefects />;
    case 'new-service':
      return <ServiceFormPage key={target.id} machineId={target.id} />;
    case 'service':
      return <ServicePage key={target.service} machineId={target.id} id={target.service} />;
    case 'unknown':
      return (
        <Page title="Machinery" back={{ to: LIST, label: 'Machinery' }}>
          <Card>
            <EmptyState title="This page is not there." action={<ButtonLink to={LIST}>Back to Machinery</ButtonLink>} />
          </Card>
        </Page>
      );
  }
}
