import type { UseQueryResult } from '@tanstack/react-query';
import { Banner } from '@/ui/feedback/banner';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';

type Props = {
  /** The list that the mix should be in. */
  list: UseQueryResult<readonly { id: string }[]>;
  id: string;
};

/** Shown instead of a mix that was deleted, could not be loaded, or is still loading. */
export function MissingMix({ list, id }: Props) {
  return (
    <QueryList read={list}>
      {list.data?.some((one) => one.id === id) ? (
        <LoadingRows />
      ) : (
        <Banner tone="note">This mix is not there any more.</Banner>
      )}
    </QueryList>
  );
}
