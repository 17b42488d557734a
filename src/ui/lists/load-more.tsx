import { Button } from '@/ui/button';

/** Loads the next page of a list while there is one. */
export function LoadMore({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  if (!hasNextPage) return null;
  return (
    <Button wide size="l" busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
      Load more
    </Button>
  );
}
