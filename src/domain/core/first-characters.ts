// Cuts a text to a length.

/**
 * At most the first `max` characters of a text, as the database counts them: an emoji is one. Cutting with `slice` could leave
 * half of one, which the database refuses.
 */
export const firstCharacters = (text: string, max: number): string => Array.from(text).slice(0, max).join('');
