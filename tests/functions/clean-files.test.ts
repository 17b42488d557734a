// The nightly cleaning of stored files: unused files are deleted, files that may still be needed stay.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';

let backend: FunctionsBackend;
let owner: Person;
let machine: string;

beforeAll(async () => {
  backend = await functionsBackend({ env: (site) => ({ SITE_URL: site }) });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql(`delete from public.attachments`);
  await backend.sql(`delete from public.documents`);
  await backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`);
  owner = await backend.user();
  const [row] = await backend.sql<{ id: string }>(
    `insert into public.machines (user_id, name, machine_type) values ($1, 'JD 6155R', 'tractor') returning id`,
    [owner.id],
  );
  machine = row?.id ?? '';
});

const run = async () => {
  const { status, body } = await backend.call('clean-files', { token: backend.keys.secret });
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, finished: true } });
  return body;
};
const photoPath = (id: string) => `${owner.id}/machines/${machine}/${id}.jpg`;
const documentPath = (id: string) => `${owner.id}/${id}.pdf`;

async function upload(bucket: 'photos' | 'documents', path: string) {
  const type = bucket === 'photos' ? 'image/jpeg' : 'application/pdf';
  const { error } = await owner.storage.from(bucket).upload(path, new Blob(['bytes'], { type }));
  if (error) throw error;
}
async function addPhoto() {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, parent_table: 'machines', parent_id: machine, mime: 'image/jpeg', bytes: 5 };
  await upload('photos', photoPath(id));
  const { error } = await owner.from('attachments').insert({ ...row, storage_path: photoPath(id) });
  if (error) throw error;
  return id;
}
async function addDocument() {
  const id = crypto.randomUUID();
  const row = {
    id,
    user_id: owner.id,
    parent_table: 'machines',
    parent_id: machine,
    mime: 'application/pdf',
    bytes: 5,
  };
  await upload('documents', documentPath(id));
  const { error } = await owner.from('documents').insert({ ...row, name: 'A.pdf', storage_path: documentPath(id) });
  if (error) throw error;
  return id;
}
/** Makes every stored file, row and removal older. */
const makeOlder = async (time: string) => {
  await backend.sql(
    `update storage.objects set created_at = created_at - $1::interval, updated_at = updated_at - $1::interval`,
    [time],
  );
  await backend.sql(`alter table public.attachments disable trigger user`);
  await backend.sql(`update public.attachments set created_at = created_at - $1::interval`, [time]);
  await backend.sql(`alter table public.attachments enable trigger user`);
  await backend.sql(`alter table public.documents disable trigger user`);
  await backend.sql(`update public.documents set created_at = created_at - $1::interval`, [time]);
  await backend.sql(`alter table public.documents enable trigger user`);
  await backend.sql(`update public.audit_log set at = at - $1::interval`, [time]);
};
const stored = async () =>
  (await backend.sql<{ name: string }>('select name from storage.objects order by name')).map(({ name }) => name);
const rows = async () =>
  (
    await backend.sql<{ id: string }>('select id from public.attachments union all select id from public.documents')
  ).map(({ id }) => id);

describe('a file', () => {
  test('whose row is there stays, however old it is', async () => {
    const kept = [photoPath(await addPhoto()), documentPath(await addDocument())];
    await makeOlder('400 days');
    expect(await run()).toMatchObject({ deleted: 0, removed: 0 });
    expect(await stored()).toEqual(kept.sort());
  });

  test('without a row stays for a day, because its row may still arrive, and is then deleted', async () => {
    await upload('photos', photoPath(crypto.randomUUID()));
    await upload('documents', documentPath(crypto.randomUUID()));
    await makeOlder('23 hours');
    expect(await run()).toMatchObject({ deleted: 0 });
    await makeOlder('2 hours');
    expect(await run()).toMatchObject({ deleted: 2 });
    expect(await stored()).toEqual([]);
  });

  test('that a phone sends again is kept for another day', async () => {
    const path = photoPath(crypto.randomUUID());
    await upload('photos', path);
    await makeOlder('30 days');
    const again = await owner.storage
      .from('photos')
      .upload(path, new Blob(['bytes'], { type: 'image/jpeg' }), { upsert: true });
    expect(again.error).toBeNull();
    expect(await run()).toMatchObject({ deleted: 0 });
  });

  test('that was removed stays for a day, so that the removal can be undone', async () => {
    const id = await addDocument();
    await owner.from('documents').delete().eq('id', id);
    await backend.sql(
      `update storage.objects set created_at = now() - interval '9 days', updated_at = now() - interval '9 days'`,
    );
    expect(await run()).toMatchObject({ deleted: 0 });
    expect((await owner.rpc('undo_file_removal', { p_table: 'documents', p_id: id })).data).toBe(1);
    await owner.from('documents').delete().eq('id', id);
    await makeOlder('25 hours');
    expect(await run()).toMatchObject({ deleted: 1 });
  });

  test('of a deleted record stays as long as the record can be restored', async () => {
    await addPhoto();
    await owner.from('machines').delete().eq('id', machine);
    await makeOlder('30 days');
    expect(await run()).toMatchObject({ deleted: 0 });
    await makeOlder('2 days');
    expect(await run()).toMatchObject({ deleted: 1 });
  });

  test('is deleted, also if there are thousands of them', async () => {
    await backend.sql(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata, created_at, updated_at)
       select 'documents', $1::uuid || '/' || gen_random_uuid() || '.pdf', $1::uuid, gen_random_uuid(), '{"size": 5}', now() - interval '2 days', now() - interval '2 days'
       from generate_series(1, 2300)`,
      [owner.id],
    );
    expect(await run()).toMatchObject({ deleted: 2300 });
  });
});

