const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id as the database knows them; anything else in an address would be refused there. */
export const isId = (text: string): boolean => ID.test(text);
