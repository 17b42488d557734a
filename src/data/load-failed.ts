// What is shown when data fails to load.
import type { QueryMeta } from '@tanstack/react-query';

/** For account data. */
export const loadFailed = {
  title: 'Error Fetching Data',
  description: 'Could not load your information from the database.',
};

/** The same query without a message if it fails. */
export const withoutFailureMessage = <Options extends { meta?: QueryMeta | undefined }>(options: Options): Options => ({
  ...options,
  meta: { ...options.meta, failed: undefined },
});