test('documents are deleted between the photos, so that many photos never use up the whole time', async () => {
  await backend.sql(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata, created_at, updated_at)
     select 'photos', $1::uuid || '/machines/' || $2::uuid || '/' || gen_random_uuid() || '.jpg', $1::uuid, gen_random_uuid(), '{"size": 5}', now() - interval '2 days', now() - interval '2 days'
     from generate_series(1, 2100)`,
    [owner.id, machine],
  );
  await upload('documents', documentPath(crypto.randomUUID()));
  await makeOlder('2 days');
  await backend.script(`
    create table private.deleted_files (place serial, bucket text);
    create function private.list_deleted() returns trigger language plpgsql security definer set search_path = '' as
      'begin insert into private.deleted_files (bucket) values (old.bucket_id); return null; end';
    create trigger list_deleted after delete on storage.objects for each row execute function private.list_deleted();
  `);
  expect(await run()).toMatchObject({ deleted: 2101 });
  const places = await backend.sql<{ bucket: string; last: number }>(
    'select bucket, max(place) as last from private.deleted_files group by bucket order by last',
  );
  expect(places).toEqual([
    { bucket: 'documents', last: 2001 },
    { bucket: 'photos', last: 2101 },
  ]);
  await backend.script('drop trigger list_deleted on storage.objects; drop table private.deleted_files;');
});

describe('a row without its file', () => {
  const deleteAllFiles = () =>
    backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`);

  test('is deleted after a day', async () => {
    await addPhoto();
    await addDocument();
    await deleteAllFiles();
    await makeOlder('23 hours');
    expect(await run()).toMatchObject({ removed: 0, kept: 0 });
    await makeOlder('2 hours');
    expect(await run()).toMatchObject({ removed: 2, kept: 0 });
    expect(await rows()).toEqual([]);
  });

  /** Rows of photos, two days old, whose files were never stored. */
  const addRowsWithoutFile = async (count: number, person = owner) => {
    await backend.sql(
      `with new as (select gen_random_uuid() as id from generate_series(1, $3))
       insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by, created_at)
       select id, $1::uuid, 'machines', $2::uuid, $1::uuid || '/machines/' || $2::uuid || '/' || id || '.jpg', 'image/jpeg', 5, $1::uuid, now() - interval '2 days' from new`,
      [person.id, machine, count],
    );
  };

  test('stays if its account lacks more than 100 files, which does not stop the cleaning of other accounts', async () => {
    await addRowsWithoutFile(101);
    await addRowsWithoutFile(2, await backend.user());
    expect(await run()).toMatchObject({ removed: 2, kept: 101 });
    expect(await rows()).toHaveLength(101);
  });

  test('stays while many files of many accounts are missing, which is a fault of the storage', async () => {
    await addRowsWithoutFile(60);
    await addRowsWithoutFile(60, await backend.user());
    expect(await run()).toMatchObject({ removed: 0, kept: 120 });
    // Files that are a small part of all are not a fault.
    await backend.sql(
      `with new as (
         insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by)
         select id, $1::uuid, 'machines', $2::uuid, $1::uuid || '/machines/' || $2::uuid || '/' || id || '.jpg', 'image/jpeg', 5, $1::uuid
         from (select gen_random_uuid() as id from generate_series(1, 1200)) one returning storage_path)
       insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       select 'photos', storage_path, $1::uuid, gen_random_uuid(), '{"size": 5}' from new`,
      [owner.id, machine],
    );
    expect(await run()).toMatchObject({ removed: 120, kept: 0 });
  });

  test('stays during a restore, which sends the files after the rows, and for a day after it', async () => {
    await addRowsWithoutFile(3);
    await backend.sql(
      `insert into private.restores (user_id, archive, made_at, former, parts, last_log_id)
       values ($1, repeat('a', 64), now(), gen_random_uuid(), 1, 0)`,
      [owner.id],
    );
    expect(await run()).toMatchObject({ removed: 0, kept: 0 });
    const finished = async (ago: string) => {
      await backend.sql(
        `update private.restores set state = 'done', finished_at = now() - $2::interval where user_id = $1`,
        [owner.id, ago],
      );
    };
    await finished('23 hours');
    expect(await run()).toMatchObject({ removed: 0, kept: 0 });
    await finished('25 hours');
    expect(await run()).toMatchObject({ removed: 3, kept: 0 });
  });

  test('of another account stays if it only has the same id, as a restored row has', async () => {
    const id = await addPhoto();
    const former = await backend.user();
    await backend.sql(
      `insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by, created_at)
       select $1::uuid, $2::uuid, 'machines', $3::uuid, $2::uuid || '/machines/' || $3::uuid || '/' || $1::uuid || '.jpg', 'image/jpeg', 5, $2::uuid, now() - interval '2 days'`,
      [id, former.id, machine],
    );
    await backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`);
    expect(await run()).toMatchObject({ removed: 1, kept: 0 });
    const left = await backend.sql('select user_id from public.attachments');
    expect(left).toEqual([{ user_id: owner.id }]);
  });
});

test('only the schedule may call it', async () => {
  for (const answer of [await backend.call('clean-files', { person: owner }), await backend.call('clean-files')])
    expect(answer.status).toBe(401);
});
