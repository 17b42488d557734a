import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { localTimeIn } from '@/domain/time';
import { sameName } from '@/domain/work';
import { draftQuery, forgetDraft } from '@/outbox/draft';
import { useWaiting } from '@/outbox/outbox';
import { useAccount } from '@/session/account';
import { DRAFT, type WorkDraft } from './use-work-form';

type Kept = Omit<WorkDraft, 'id'>;

/** The entry that was being typed when the app went away, unless the address asks for another one. */
export function useDraftOf(params: URLSearchParams) {
  const { userId, settings } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { queryKey, ...query } = draftQuery(userId, DRAFT);
  const { data, isPending } = useQuery({ queryKey, ...query });
  const { entries, sent } = useWaiting();
  const [gone, setGone] = useState(false);
  // The address as the page was opened with it: it changes with each answer.
  const [asked] = useState(() => ({
    as: params.get('as'),
    copy: params.has('copy'),
    customer: params.get('customer') ?? '',
  }));
  // Only this form writes drafts of this name.
  const kept = data ? (data.values as Kept) : null;
  const other =
    asked.copy ||
    (asked.as !== null && asked.as !== data?.id) ||
    (asked.customer !== '' && !sameName(asked.customer, kept?.text.customer ?? ''));
  const draft = data && kept && !other && !gone ? { id: data.id, ...kept } : null;
  const saved = [...entries, ...sent].some(({ id }) => id === draft?.id);
  return {
    reading: isPending,
    draft,
    /** '17:02' on the farm; null where nothing was restored, or it is saved by now. */
    restoredAt: data && draft && !saved ? localTimeIn(settings.zone, new Date(data.at)) : null,
    discard: () => {
      setGone(true);
      client.setQueryData(queryKey, null);
      void forgetDraft(userId, DRAFT);
      void navigate('/add-work', { replace: true });
    },
  };
}
