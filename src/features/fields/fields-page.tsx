import { lazy, Suspense, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { FIELDS } from './fields-address';
import { RegisterPage } from '@/features/fields/register/register-page';

// Loaded on demand.
const ActivityPage = lazy(async () => ({
  default: (await import('@/features/fields/log/activity-page')).ActivityPage,
}));
const DetailPage = lazy(async () => ({ default: (await import('@/features/fields/detail/detail-page')).DetailPage }));
const FieldFormPage = lazy(async () => ({ default: (await import('./field-form-page')).FieldFormPage }));
const HarvestPage = lazy(async () => ({ default: (await import('@/features/fields/log/harvest-page')).HarvestPage }));
const SeasonPage = lazy(async () => ({ default: (await import('@/features/fields/log/season-page')).SeasonPage }));
const SoilPage = lazy(async () => ({ default: (await import('@/features/fields/log/soil-page')).SoilPage }));

const loadingPage = (
  <Page title="Fields" back={FIELDS} view="waiting">
    <Card>
      <LoadingRows />
    </Card>
  </Page>
);

/** /fields and every page below it. */
export function FieldsPage() {
  const [id, part, rest] = (useParams()['*'] ?? '').split('/');
  return <Suspense fallback={loadingPage}>{screenOf(id, part, rest)}</Suspense>;
}

function screenOf(id: string | undefined, part: string | undefined, rest: string | undefined) {
  if (id === undefined || id === '') return <RegisterPage />;
  if (part === undefined || part === '')
    return id === 'new' ? (
      <HolderOnly>
        <FieldFormPage />
      </HolderOnly>
    ) : (
      <DetailPage key={id} id={id} />
    );
  switch (part) {
    case 'edit':
      return (
        <HolderOnly>
          <FieldFormPage key={id} id={id} />
        </HolderOnly>
      );
    case 'activity':
      return <ActivityPage key={`${id} ${rest ?? ''}`} fieldId={id} id={rest ?? 'new'} />;
    case 'harvest':
      return <HarvestPage key={`${id} ${rest ?? ''}`} fieldId={id} id={rest ?? 'new'} />;
    case 'soil':
      return (
        <HolderOnly>
          <SoilPage key={`${id} ${rest ?? ''}`} fieldId={id} id={rest ?? 'new'} />
        </HolderOnly>
      );
    case 'season':
      return (
        <HolderOnly>
          <SeasonPage key={`${id} ${rest ?? ''}`} fieldId={id} year={rest ?? ''} />
        </HolderOnly>
      );
    default:
      return (
        <Page title="Fields" back={FIELDS}>
          <Card>
            <EmptyState title="This page is not there." action={<ButtonLink to="/fields">Back to Fields</ButtonLink>} />
          </Card>
        </Page>
      );
  }
}

/** The page for the account holder; for others a sentence and a way back. */
function HolderOnly({ children }: { children: ReactNode }) {
  const { role, ownerFirstName } = useAccount();
  if (role === 'admin') return children;
  return (
    <Page title="Fields">
      <Card className="grid justify-items-start gap-4 p-4">
        <p>This page is for the main account holder. Ask {ownerFirstName ?? 'them'} if you need something changed.</p>
        <ButtonLink to="/fields" size="l">
          Back to Fields
        </ButtonLink>
      </Card>
    </Page>
  );
}
