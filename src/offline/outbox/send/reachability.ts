// Whether our own server answers: a captive portal can't know the id of the user who asks.
import type { Json } from '@/lib/database.types';
import type { Columns } from '@/offline/outbox/entry';
import type { Request } from './request';
import { classifyResponse } from './response-class';

export const isRow = (value: Json | undefined): value is Columns =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the user's own profile, which is readable in every state of their account. */
export async function serverResponds(
  userId: string,
  { request, token }: { request: Request; token: string },
): Promise<'yes' | 'no' | 'signIn'> {
  const result = classifyResponse(await request({ method: 'GET', path: `profiles?id=eq.${userId}&select=id`, token }));
  if (result.kind === 'signIn') return 'signIn';
  // A refusal in the database's own format proves that it was reached.
  if (result.kind === 'refused') return 'yes';
  return result.kind === 'done' && result.rows.some((row) => isRow(row) && row['id'] === userId) ? 'yes' : 'no';
}
