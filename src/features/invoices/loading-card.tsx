import { useOnline } from '@/lib/online';
import { Card } from '@/ui/layout/card';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';

/** Shown while loading; offline the query would never finish, so this says so. */
export function LoadingCard() {
  return (
    <Card>{useOnline() ? <LoadingRows /> : <EmptyState title="You're offline." text="Invoices need signal." />}</Card>
  );
}
