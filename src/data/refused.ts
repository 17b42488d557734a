// Errors of the database that a screen or mutation reacts to, known by their code or detail, not by their sentence.

/** What a refusal is about: the `detail` of its exception. */
type RefusalDetail = 'has_records' | 'next_number';

/** The message of an error if it is this refusal, else null. */
export const refusalOf = (error: Error | null, detail: RefusalDetail): string | null =>
  error !== null && 'details' in error && error.details === detail ? error.message : null;

type DatabaseError = Error & { code: string };

/** Whether the row of an insert exists: then the answer to an earlier attempt was lost. */
export const isStored = ({ code, message }: DatabaseError): boolean => code === '23505' && /_pkey"/.test(message);

export function throwUnlessStored(error: DatabaseError | null): void {
  if (error && !isStored(error)) throw error;
}
