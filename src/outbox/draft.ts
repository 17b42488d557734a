// Drafts: what is typed and not saved yet, kept on this device while it is typed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beforeLeaving } from '@/lib/leaving';
import type { Draft } from './db';
import { claimDraft, releaseDraft } from './draft-owner';
import { theStore } from './the-store';

const PAUSE_MS = 300;

/** `key`: under which this form keeps what is typed in it. */
type Opened = { key: string; draft: Draft | null };

/** The newest draft that no other tab has open. Each form has a key of its own, so that two tabs never share one. */
export async function openDraft(userId: string, form: string, isWanted: (draft: Draft) => boolean): Promise<Opened> {
  try {
    const { draftsOf } = await theStore();
    for (const { form: key } of (await draftsOf(userId, form)).filter(isWanted)) {
      if (!(await claimDraft(userId, key))) continue;
      // The tab that had it may have saved it or typed more.
      const draft = (await draftsOf(userId, form)).find((one) => one.form === key);
      if (draft) return { key, draft };
      releaseDraft(userId, key);
    }
  } catch {
    // Nothing can be read: there is no draft.
  }
  return { key: `${form}/${crypto.randomUUID()}`, draft: null };
}

/** What was left in a form when the app went away, once this tab is its owner. */
export function useKeptDraft(userId: string, form: string, isWanted: (draft: Draft) => boolean = () => true) {
  const client = useQueryClient();
  const queryKey = ['draft', userId, form];
  const { data, isPending } = useQuery({
    queryKey,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: () => openDraft(userId, form, isWanted),
  });
  return {
    reading: isPending,
    key: data?.key ?? form,
    draft: data?.draft ?? null,
    discard: () => {
      if (!data) return;
      client.setQueryData<Opened>(queryKey, { ...data, draft: null });
      void forgetDraft(userId, data.key);
    },
  };
}

/** Forgets what was typed. Never rejects: a draft that stays is offered once more. */
export const forgetDraft = (userId: string, key: string): Promise<void> =>
  theStore()
    .then(({ dropDraft }) => dropDraft(userId, key))
    .catch(() => undefined);

/** Whether the device keeps it. Never rejects: one that can't has said so already. */
const keepDraft = (draft: Draft): Promise<boolean> =>
  theStore()
    .then(({ putDraft }) => putDraft(draft))
    .then(
      () => true,
      () => false,
    );

/**
 * Keeps `values` while they are typed: 300 ms after the last change, and at once when the page goes away. null: there
 * is nothing to keep. `id` is that of the record that the form makes.
 */
export function useDraft(userId: string, key: string, id: string, values: unknown) {
  const text = values === null ? null : JSON.stringify(values);
  const kept = useRef<{ text: string | null; done: Promise<boolean> }>({ text: null, done: Promise.resolve(true) });
  useEffect(() => {
    void claimDraft(userId, key);
    return () => releaseDraft(userId, key);
  }, [userId, key]);
  useEffect(() => {
    const keep = async () => {
      clearTimeout(timer);
      const last = kept.current;
      // What could not be kept is tried again.
      if (text === last.text && (await last.done)) return true;
      const draft = { userId, form: key, id, values: JSON.parse(text ?? 'null') as unknown, at: Date.now() };
      const done = text === null ? forgetDraft(userId, key).then(() => true) : keepDraft(draft);
      kept.current = { text, done };
      return done;
    };
    const keepNow = () => void keep();
    const timer = setTimeout(keepNow, PAUSE_MS);
    window.addEventListener('pagehide', keepNow);
    const stay = beforeLeaving(keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepNow);
      stay();
    };
  }, [userId, key, id, text]);
}
