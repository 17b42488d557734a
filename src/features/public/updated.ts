/** When the policies were last changed. */
export const UPDATED = 'Last updated: November 23, 2026';
