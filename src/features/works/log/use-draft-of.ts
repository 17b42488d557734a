import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { localTimeIn } from '@/domain/core/time';
import { sameName } from '@/domain/works/work';
import { useKeptDraft } from '@/offline/outbox/drafts/draft';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import { DRAFT, type WorkDraft } from './use-work-form';

type Kept = Omit<WorkDraft, 'id'>;

/** The restored draft of an entry, unless the URL asks for another one. */
export function useDraftOf(params: URLSearchParams) {
  const { userId, settings } = useAccount();
  const navigate = useNavigate();
  const { entries, sent } = useWaiting();
  // The params when the page was opened: every step changes the URL.
  const [asked] = useState(() => ({
    as: params.get('as'),
    copy: params.has('copy'),
    customer: params.get('customer') ?? '',
  }));
  // The cast is safe: only this form writes drafts with this name.
  const { reading, key, ...kept } = useKeptDraft(
    userId,
    DRAFT,
    ({ id, values }) =>
      !asked.copy &&
      (asked.as === null || asked.as === id) &&
      (asked.customer === '' || sameName(asked.customer, (values as Kept).text.customer)),
  );
  const draft = kept.draft && { id: kept.draft.id, ...(kept.draft.values as Kept) };
  const saved = [...entries, ...sent].some(({ id }) => id === draft?.id);
  return {
    reading,
    key,
    draft,
    /** '17:02' in the farm's time zone; null if nothing was restored, or if it has been saved since. */
    restoredAt: kept.draft && !saved ? localTimeIn(settings.zone, new Date(kept.draft.at)) : null,
    discard: () => {
      kept.discard();
      void navigate('/add-work', { replace: true });
    },
  };
}
