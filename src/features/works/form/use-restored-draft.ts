import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sameName } from '@/domain/core/search';
import { localTimeIn } from '@/domain/core/time';
import { useStoredDraft } from '@/offline/outbox/drafts/draft';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import type { WorkDraft } from './typed-job';

const DRAFT_NAME = 'add-work';

type DraftValues = Omit<WorkDraft, 'id'>;

/** The restored draft of an entry, unless the URL is for another entry. */
export function useRestoredDraft(params: URLSearchParams) {
  const { userId, settings } = useAccount();
  const navigate = useNavigate();
  const { entries, sent } = useWaiting();
  // The params when the page was opened: every step changes the URL.
  const [initial] = useState(() => ({
    as: params.get('as'),
    copy: params.has('copy'),
    customer: params.get('customer') ?? '',
  }));
  // The cast is safe: only this form writes drafts with this name.
  const { isDraftLoading, key, ...keptDraft } = useStoredDraft(
    userId,
    DRAFT_NAME,
    ({ id, values }) =>
      !initial.copy &&
      (initial.as === null || initial.as === id) &&
      (initial.customer === '' || sameName(initial.customer, (values as DraftValues).text.customer)),
  );
  const draft = keptDraft.draft && { id: keptDraft.draft.id, ...(keptDraft.draft.values as DraftValues) };
  const saved = [...entries, ...sent].some(({ id }) => id === draft?.id);
  return {
    isDraftLoading,
    key,
    draft,
    /** '17:02' in the farm's time zone; null if nothing was restored, or if it has been saved since. */
    restoredAt: keptDraft.draft && !saved ? localTimeIn(settings.zone, new Date(keptDraft.draft.at)) : null,
    discard: () => {
      keptDraft.discard();
      void navigate('/add-work', { replace: true });
    },
  };
}
