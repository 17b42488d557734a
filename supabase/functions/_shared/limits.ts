// How often something may be asked for, counted in the database: functions run in many places at once.
import { serviceDatabase } from './database.ts';

type Per = `${number} minute${'s' | ''}` | `${number} hour${'s' | ''}` | `${number} day${'s' | ''}`;

/**
 * Takes one of `most` in any stretch of `per`: `await takeAllowance('contact:203.0.113.9', 5, '1 minute')`. False where
 * none is left, and then nothing is taken. Throws where the database does not answer: nothing is done uncounted.
 */
export async function takeAllowance(key: string, most: number, per: Per): Promise<boolean> {
  const { data, error } = await serviceDatabase().rpc('take_allowance', { key, most, per });
  if (error) throw error;
  return data === true;
}
