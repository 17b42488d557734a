// Refusals that carry Postgres' own words: a person reads ours.

/** Numbers and dates that do not fit their column (class 22), and a check that no trigger words. */
const isRaw = (code: string | null, message: string) =>
  code?.startsWith('22') === true || (code === '23514' && message.includes('violates check constraint'));

/** The sentence for a refusal of the database. */
export const refusalWords = (code: string | null, message: string): string =>
  isRaw(code, message) ? 'One of the dates, numbers or texts is not valid. Check what you entered.' : message;
