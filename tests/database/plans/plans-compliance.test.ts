// Query plans of the compliance center: items, evidence, certificates, and the records that it reads from other pages.
import { beforeAll, describe, expect, test } from 'vitest';
import { certificatesQuery } from '@/data/compliance/certificates';
import { complianceDoneQuery, complianceItemsQuery } from '@/data/compliance/compliance';
import { readEvidencePhotos } from '@/data/compliance/compliance-changes';
import { fieldInputsQuery } from '@/data/fields/activities';
import { readServices } from '@/data/machinery/services';
import { expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  beforeAll(async () => {
    const { backend } = account();
    await backend.sql(
      `insert into public.compliance_items (user_id, title, created_by_name)
       select p.id, 'Item ' || n, 'Ann' from public.profiles p, generate_series(1, 40) n where p.role = 'admin'`,
    );
    await backend.sql(
      `insert into public.compliance_completions (user_id, item_id, done_on, created_by_name)
       select i.user_id, i.id, '2025-01-01'::date + n, 'Ann' from public.compliance_items i, generate_series(1, 5) n`,
    );
    await backend.sql(
      `insert into public.certificates (user_id, name, created_by_name)
       select p.id, 'Certificate ' || n, 'Ann' from public.profiles p, generate_series(1, 20) n where p.role = 'admin'`,
    );
    await backend.sql('analyze');
  });

  test('reads only the rows of the account, through their indexes', async () => {
    const { owner } = account();
    const { signal } = new AbortController();
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(complianceItemsQuery(owner.id))).toHaveLength(40);
      expect(await queries.query(complianceDoneQuery(owner.id))).toHaveLength(200);
      expect(await queries.query(certificatesQuery(owner.id))).toHaveLength(20);
      await queries.query(fieldInputsQuery(owner.id, '2025-11-01T00:00:00Z'));
      await readServices({ ownerId: owner.id }, range, signal);
      expect(await readEvidencePhotos(owner.id, signal)).toEqual([]);
    });
    expectOwnRowsOnly(statements);
  });
});
