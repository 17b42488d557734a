import { Refusal } from '@/session/own-access';

/** The words of a refusal that belong to this field; with null those that belong to none. */
export function wordsFor(field: 'current' | 'next' | null, error: Error | null): string | undefined {
  if (error === null) return undefined;
  const about = error instanceof Refusal ? error.field : null;
  return about === field ? error.message : undefined;
}
