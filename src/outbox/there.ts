// Whether it is our own server that answers: a stranger's page, or list, can't know who asks.
import type { Json } from '@/lib/database.types';
import type { Fields } from './entry';
import type { Request } from './request';
import { verdictOf } from './verdict';

export const isRow = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Asks for the person's own profile, which everybody may read in every state of their account. */
export async function isThere(
  userId: string,
  { request, token }: { request: Request; token: string },
): Promise<'yes' | 'no' | 'signIn'> {
  const verdict = verdictOf(await request({ method: 'GET', path: `profiles?id=eq.${userId}&select=id`, token }));
  if (verdict.kind === 'signIn') return 'signIn';
  // Who is refused in the words of the database has reached it.
  if (verdict.kind === 'refused') return 'yes';
  return verdict.kind === 'done' && verdict.rows.some((row) => isRow(row) && row['id'] === userId) ? 'yes' : 'no';
}
