/** The product's own name, in one place. */
export const BRAND = 'Farm Diary';
