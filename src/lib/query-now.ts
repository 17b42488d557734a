import { onlineManager, type QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query';

/**
 * The data of a query: fetched unless it is fresh; without signal the cached data, or a rejection if there is none.
 * `client.query` would wait for the signal instead, even with `networkMode: 'always'` if a screen shows the same query.
 */
export async function queryNow<Data, Key extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> {
  if (onlineManager.isOnline()) return client.query(options);
  const cached = client.getQueryData<Data>(options.queryKey);
  if (cached === undefined) throw new Error('There is no signal. Try again when there is.');
  return cached;
}
