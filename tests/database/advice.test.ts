// Supabase's advisors report nothing about the migrated database, and do report seeded faults.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { adviceFor, reviewAdvice, type Accepted } from '../../supabase/local/cli/advise';
import { openSocket } from '../../supabase/local/database/pglite-socket';

const reasons = JSON.parse(readFileSync('supabase/local/cli/advice-accepted.json', 'utf8')) as Accepted[];

describe('the advisors', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());

  const advise = async () => {
    if (backend.opened.kind !== 'pglite') return adviceFor(backend.url ?? '');
    const socket = await openSocket(backend.opened.driver);
    const advice = await adviceFor(socket.url);
    await socket.close();
    return advice;
  };

  test('report nothing without a written reason', async () => {
    expect(reviewAdvice(await advise(), reasons)).toMatchObject({ failing: [], unused: [] });
  });

  test('report a table without policies and a function with a mutable search path', async () => {
    await backend.script(`create table public.planted (id int primary key); grant select on public.planted to anon;
      create function public.loose() returns int language sql as 'select 1';`);
    const { failing } = reviewAdvice(await advise(), reasons);
    expect(failing.map(({ name }) => name).sort()).toEqual(['function_search_path_mutable', 'rls_disabled_in_public']);
  });
});

describe('a written reason', () => {
  const warning = { level: 'WARN', name: 'lint', detail: 'Function `public.a` is odd' };
  const reason = { name: 'lint', detail: 'Function `public\\.a` .*', reason: 'it is meant' };

  test('allows its warning', () => {
    expect(reviewAdvice([warning], [reason])).toEqual({ failing: [], accepted: [warning], unused: [] });
  });
  test('never allows an error', () => {
    const error = { ...warning, level: 'ERROR' };
    expect(reviewAdvice([error], [reason])).toEqual({ failing: [error], accepted: [], unused: [reason] });
  });
  test('must match the whole text, not a part of it', () => {
    expect(reviewAdvice([{ ...warning, detail: 'Function `public.ab` is odd' }], [reason]).failing).toHaveLength(1);
  });
});
