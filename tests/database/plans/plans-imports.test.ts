// The query plan of past imports.
import { beforeAll, describe, expect, test } from 'vitest';
import { importsQuery } from '@/data/imports';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  beforeAll(async () => {
    ({ backend, owner } = account());
    await backend.sql(
      `insert into public.imports (id, user_id, kind, file_name, created_by_name, created_at)
       select gen_random_uuid(), p.id, 'customers', 'farm.csv', 'Ann', now() - n * interval '1 day'
       from public.profiles p, generate_series(1, 50) n where p.role = 'admin'`,
    );
    await backend.sql('analyze public.imports');
  });

  test('reads the account’s own imports only', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(importsQuery(owner.id))).toHaveLength(50);
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'imports')).toHaveLength(1);
  });
});
