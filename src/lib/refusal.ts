// Replaces raw Postgres messages with messages for the user.

/**
 * True for errors whose message is not meant for users: values that do not fit their column (class 22), and check
 * constraints for which no trigger has a message.
 */
const isRaw = (code: string | null, message: string) =>
  code?.startsWith('22') === true || (code === '23514' && message.includes('violates check constraint'));

/** The message for a refusal by the database. */
export const refusalMessage = (code: string | null, message: string): string =>
  isRaw(code, message) ? 'One of the dates, numbers or texts is not valid. Check what you entered.' : message;
