// What is said when the account's own lists do not load.
export const loadFailed = {
  title: 'Error Fetching Data',
  description: 'Could not load your information from the database.',
};
