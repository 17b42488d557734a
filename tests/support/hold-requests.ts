// A connection on which some requests stay under way until the test lets them go on.
import type { TestBackend } from './embedded/backend';

type Connection = Pick<TestBackend, 'fetch'>;

/** The connection, but with the requests that match, such as 'GET /rest/v1/works?select=*', held until `release`. */
export function holdRequests(connection: Connection, held: RegExp) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    if (held.test(`${request.method} ${pathname}${search}`)) await released;
    return connection.fetch(request);
  };
  return { fetch, release };
}
