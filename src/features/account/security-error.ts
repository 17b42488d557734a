import { Refusal } from '@/session/own-access';

/** The message for this field if the error belongs to it; with null, the message if it belongs to no field. */
export function errorFor(field: 'current' | 'next' | null, error: Error | null): string | undefined {
  if (error === null) return undefined;
  const errorField = error instanceof Refusal ? error.field : null;
  return errorField === field ? error.message : undefined;
}
