// Rate limits, counted in the database because functions run in many places at once.
import { serviceDatabase } from './database.ts';

type Period = `${number} minute${'s' | ''}` | `${number} hour${'s' | ''}` | `${number} day${'s' | ''}`;

/**
 * Counts one use of `key`, with at most `limit` uses in any period of `per`:
 * `await takeAllowance('contact:203.0.113.9', 5, '1 minute')`. False if the limit is reached; the attempt is then not
 * counted. Throws if the database fails, so that nothing happens uncounted.
 */
export async function takeAllowance(key: string, limit: number, per: Period): Promise<boolean> {
  const { data, error } = await serviceDatabase().rpc('take_allowance', { key, most: limit, per });
  if (error) throw error;
  return data === true;
}
