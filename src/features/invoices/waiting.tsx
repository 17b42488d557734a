import { useOnline } from '@/session/online';
import { Card } from '@/ui/card';
import { EmptyState, LoadingRows } from '@/ui/list-states';

/** In the place of what is being read; without a connection it would be read for ever. */
export function Waiting() {
  return (
    <Card>{useOnline() ? <LoadingRows /> : <EmptyState title="You're offline." text="Invoices need signal." />}</Card>
  );
}
