import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { LIST, placeOf } from './machinery-address';
import { MachineListPage } from './machine-list-page';

// Loaded on demand.
const MachineDetailPage = lazy(async () => ({ default: (await import('./machine-detail-page')).MachineDetailPage }));
const MachineFormPage = lazy(async () => ({ default: (await import('./machine-form-page')).MachineFormPage }));
const ServiceFormPage = lazy(async () => ({ default: (await import('./service-form-page')).ServiceFormPage }));
const ServicePage = lazy(async () => ({ default: (await import('./service-page')).ServicePage }));
const DuePage = lazy(async () => ({ default: (await import('./due-page')).DuePage }));

const waiting = (
  <Page title="Machinery" back={{ to: LIST, label: 'Machinery' }} view="waiting">
    <Card>
      <LoadingRows />
    </Card>
  </Page>
);

/** /machinery and all paths below it. */
export function MachineryPage() {
  const place = placeOf(useLocation().pathname);
  return <Suspense fallback={waiting}>{screenOf(place)}</Suspense>;
}

function screenOf(place: ReturnType<typeof placeOf>) {
  switch (place.screen) {
    case 'list':
      return <MachineListPage />;
    case 'new':
      return <MachineFormPage />;
    case 'due':
      return <DuePage />;
    case 'edit':
      return <MachineFormPage key={place.id} id={place.id} />;
    case 'machine':
      return <MachineDetailPage key={place.id} id={place.id} />;
    case 'defects':
      return <MachineDetailPage key={place.id} id={place.id} showsDefects />;
    case 'new-service':
      return <ServiceFormPage key={place.id} machineId={place.id} />;
    case 'service':
      return <ServicePage key={place.service} machineId={place.id} id={place.service} />;
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
