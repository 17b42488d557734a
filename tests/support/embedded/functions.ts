// The edge functions, run by a real Deno, and the backend that they use, at one loopback address.
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { functionsHandler } from '../../../supabase/local/functions/functions';
import { answerWith, replyJson } from '../../../supabase/local/web-bridge';
import { testBackend } from './backend';
import { CONFIG } from '../database/database-snapshot';

type Options = {
  /** Secrets and settings of the functions; they see nothing else. `site` is the address of this server. */
  env?: (site: string) => Record<string, string>;
  /** Sign-up requires the link in the confirmation mail; off by default. */
  confirmations?: boolean;
  /** The address of a Postgres to use; otherwise DATABASE_URL, otherwise PGlite. */
  server?: string;
};

type Caller = { auth: { getSession: () => Promise<{ data: { session: { access_token: string } | null } }> } };

type CallOptions = {
  /** The caller; anonymous if missing. */
  person?: Caller;
  /** A token to send instead of a person's. */
  token?: string;
  body?: unknown;
  /** The body as sent, instead of `body` as JSON. */
  raw?: string | Uint8Array<ArrayBuffer>;
  method?: string;
  headers?: Record<string, string>;
};

export type FunctionsBackend = Awaited<ReturnType<typeof functionsBackend>>;

/** Starts a migrated backend without users, and the functions behind it. Call `close()` in afterAll. */
export async function functionsBackend({ env = () => ({}), ...options }: Options = {}) {
  const backend = await testBackend(options);
  const log: string[] = [];
  const site = () => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  };
  const server = createServer((request, reply) => {
    const failed = (error: unknown) => {
      log.push(String(error));
      if (!reply.headersSent) replyJson(reply, 500, { message: 'The test backend failed' });
    };
    if (request.url?.startsWith('/functions/v1/')) return void functions.handle(request, reply).catch(failed);
    void answerWith(backend.fetch, site(), request, reply).catch(failed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const functions = functionsHandler({
    root: process.cwd(),
    folder: resolve('supabase/functions'),
    config: CONFIG,
    keys: backend.keys,
    origin: site,
    log: (line) => log.push(line),
    settings: env(site()),
  });

  const call = async (name: string, { person, token, body = {}, raw, method = 'POST', headers }: CallOptions = {}) => {
    const key = token ?? (person ? (await person.auth.getSession()).data.session?.access_token : undefined);
    const answer = await fetch(`${site()}/functions/v1/${name}`, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(method === 'POST' ? { body: raw ?? JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    let parsed: unknown = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Not JSON: return the text.
    }
    return { status: answer.status, body: parsed, headers: answer.headers };
  };

  return {
    ...backend,
    /** The address of backend and functions. */
    url: site(),
    /** The log output of the functions. */
    log,
    /** Calls a function as a page would. */
    call,
    close: async () => {
      functions.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await backend.close();
    },
  };
}
