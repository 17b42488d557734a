// Drafts: unsaved input, stored on this device while it is typed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beforeReload } from '@/lib/before-reload';
import * as keys from '@/lib/query-keys';
import type { Draft } from '@/offline/outbox/store/db';
import { loadStore } from '@/offline/outbox/store/load-store';
import { claimDraft, releaseDraft } from './draft-owner';

const WRITE_DELAY_MS = 300;

/** `key`: the key under which this form stores its draft, `Draft.form`. */
type OpenedDraft = { key: string; draft: Draft | null };

/** The newest draft that no other tab has open. Each open form has its own key, so two tabs never share one. */
export async function openDraft(
  userId: string,
  formName: string,
  isWanted: (draft: Draft) => boolean,
): Promise<OpenedDraft> {
  try {
    const { draftsOf } = await loadStore();
    for (const { form: key } of (await draftsOf(userId, formName)).filter(isWanted)) {
      if (!(await claimDraft(userId, key))) continue;
      // The tab that owned it may have saved or changed it since.
      const draft = (await draftsOf(userId, formName)).find((one) => one.form === key);
      if (draft) return { key, draft };
      releaseDraft(userId, key);
    }
  } catch {
    // The store can't be read, so the form opens without a draft.
  }
  return { key: `${formName}/${crypto.randomUUID()}`, draft: null };
}

/** How often each draft was deleted: the form that still shows it for a moment must not store it again. */
const deletions = new Map<string, number>();
const deletionsOf = (userId: string, key: string) => deletions.get(`${userId} ${key}`) ?? 0;

/** The draft that was left when the form was last open, once this tab owns it. */
export function useStoredDraft(userId: string, formName: string, isWanted: (draft: Draft) => boolean = () => true) {
  const client = useQueryClient();
  const queryKey = [keys.draft, userId, formName] as const;
  const { data, isPending } = useQuery({
    queryKey,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: () => openDraft(userId, formName, isWanted),
  });
  return {
    isDraftLoading: isPending,
    key: data?.key ?? formName,
    draft: data?.draft ?? null,
    discard: () => {
      if (!data) return;
      client.setQueryData<OpenedDraft>(queryKey, { ...data, draft: null });
      void forgetDraft(userId, data.key);
    },
  };
}

/** Never rejects: a draft that could not be deleted is offered again. */
export function forgetDraft(userId: string, key: string): Promise<void> {
  deletions.set(`${userId} ${key}`, deletionsOf(userId, key) + 1);
  return loadStore()
    .then(({ dropDraft }) => dropDraft(userId, key))
    .catch(() => undefined);
}

/** Whether the draft was stored. Never rejects: the outbox reports a broken store. */
const storeDraft = (draft: Draft, isClosing: boolean): Promise<boolean> =>
  loadStore()
    .then(({ putDraft }) => putDraft(draft, isClosing))
    .then(
      () => true,
      () => false,
    );

/**
 * Stores `values` as a draft, 300 ms after the last change and at once on `pagehide`. `values` is null if there is nothing
 * to store. `id`: that of the record the form creates.
 */
export function useDraft(userId: string, key: string, id: string, values: unknown) {
  const text = values === null ? null : JSON.stringify(values);
  const lastWrite = useRef<{ text: string | null; done: Promise<boolean>; isStored: boolean }>({
    text: null,
    done: Promise.resolve(true),
    isStored: true,
  });
  useEffect(() => {
    void claimDraft(userId, key);
    return () => releaseDraft(userId, key);
  }, [userId, key]);
  useEffect(() => {
    const deletionsBefore = deletionsOf(userId, key);
    const write = async (isClosing = false) => {
      clearTimeout(timer);
      if (deletionsOf(userId, key) !== deletionsBefore) return true;
      const previous = lastWrite.current;
      // Retry if the last write failed. A page that is being closed does not live until it has ended.
      if (text === previous.text && (previous.isStored || (!isClosing && (await previous.done)))) return true;
      const draft = { userId, form: key, id, values: JSON.parse(text ?? 'null') as unknown, at: Date.now() };
      const done = text === null ? forgetDraft(userId, key).then(() => true) : storeDraft(draft, isClosing);
      const current = { text, done, isStored: false };
      lastWrite.current = current;
      return (current.isStored = await done);
    };
    const timer = setTimeout(() => void write(), WRITE_DELAY_MS);
    const onPageHide = () => void write(true);
    window.addEventListener('pagehide', onPageHide);
    const unregister = beforeReload(() => write());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', onPageHide);
      unregister();
    };
  }, [userId, key, id, text]);
}
