import { onlineManager, type QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query';

/**
 * The data of a query: fetched unless it is fresh, or without signal what is cached. Rejects if there is neither.
 * `client.query` would wait for the signal instead, also with `networkMode: 'always'` if a screen shows the same query.
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
