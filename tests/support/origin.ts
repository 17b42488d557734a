/** The backend address in tests. Only the test backend answers requests to it. */
export const ORIGIN = 'http://localhost:3000';
