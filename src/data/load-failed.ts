// The message for account data that fails to load.
export const loadFailed = {
  title: 'Error Fetching Data',
  description: 'Could not load your information from the database.',
};
