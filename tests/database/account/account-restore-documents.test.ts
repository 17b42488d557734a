// Documents of a restore whose rows state too small a size: the stored files count, not what the rows say.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
/** A new account for each test. */
let holder: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
afterAll(() => backend.close());
beforeEach(async () => {
  holder = await backend.user();
});

/** A restore whose rows name three documents of one byte each. Returns their paths. */
async function withDocuments() {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const pathOf = (id: string) => `${holder.id}/${id}.pdf`;
  const rows = ids.map((id) => ({
    ...{ id, parent_table: 'machines', parent_id: crypto.randomUUID(), name: 'Manual.pdf', storage_path: pathOf(id) },
    ...{ mime: 'application/pdf', bytes: 1, created_by_name: 'Siân Jones', created_at: '2026-11-01T10:00:00Z' },
  }));
  const begun = await holder.rpc('start_restore', {
    ...{ p_archive: 'a'.repeat(64), p_version: 1, p_former: owner.id, p_farm: '', p_parts: 1 },
    p_made_at: '2026-11-28T10:00:00Z',
  });
  expect(begun.error).toBeNull();
  expect((await holder.rpc('restore_rows', { p_part: 0, p_table: 'documents', p_rows: rows })).error).toBeNull();
  return ids.map(pathOf);
}
const send = async (path = '', bytes = 9) =>
  (await holder.storage.from('documents').upload(path, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })))
    .error;
/** Files that were stored two days ago, with this size together. */
const addFiles = (bucket: string, count: number, bytes: number) =>
  backend.sql(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata, created_at)
     select $1, $2 || '/' || gen_random_uuid() || '.pdf', $2, gen_random_uuid(),
       jsonb_build_object('size', $4::bigint / $3), now() - interval '2 days' from generate_series(1, $3::int)`,
    [bucket, holder.id, count, bytes],
  );

test('documents whose rows state too small a size are refused once the stored photos and documents fill the account, and then count as they are', async () => {
  const [first, second, third] = await withDocuments();
  await addFiles('photos', 1, 800 * 1024 * 1024 - 5);
  expect(await send(first, 9)).toBeNull();
  expect(await send(second)).toMatchObject({ statusCode: '403' });
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 day' where id = $1`,
    [holder.id],
  );
  expect(await send(third, 7)).toBeNull();
  expect((await holder.rpc('finish_restore', { p_counters: [] })).error).toBeNull();
  expect((await holder.from('documents').select('bytes').order('bytes')).data?.map(({ bytes }) => bytes)).toEqual([
    1, 7, 9,
  ]);
});

test('documents are refused once there are as many documents as an account may store', async () => {
  const [first, second] = await withDocuments();
  await addFiles('documents', 499, 499);
  expect(await send(first)).toBeNull();
  expect(await send(second)).toMatchObject({ statusCode: '403' });
});
