// Drafts: what is typed and not saved yet, kept on this device while it is typed.
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beforeLeaving } from '@/lib/leaving';
import type { Draft } from './db';
import { theStore } from './the-store';

const PAUSE_MS = 300;

/** What was left in a form when the app went away. None where it was saved after all, or where nothing can be read. */
export const draftQuery = (userId: string, form: string) =>
  queryOptions({
    queryKey: ['draft', userId, form],
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      try {
        const { draftOf, entriesOf } = await theStore();
        const draft = await draftOf(userId, form);
        const saved = draft && (await entriesOf(userId)).some(({ id }) => id === draft.id);
        return draft && !saved ? draft : null;
      } catch {
        return null;
      }
    },
  });

/** Forgets what was typed. Never rejects: a draft that stays is offered once more. */
export const forgetDraft = (userId: string, form: string): Promise<void> =>
  theStore()
    .then(({ dropDraft }) => dropDraft(userId, form))
    .catch(() => undefined);

/** Never rejects: a device that can't keep it has said so already. */
const keepDraft = (draft: Draft): Promise<void> =>
  theStore()
    .then(({ putDraft }) => putDraft(draft))
    .catch(() => undefined);

/**
 * Keeps `values` while they are typed: 300 ms after the last change, and at once when the page goes away. null: there
 * is nothing to keep. `id` is that of the record that the form makes.
 */
export function useDraft(userId: string, form: string, id: string, values: unknown) {
  const text = values === null ? null : JSON.stringify(values);
  const kept = useRef<string | null>(null);
  useEffect(() => {
    const keep = async () => {
      clearTimeout(timer);
      if (text === kept.current) return;
      kept.current = text;
      const draft = { userId, form, id, values: JSON.parse(text ?? 'null') as unknown, at: Date.now() };
      await (text === null ? forgetDraft(userId, form) : keepDraft(draft));
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
  }, [userId, form, id, text]);
}
