import { Refusal } from '@/session/own-access';

/** The error's message if it belongs to this field. For null: the message if it belongs to none of the fields. */
export function errorFor(field: 'current' | 'next' | null, error: Error | null): string | undefined {
  if (error === null) return undefined;
  const errorField = error instanceof Refusal ? error.field : null;
  return errorField === field ? error.message : undefined;
}
