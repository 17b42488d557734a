import { Button } from '@/ui/button';
import { useAddress } from '@/ui/use-address';
import { EmptyState } from './list-states';

/** Shown if no row of a list fits its search and filters. */
export function NothingFits({ title }: { title: string }) {
  const [, change] = useAddress();
  return (
    <EmptyState
      title={title}
      text="Change the search or the filters."
      action={<Button onClick={() => change(() => new URLSearchParams(), { replace: true })}>Clear filters</Button>}
    />
  );
}
