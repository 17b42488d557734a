// Drafts: what is typed and not saved yet, kept on this device while it is typed.
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { draftOf, dropDraft, entriesOf, putDraft } from './store';

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
  dropDraft(userId, form).catch(() => undefined);

/**
 * Keeps `values` while they are typed: 300 ms after the last change, and at once when the page goes away. null: there
 * is nothing to keep. `id` is that of the record that the form makes.
 */
export function useDraft(userId: string, form: string, id: string, values: unknown) {
  const text = values === null ? null : JSON.stringify(values);
  const kept = useRef<string | null>(null);
  useEffect(() => {
    const keep = () => {
      clearTimeout(timer);
      if (text === kept.current) return;
      kept.current = text;
      const draft = { userId, form, id, values: JSON.parse(text ?? 'null') as unknown, at: Date.now() };
      // A device that can't keep it has said so already.
      void (text === null ? forgetDraft(userId, form) : putDraft(draft).catch(() => undefined));
    };
    const timer = setTimeout(keep, PAUSE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [userId, form, id, text]);
}
