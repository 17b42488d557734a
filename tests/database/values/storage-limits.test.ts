// Limits on storage: per account and person, photos of existing entries only. A photo whose row in attachments exists can't be
// overwritten or removed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { photoOf } from '@tests/support/database/persona-ids';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let workId: string;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  workId = await logWork(owner);
});

async function logWork(person: Person) {
  const fields = { customer: 'Hill Farm', task_name: 'Hedges', chargeable_unit: 'each', quantity: 1 };
  const { data, error } = await person
    .from('works')
    .insert({ ...fields, rate: 10, work_date: '2026-11-02' })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

const DENIED = { error: { message: 'new row violates row-level security policy' } };
const photos = (person: Person) => person.storage.from('photos');
const photoPath = (id: string = crypto.randomUUID(), { table = 'works', parent = workId } = {}) =>
  `${owner.id}/${table}/${parent}/${id}.jpg`;
const jpeg = (text = 'photo') => new Blob([text], { type: 'image/jpeg' });
const refusalOf = async (person: Person, at: string) =>
  (await person.rpc('photo_refusal', { p_path: at })).data?.map(({ sentence }) => sentence);

/** Adds files that were uploaded `hours` ago. */
const addFiles = (bucket: string, folder: string, count: number, { bytes = 1000, hours = 30, by = owner.id } = {}) =>
  backend.sql(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata, created_at)
     select $1, $2 || '/' || gen_random_uuid() || '.jpg', $5, gen_random_uuid(), jsonb_build_object('size', $4::bigint),
       now() - make_interval(hours => $6)
     from generate_series(1, $3::int)`,
    [bucket, folder, count, bytes, by, hours],
  );
const otherFolder = () => `${owner.id}/works/${crypto.randomUUID()}`;
const MB = 1024 * 1024;

describe('a photo is refused', () => {
  test('if its entry does not exist, belongs to another account, or is hidden', async () => {
    const stranger = await backend.user();
    for (const parent of [crypto.randomUUID(), await logWork(stranger)])
      for (const table of ['works', 'notes', 'checklist_completions']) {
        const at = photoPath(undefined, { table, parent });
        expect(await photos(owner).upload(at, jpeg()), at).toMatchObject(DENIED);
        expect(await refusalOf(owner, at)).toEqual(['The entry that this photo belongs to is not there any more.']);
      }
    await backend.sql('update public.farm_settings set employees_see_all_works = false where user_id = $1', [owner.id]);
    expect(await photos(driver).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect((await photos(owner).upload(photoPath(), jpeg())).error).toBeNull();
  });

  test('if its name is not an id with the extension of a picture', async () => {
    for (const name of ['x.jpg', `${crypto.randomUUID()}.html`, `${crypto.randomUUID()}.pdf`, crypto.randomUUID()])
      expect(await photos(owner).upload(`${owner.id}/works/${workId}/${name}`, jpeg()), name).toMatchObject(DENIED);
  });

  test('when the account has used its space: one gigabyte on trial, ten when paying', async () => {
    await addFiles('photos', otherFolder(), 1, { bytes: 1024 * MB });
    expect(await photos(driver).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect(await refusalOf(driver, photoPath())).toEqual([
      'This farm has stored 1,024 MB of photos, and that is all there is room for. Delete photos that nobody needs, then try again.',
    ]);
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 day' where id = $1`,
      [owner.id],
    );
    expect(await refusalOf(driver, photoPath())).toEqual([]);
    expect((await photos(driver).upload(photoPath(), jpeg())).error).toBeNull();
    await addFiles('photos', otherFolder(), 1, { bytes: 9 * 1024 * MB });
    expect(await photos(driver).upload(photoPath(), jpeg())).toMatchObject(DENIED);
  });

  test('when the account has reached its number of photos, whatever their size', async () => {
    await addFiles('photos', otherFolder(), 2000, { bytes: 1 });
    expect(await photos(owner).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect(await refusalOf(owner, photoPath())).toEqual([
      'This farm has stored 2,000 photos, and that is all there is room for. Delete photos that nobody needs, then try again.',
    ]);
  });

  test('when a person has reached the daily limit, for that person only', async () => {
    await addFiles('photos', otherFolder(), 1000, { by: driver.id, hours: 1, bytes: 1 });
    expect(await photos(driver).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect(await refusalOf(driver, photoPath())).toEqual([
      'You have sent 1,000 photos in 24 hours, which are the most. Try again tomorrow.',
    ]);
    expect((await photos(owner).upload(photoPath(), jpeg())).error).toBeNull();
    await backend.sql(`update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1`, [
      driver.id,
    ]);
    expect((await photos(driver).upload(photoPath(), jpeg())).error).toBeNull();
  });

  test('when the entry has 100 photos', async () => {
    await addFiles('photos', `${owner.id}/works/${workId}`, 100);
    expect(await photos(owner).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect(await refusalOf(owner, photoPath())).toEqual(['An entry has 100 photos at most.']);
    const next = await logWork(owner);
    expect((await photos(owner).upload(photoPath(undefined, { parent: next }), jpeg())).error).toBeNull();
  });

  test('nothing is revealed about another account’s files', async () => {
    const stranger = await backend.user();
    await addFiles('photos', otherFolder(), 2000);
    const othersWork = await logWork(stranger);
    const at = `${stranger.id}/works/${othersWork}/${crypto.randomUUID()}.jpg`;
    expect((await photos(stranger).upload(at, jpeg())).error).toBeNull();
    expect(await refusalOf(stranger, photoPath())).toEqual([
      'The entry that this photo belongs to is not there any more.',
    ]);
  });
});

describe('a removed or suspended person', () => {
  test.each([
    ['removed', 'admin_id = null'],
    ['suspended', `person_status = 'suspended'`],
  ])('%s stores nothing, not even a picture of themselves', async (_, change) => {
    const picture = `${driver.id}/${'a'.repeat(64)}.jpg`;
    await backend.sql(`update public.profiles set ${change} where id = $1`, [driver.id]);
    expect(await driver.storage.from('avatars').upload(picture, jpeg())).toMatchObject(DENIED);
    expect(await photos(driver).upload(photoPath(), jpeg())).toMatchObject(DENIED);
    expect(await refusalOf(driver, photoPath())).toEqual([]);
    const own = `${driver.id}/works/${workId}/${crypto.randomUUID()}.jpg`;
    expect(await photos(driver).upload(own, jpeg())).toMatchObject(DENIED);
  });
});

test('avatars and logos have their limits', async () => {
  const picture = `${driver.id}/${'a'.repeat(64)}.jpg`;
  const logo = `${owner.id}/invoice/${'a'.repeat(64)}.png`;
  const png = new Blob(['x'], { type: 'image/png' });
  await addFiles('avatars', driver.id, 20, { by: driver.id });
  await addFiles('logos', `${owner.id}/invoice`, 100);
  expect(await driver.storage.from('avatars').upload(picture, jpeg())).toMatchObject(DENIED);
  expect(await owner.storage.from('logos').upload(logo, png)).toMatchObject(DENIED);
  // Other people's are not counted.
  expect((await owner.storage.from('avatars').upload(picture.replace(driver.id, owner.id), jpeg())).error).toBeNull();
});

describe('a photo whose row exists', () => {
  const row = (id: string) => ({ ...photoOf(owner.id, workId, id), bytes: 5 });
  /** Runs a statement as the person on storage.objects, as the storage service does to move, copy or overwrite. */
  const asPerson = (person: Person, query: string, params: string[]) =>
    backend.transaction(async (sql) => {
      await sql.query(
        `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true),
           set_config('storage.allow_delete_query', 'true', true)`,
        [JSON.stringify({ sub: person.id, role: 'authenticated' })],
      );
      return (await sql.query(query, params)).length;
    });

  test('can’t be overwritten, moved or deleted, by its author or by the holder', async () => {
    const id = crypto.randomUUID();
    const at = photoPath(id);
    expect((await photos(driver).upload(at, jpeg('first'))).error).toBeNull();
    expect((await driver.from('attachments').insert(row(id))).error).toBeNull();
    for (const person of [driver, owner]) {
      expect(await photos(person).upload(at, jpeg('other'), { upsert: true })).toMatchObject(DENIED);
      expect((await photos(person).remove([at])).data).toEqual([]);
      const moveQuery = 'update storage.objects set name = $2 where name = $1 returning 1';
      expect(await asPerson(person, moveQuery, [at, photoPath()])).toBe(0);
      const changeQuery = `update storage.objects set metadata = '{}', version = $2 where name = $1 returning 1`;
      expect(await asPerson(person, changeQuery, [at, 'second'])).toBe(0);
    }
    expect(await (await photos(owner).download(at)).data?.text()).toBe('first');
  });

  test('can be deleted after its row, as the app does it', async () => {
    const id = crypto.randomUUID();
    await photos(driver).upload(photoPath(id), jpeg('first'));
    await driver.from('attachments').insert(row(id));
    await driver.from('attachments').delete().eq('id', id);
    expect((await photos(driver).remove([photoPath(id)])).data).toHaveLength(1);
  });

  test('can’t get a file later if it never had one', async () => {
    const id = crypto.randomUUID();
    expect((await owner.from('attachments').insert(row(id))).error).toBeNull();
    expect(await photos(owner).upload(photoPath(id), jpeg())).toMatchObject(DENIED);
    const copyQuery = `insert into storage.objects (bucket_id, name, owner_id) values ('photos', $1, $2) returning 1`;
    await expect(asPerson(owner, copyQuery, [photoPath(id), owner.id])).rejects.toThrow('row-level security');
    expect(await asPerson(owner, copyQuery, [photoPath(), owner.id])).toBe(1);
  });

  test('a photo without a row can be moved only to where it could have been added', async () => {
    const at = photoPath();
    await photos(owner).upload(at, jpeg());
    const moveQuery = 'update storage.objects set name = $2 where name = $1 returning 1';
    for (const to of [`${driver.id}/works/${workId}/x.jpg`, photoPath(undefined, { parent: crypto.randomUUID() })])
      await expect(asPerson(owner, moveQuery, [at, to])).rejects.toThrow('row-level security');
    expect(await asPerson(owner, moveQuery, [at, photoPath()])).toBe(1);
  });

  test('records its storage version, and is refused if the file has another size or type', async () => {
    const id = crypto.randomUUID();
    await photos(owner).upload(photoPath(id), jpeg('first'));
    const message = 'The file that was stored is not the photo that this entry names.';
    for (const change of [{ bytes: 6 }, { mime: 'image/png', storage_path: photoPath(id).replace('.jpg', '.png') }]) {
      const name = change.storage_path ?? photoPath(id);
      if (change.storage_path) await photos(owner).upload(name, jpeg('first'));
      expect((await owner.from('attachments').insert({ ...row(id), ...change })).error).toMatchObject({
        code: '23514',
        message,
      });
    }
    expect((await owner.from('attachments').insert(row(id))).error).toBeNull();
    const [stored] = await backend.sql(
      `select a.file_version = o.version as same from public.attachments a join storage.objects o on o.name = a.storage_path
       where a.id = $1`,
      [id],
    );
    expect(stored).toEqual({ same: true });
  });
});

describe('a signed URL', () => {
  const signUrl = async (person: Person, at: string, seconds: number) =>
    (await photos(person).createSignedUrl(at, seconds)).data?.signedUrl ?? '';

  test('is valid for at most ten minutes, whatever was requested', async () => {
    const at = photoPath();
    await photos(owner).upload(at, jpeg());
    for (const [seconds, lifetime] of [
      [60, 60],
      [3600, 600],
      [31536000, 600],
    ] as const) {
      const token = new URL(await signUrl(owner, at, seconds)).searchParams.get('token') ?? '';
      const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        number
      >;
      expect((exp ?? 0) - (iat ?? 0)).toBe(lifetime);
    }
  });

  test('stops working as soon as its creator loses access', async () => {
    const id = crypto.randomUUID();
    const at = photoPath(id);
    await photos(owner).upload(at, jpeg());
    const row = { id, user_id: owner.id, parent_table: 'works', parent_id: workId, storage_path: at };
    const { error } = await owner.from('attachments').insert({ ...row, mime: 'image/jpeg', bytes: 5 });
    expect(error).toBeNull();
    const [driverUrl, ownerUrl] = [await signUrl(driver, at, 600), await signUrl(owner, at, 600)];
    expect((await backend.fetch(driverUrl)).status).toBe(200);
    await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
    expect((await backend.fetch(driverUrl)).status).toBe(400);
    expect((await backend.fetch(ownerUrl)).status).toBe(200);
  });
});
