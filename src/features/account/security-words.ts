import { Refusal } from '@/session/own-access';

/** The message for this field if the error belongs to it; with null, the message if it belongs to no field. */
export function wordsFor(field: 'current' | 'next' | null, error: Error | null): string | undefined {
  if (error === null) return undefined;
  const about = error instanceof Refusal ? error.field : null;
  return about === field ? error.message : undefined;
}
