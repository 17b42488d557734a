// The storage service behaves like a hosted project's, as far as the app uses it, and row policies apply to it.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { tokenOf } from '@tests/support/database/rest';
import { filesIn } from '../../../supabase/local/storage/files';
import { signToken } from '../../../supabase/local/auth/tokens';

// A bucket in which everyone has a folder, and where files in "fixed" can't be overwritten.
const SCHEMA = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('papers', 'papers', false, 1000, '{image/png,text/plain}');
  insert into storage.buckets (id, name, public) values ('open', 'open', false);
  create policy "own folder is read" on storage.objects for select to authenticated
    using (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "own folder is added to" on storage.objects for insert to authenticated
    with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "own folder is changed" on storage.objects for update to authenticated
    using (bucket_id = 'papers' and owner_id = (select auth.uid())::text and coalesce((storage.foldername(name))[2], '') <> 'fixed');
  create policy "own folder is emptied" on storage.objects for delete to authenticated
    using (bucket_id = 'papers' and owner_id = (select auth.uid())::text);`;

let backend: TestBackend;
let ann: Person;
let bob: Person;
const png = (text: string) => new Blob([text], { type: 'image/png' });
const pathOf = (person: Person, name: string) => `${person.id}/${name}`;
const papers = (person: Person) => person.storage.from('papers');
const refusal = (statusCode: string, message: string) => ({ data: null, error: { statusCode, message } });
const POLICY = 'new row violates row-level security policy';

beforeAll(async () => {
  backend = await testBackend();
  await backend.script(SCHEMA);
  ann = await backend.user();
  bob = await backend.user();
});
afterAll(() => backend.close());
beforeEach(() => backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`));

