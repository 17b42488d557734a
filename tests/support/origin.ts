/** The backend address that the app is built with in tests; only the test backend answers it. */
export const ORIGIN = 'http://localhost:3000';
