// A connection on which some requests stay under way until the test lets them go on.
import type { TestBackend } from './embedded/backend';

type Connection = Pick<TestBackend, 'fetch'>;

/**
 * The connection, but with the requests that match, such as 'GET /rest/v1/works?select=*', held until `release`. `held` counts them;
 * `release` throws if there was none: such a test would prove nothing.
 */
export function holdRequests(connection: Connection, matching: RegExp) {
  let count = 0;
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    if (matching.test(`${request.method} ${pathname}${search}`)) {
      count += 1;
      await released;
    }
    return connection.fetch(request);
  };
  const release = () => {
    if (count === 0) throw new Error(`No request matched ${String(matching)}.`);
    letGo();
  };
  return { fetch, held: () => count, release };
}
