// Query plans of documents, of the list of all files and of what uses the account's space.
import { beforeAll, describe, expect, test } from 'vitest';
import { documentsQuery } from '@/data/documents/documents';
import { fileUseQuery, storedFilesQuery } from '@/data/documents/stored-files';
import { undoFileRemoval } from '@/data/documents/undo-file-removal';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let machine: string;
  beforeAll(async () => {
    ({ backend, owner } = account());
    await backend.sql(
      `with new as (
         insert into public.machines (user_id, name, machine_type)
         select p.id, 'Machine of files', 'tractor' from public.profiles p where p.role = 'admin' returning user_id, id),
       files as (select m.user_id, m.id as machine, gen_random_uuid() as id, n from new m, generate_series(1, 90) n)
       insert into public.documents (id, user_id, parent_table, parent_id, name, storage_path, mime, bytes, created_by, created_at)
       select f.id, f.user_id, 'machines', f.machine, 'Manual ' || n || '.pdf', f.user_id || '/' || f.id || '.pdf',
         'application/pdf', 1000 + n, f.user_id, now() - n * interval '1 hour' from files f`,
    );
    const [row] = await backend.sql<{ id: string }>(
      `select id from public.machines where user_id = $1 and name = 'Machine of files'`,
      [owner.id],
    );
    machine = row?.id ?? '';
    await backend.sql('analyze');
  });

  test('reads the documents of a record through the index, without sorting', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(documentsQuery(owner.id, machine))).toHaveLength(90);
    });
    expectOwnRowsOnly(statements);
    const [list] = statementsReading(statements, 'documents');
    expect(list?.sorts).toBe(0);
    expect(list?.scans.map(({ index }) => index)).toContain('documents_parent_idx');
  });

  test('reads only the files of the account, for the pages of the list and for a search', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      const list = { kind: 'machines', find: '', largest: true };
      const all = await queries.infiniteQuery({ ...storedFilesQuery(owner.id, list), pages: 2 });
      expect(all.pages.map((page) => page.length)).toEqual([50, 40]);
      const found = await queries.infiniteQuery({
        ...storedFilesQuery(owner.id, { kind: '', find: 'manual 9', largest: false }),
        pages: 1,
      });
      expect(found.pages[0]).toHaveLength(2);
      expect((await queries.query(fileUseQuery(owner.id))).kinds.find(({ kind }) => kind === 'machines')?.files).toBe(
        90,
      );
    });
    expectOwnRowsOnly(statements);
    expect(statements.length).toBeGreaterThanOrEqual(4);
  });

  test('the undo of a removal reads no other accounts', async () => {
    const statements = await statementsOf(owner, async () => {
      const { data } = await owner
        .from('documents')
        .select('id')
        .eq('user_id', owner.id)
        .eq('parent_id', machine)
        .limit(1);
      const id = data?.[0]?.id ?? '';
      await owner.from('documents').delete().eq('user_id', owner.id).eq('id', id);
      // Refused, because these rows were written without files.
      await expect(undoFileRemoval('documents', id)).rejects.toThrow("This can't be undone any more.");
    });
    expectOwnRowsOnly(statements);
  });
});