/** A raw HTTP request. */
async function raw(
  method: string,
  path: string,
  person: Person | null,
  init: { body?: string; headers?: Record<string, string> } = {},
) {
  const authorization = person ? { authorization: `Bearer ${await tokenOf(person)}` } : {};
  const response = await backend.fetch(`${ORIGIN}/storage/v1/object/${path}`, {
    ...init,
    method,
    headers: { apikey: backend.keys.publishable, ...authorization, ...init.headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('upload and download', () => {
  test('return what was stored, to its owner only', async () => {
    const name = pathOf(ann, 'a/hill.png');
    const { data, error } = await papers(ann).upload(name, png('grass'));
    expect(error).toBeNull();
    expect(data).toMatchObject({
      path: name,
      fullPath: `papers/${name}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const downloaded = await papers(ann).download(name);
    expect(await downloaded.data?.text()).toBe('grass');
    expect(downloaded.data?.type).toBe('image/png');
    expect(await papers(bob).download(name)).toMatchObject(refusal('404', 'Object not found'));
    expect(await backend.anon().storage.from('papers').download(name)).toMatchObject(
      refusal('404', 'Object not found'),
    );
    expect(await (await backend.service().storage.from('papers').download(name)).data?.text()).toBe('grass');
    const [row] = await backend.sql('select owner, owner_id, path_tokens, metadata from storage.objects');
    expect(row).toMatchObject({
      owner: ann.id,
      owner_id: ann.id,
      path_tokens: [ann.id, 'a', 'hill.png'],
      metadata: { size: 5, mimetype: 'image/png', cacheControl: 'max-age=3600' },
    });
  });

  test('another person’s folder is refused, also for anonymous requests', async () => {
    const name = pathOf(bob, 'mine.png');
    expect(await papers(ann).upload(name, png('x'))).toMatchObject(refusal('403', POLICY));
    expect(await backend.anon().storage.from('papers').upload(name, png('x'))).toMatchObject(refusal('403', POLICY));
    expect(await backend.sql('select 1 from storage.objects')).toEqual([]);
  });

  test('a second upload is a duplicate, unless it asks to replace', async () => {
    const name = pathOf(ann, 'a.png');
    await papers(ann).upload(name, png('one'));
    expect(await papers(ann).upload(name, png('two'))).toMatchObject(refusal('409', 'The resource already exists'));
    expect(await (await papers(ann).download(name)).data?.text()).toBe('one');
    expect((await papers(ann).upload(name, png('two'), { upsert: true })).error).toBeNull();
    expect(await (await papers(ann).download(name)).data?.text()).toBe('two');
    const fixed = pathOf(ann, 'fixed/a.png');
    expect((await papers(ann).upload(fixed, png('one'), { upsert: true })).error).toBeNull();
    expect(await papers(ann).upload(fixed, png('two'), { upsert: true })).toMatchObject(refusal('403', POLICY));
    expect(await (await papers(ann).download(fixed)).data?.text()).toBe('one');
  });

  test('the bucket’s limits apply to forms and plain bodies alike', async () => {
    const big = 'x'.repeat(1001);
    const large = refusal('413', 'The object exceeded the maximum allowed size');
    expect(await papers(ann).upload(pathOf(ann, 'b.png'), png(big))).toMatchObject(large);
    const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    const wrong = refusal('415', 'mime type image/svg+xml is not supported');
    expect(await papers(ann).upload(pathOf(ann, 'b.svg'), svg)).toMatchObject(wrong);
    expect(
      await raw('POST', `papers/${pathOf(ann, 'b.png')}`, ann, { body: big, headers: { 'content-type': 'image/png' } }),
    ).toMatchObject({
      status: 400,
      text: JSON.stringify({
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
      }),
    });
    const plain = await raw('POST', `papers/${pathOf(ann, 'c.txt')}`, ann, { body: 'hello' });
    expect({ status: plain.status, text: JSON.parse(plain.text) as unknown }).toMatchObject({
      status: 200,
      text: { Key: `papers/${pathOf(ann, 'c.txt')}` },
    });
    expect(await backend.sql('select 1 from storage.objects')).toHaveLength(1);
  });

  test('an unknown bucket, an invalid name and an invalid token get different errors', async () => {
    expect(await ann.storage.from('nowhere').upload('a.png', png('x'))).toMatchObject(
      refusal('404', 'Bucket not found'),
    );
    expect(await papers(ann).upload(pathOf(ann, 'ä.png'), png('x'))).toMatchObject(
      refusal('400', `Invalid key: ${pathOf(ann, 'ä.png')}`),
    );
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const [header = '', payload = ''] = (await tokenOf(ann)).split('.');
    const forged = await raw('GET', `papers/${pathOf(ann, 'a.png')}`, null, bearer(`${header}.${payload}.AAAA`));
    expect(JSON.parse(forged.text)).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
    });
    const expiredToken = signToken({ sub: ann.id, role: 'authenticated', exp: 1000 }, backend.keys.jwtSecret);
    const expired = await raw('GET', `papers/${pathOf(ann, 'a.png')}`, null, bearer(expiredToken));
    expect(JSON.parse(expired.text)).toMatchObject({
      statusCode: '403',
      message: '"exp" claim timestamp check failed',
    });
    expect((await raw('GET', `papers/${pathOf(ann, 'a.png')}`, null)).status).toBe(400);
  });

  test('a name can’t traverse out of its folder', async () => {
    for (const name of ['..%2F..%2Fetc%2Fpasswd', `${ann.id}%2F..%2F${bob.id}%2Fa.png`, '%2e%2e/secret.png']) {
      const answer = await raw('POST', `papers/${name}`, ann, { body: 'x', headers: { 'content-type': 'image/png' } });
      expect(answer.status).not.toBe(500);
    }
    // What the policy allowed is stored under its literal name, in her folder.
    const rows = await backend.sql<{ name: string }>('select name from storage.objects');
    expect(rows.every(({ name }) => name.startsWith(`${ann.id}/`))).toBe(true);
    expect((await papers(bob).list(bob.id)).data).toEqual([]);
  });

  test('a file uploaded with a wrong type is served with that type, without sniffing', async () => {
    await papers(ann).upload(pathOf(ann, 'page.png'), png('<script>alert(1)</script>'));
    const page = await raw('GET', `papers/${pathOf(ann, 'page.png')}`, ann);
    expect(page.headers.get('content-type')).toBe('image/png');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('signed URLs', () => {
  const read = async (url: string) => {
    const response = await backend.fetch(url);
    return { status: response.status, text: await response.text() };
  };

  test('give access to one file without a session', async () => {
    await papers(ann).upload(pathOf(ann, 'a.png'), png('grass'));
    await papers(ann).upload(pathOf(ann, 'b.png'), png('hay'));
    const { data } = await papers(ann).createSignedUrl(pathOf(ann, 'a.png'), 60);
    const url = data?.signedUrl ?? '';
    expect(url).toContain(`/storage/v1/object/sign/papers/${ann.id}/a.png?token=`);
    expect(await read(url)).toEqual({ status: 200, text: 'grass' });
    expect(await read(url.replace('a.png', 'b.png'))).toMatchObject({ status: 400 });
    expect(await read(url.slice(0, -3))).toMatchObject({ status: 400 });
    expect(await read(url.split('?')[0] ?? '')).toMatchObject({ status: 400 });
    const { data: both } = await papers(ann).createSignedUrls([pathOf(ann, 'b.png'), pathOf(ann, 'c.png')], 60);
    expect(await read(both?.[0]?.signedUrl ?? '')).toEqual({ status: 200, text: 'hay' });
    expect(both?.[1]).toMatchObject({ signedUrl: null, path: pathOf(ann, 'c.png') });
  });

  test('can be created by people with read access, and expire', async () => {
    await papers(ann).upload(pathOf(ann, 'a.png'), png('grass'));
    expect(await papers(bob).createSignedUrl(pathOf(ann, 'a.png'), 60)).toMatchObject(
      refusal('404', 'Object not found'),
    );
    const url = `papers/${pathOf(ann, 'a.png')}`;
    const expiredToken = signToken({ url, exp: 1000 }, `${backend.keys.jwtSecret} storage`);
    expect(await read(`${ORIGIN}/storage/v1/object/sign/${url}?token=${expiredToken}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('claim timestamp check failed') as string,
    });
    // A session's token is not a signed URL.
    expect(await read(`${ORIGIN}/storage/v1/object/sign/${url}?token=${await tokenOf(ann)}`)).toMatchObject({
      status: 400,
    });
  });
});

test('a folder listing depends on the caller’s rights', async () => {
  for (const name of ['a.png', 'deep/b.png', 'deep/c.png']) await papers(ann).upload(pathOf(ann, name), png(name));
  const { data } = await papers(ann).list(ann.id);
  expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ['a.png', true],
    ['deep', false],
  ]);
  expect((await papers(ann).list(`${ann.id}/deep`, { limit: 1, offset: 1 })).data?.map(({ name }) => name)).toEqual([
    'c.png',
  ]);
  expect((await papers(bob).list(ann.id)).data).toEqual([]);
});

test('only what the caller may delete is removed, with its file', async () => {
  await papers(ann).upload(pathOf(ann, 'a.png'), png('grass'));
  expect(await papers(bob).remove([pathOf(ann, 'a.png')])).toEqual({ data: [], error: null });
  expect(
    (await papers(ann).remove([pathOf(ann, 'a.png'), pathOf(ann, 'none.png')])).data?.map(({ name }) => name),
  ).toEqual([pathOf(ann, 'a.png')]);
  expect(await papers(ann).download(pathOf(ann, 'a.png'))).toMatchObject(refusal('404', 'Object not found'));
});

test('SQL alone can’t delete an object', async () => {
  await papers(ann).upload(pathOf(ann, 'a.png'), png('grass'));
  await expect(backend.sql('delete from storage.objects')).rejects.toThrow('Direct deletion');
});

test('paths are split as on a hosted project', async () => {
  const [row] = await backend.sql(
    `select storage.foldername('a/b/c.tar.gz') as folders, storage.filename('a/b/c.tar.gz') as file,
       storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c.png') as none`,
  );
  expect(row).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: [] });
});

describe('bytes in a folder', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'farm-files-')), 'files');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are stored under their version, and other names are not found', async () => {
    const files = filesIn(folder);
    const version = crypto.randomUUID();
    expect(existsSync(folder)).toBe(false);
    await files.write(version, new Uint8Array([1, 2, 3]));
    expect(readdirSync(folder)).toEqual([version]);
    expect(
      createHash('md5')
        .update((await files.read(version)) ?? '')
        .digest('hex'),
    ).toBe(
      createHash('md5')
        .update(new Uint8Array([1, 2, 3]))
        .digest('hex'),
    );
    await files.remove(version);
    expect(await files.read(version)).toBeNull();
    await expect(async () => files.read('../keys.json')).rejects.toThrow('uuid');
  });
});
