/** When the policies were last changed. */
export const LAST_UPDATED = 'Last updated: November 30, 2026';
