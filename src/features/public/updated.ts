/** When the policies were last changed. */
export const UPDATED = 'Last updated: July 18, 2025';
