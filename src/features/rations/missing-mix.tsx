import type { UseQueryResult } from '@tanstack/react-query';
import { Banner } from '@/ui/feedback/banner';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';

type Props = {
  /** The list that the mix should be in. */
  list: Pick<UseQueryResult<readonly { id: string }[]>, 'data' | 'isError' | 'isPending' | 'fetchStatus' | 'refetch'>;
  id: string;
};

/** Shown instead of a mix that was deleted, could not be loaded, or is still loading. */
export function MissingMix({ list, id }: Props) {
  if (list.data && !list.data.some((one) => one.id === id))
    return <Banner tone="note">This mix is not there any more.</Banner>;
  if (list.isError || (list.isPending && list.fetchStatus === 'paused'))
    return <ErrorState onRetry={() => void list.refetch()} />;
  return <LoadingRows />;
}
