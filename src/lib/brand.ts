/** The product's name. */
export const BRAND = 'Farm Diary';
