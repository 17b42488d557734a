// Records what the app's requests send to the database: the statements and their values, as the REST service builds
// them.
import { QueryClient } from '@tanstack/react-query';
import { createBackend } from '../../../supabase/local/backend';
import { readMigrations } from '../../../supabase/local/database/migrations';
import { readProjectConfig } from '../../../supabase/local/project-config';
import { newKeys } from '../../../supabase/local/auth/tokens';
import { clientFor, signIn } from './client';
import type { Days, Request } from './requests';

export type Statement = { text: string; values: (string | null)[] };
export type CapturedRequest = Request & { statements: Statement[] };

/** The values in the server's log line "parameters: $1 = 'a', $2 = NULL". */
function valuesOf(line: string): (string | null)[] {
  return [...line.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** The statements of each transaction after setting the claims, from a log of all statements without a line prefix. */
function statementsOf(log: string): Statement[] {
  const entries = log.replaceAll('\n\t', '\n ').split(/^(?=(?:LOG|DETAIL|ERROR|STATEMENT):)/m);
  const found: Statement[] = [];
  let inside = false;
  for (const [place, entry] of entries.entries()) {
    const text = /^LOG: {2}(?:execute [^:]*|statement): ([\s\S]*)/.exec(entry)?.[1]?.trim();
    if (text === undefined) continue;
    const detail = /^DETAIL: {2}parameters: ([\s\S]*)/i.exec(entries[place + 1] ?? '')?.[1];
    if (text.includes('request.jwt.claims')) inside = true;
    else if (/^(commit|rollback)$/i.test(text)) inside = false;
    // Settings that the service writes and reads before and after the request.
    else if (inside && !/^select (set_config|current_setting)\(/i.test(text))
      found.push({ text, values: valuesOf(detail ?? '') });
  }
  return found;
}

/**
 * Migrates the empty database at the address and makes every request once, as the owner of an empty account, which
 * is deleted afterwards. `owner` is that owner's id in the statements.
 */
export async function capture(url: string, log: () => string, requests: readonly Request[], days: Days) {
  const keys = newKeys();
  const backend = await createBackend({
    // Every statement of these sessions is logged, with its values.
    place: { kind: 'postgres', url: `${url}?log_statement=all`, sessions: 1 },
    keys,
    config: readProjectConfig('supabase/config.toml'),
    migrations: await readMigrations('supabase/migrations'),
    confirmations: false,
  });
  try {
    const client = clientFor(keys.publishable, (input, init) => backend.fetch(new Request(input, init)));
    const { data, error } = await client.auth.signUp({ email: 'owner@bench.test', password: 'for the bench only' });
    if (error ?? !data.user) throw error ?? new Error('sign-up gave no user');
    const owner = data.user.id;
    signIn(client);
    const captured: CapturedRequest[] = [];
    // The first request also reads the schema.
    await client.from('works').select('id').limit(1);
    for (const request of requests) {
      const before = log().length;
      const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      // Some requests fail because the account is empty; their statements were recorded all the same.
      await request.ask(queries, owner, days).catch(() => undefined);
      queries.clear();
      const statements = statementsOf(log().slice(before));
      if (statements.length === 0) throw new Error(`${request.name} sent no statement`);
      captured.push({ ...request, statements });
    }
    await backend.query('delete from auth.users where id = $1', [owner]);
    return { owner, captured };
  } finally {
    await backend.close();
  }
}
