// Lets Postgres clients connect to PGlite.
import type { PGlite } from '@electric-sql/pglite';

/** Opens a local port for the database; returns its URL and a function that closes it. */
export async function openSocket(db: PGlite): Promise<{ url: string; close: () => Promise<void> }> {
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 10 });
  await server.start();
  const port = server.getServerConn().split(':').at(-1) ?? '';
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
    close: () => server.stop(),
  };
}
