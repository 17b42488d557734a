import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { localTimeIn } from '@/domain/time';
import { sameName } from '@/domain/work';
import { useKeptDraft } from '@/outbox/draft';
import { useWaiting } from '@/outbox/outbox';
import { useAccount } from '@/session/account';
import { DRAFT, type WorkDraft } from './use-work-form';

type Kept = Omit<WorkDraft, 'id'>;

/** The entry that was being typed when the app went away, unless the address asks for another one. */
export function useDraftOf(params: URLSearchParams) {
  const { userId, settings } = useAccount();
  const navigate = useNavigate();
  const { entries, sent } = useWaiting();
  // The address as the page was opened with it: it changes with each answer.
  const [asked] = useState(() => ({
    as: params.get('as'),
    copy: params.has('copy'),
    customer: params.get('customer') ?? '',
  }));
  // Only this form writes drafts of this name.
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
    /** '17:02' on the farm; null where nothing was restored, or it is saved by now. */
    restoredAt: kept.draft && !saved ? localTimeIn(settings.zone, new Date(kept.draft.at)) : null,
    discard: () => {
      kept.discard();
      void navigate('/add-work', { replace: true });
    },
  };
}
