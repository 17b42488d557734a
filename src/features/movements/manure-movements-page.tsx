import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { MovementList } from './movement-list';
import { MOVEMENTS } from './movement-words';

// Loaded on demand: the form needs the rules of the country, the list does not.
const MovementPage = lazy(async () => ({ default: (await import('./movement-page')).MovementPage }));

/** /manure-movements: the list; below it the form of a movement (/new, /ID). */
export function ManureMovementsPage() {
  const [id] = useLocation().pathname.split('/').slice(2);
  if (!id) return <MovementList />;
  return (
    <Suspense
      fallback={
        <Page title={MOVEMENTS.label} narrow back={MOVEMENTS}>
          <LoadingRows />
        </Page>
      }
    >
      <MovementPage key={id} id={id} />
    </Suspense>
  );
}
