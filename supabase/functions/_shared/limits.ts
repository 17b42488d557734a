// Rate limits, counted in the database because functions run in many places at once.
import { serviceDatabase } from './database.ts';

type Per = `${number} minute${'s' | ''}` | `${number} hour${'s' | ''}` | `${number} day${'s' | ''}`;

/**
 * Takes one of `most` allowances within any period of `per`: `await takeAllowance('contact:203.0.113.9', 5, '1
 * minute')`. False if none is left; then none is taken. Throws if the database fails: nothing is done uncounted.
 */
export async function takeAllowance(key: string, most: number, per: Per): Promise<boolean> {
  const { data, error } = await serviceDatabase().rpc('take_allowance', { key, most, per });
  if (error) throw error;
  return data === true;
}
