// Attacks on photos and logos: other accounts' folders, path traversal, files that are no pictures, people without
// access.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { photoOf, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';

let backend: TestBackend;
let people: Personas['people'];
const PHOTO = 'ffffffff-0000-4000-8000-000000000001';
const POLICY = 'new row violates row-level security policy';
const picture = (text = 'photo', type = 'image/jpeg') => new Blob([text], { type });
type PersonName = keyof Personas['people'];

const photos = (persona: PersonName) => people[persona].storage.from('photos');
const logos = (persona: PersonName) => people[persona].storage.from('logos');
const photoPath = (account: PersonName, work = rowId(3, 'A1'), id = PHOTO) =>
  `${people[account].id}/works/${work}/${id}.jpg`;
const logoPath = (account: PersonName, hash = 'a'.repeat(64)) => `${people[account].id}/invoice/${hash}.png`;
/** Adds the row of a photo that was uploaded with `picture()`. */
const file = (persona: PersonName, work: string, id = PHOTO) =>
  people[persona].from('attachments').insert({ ...photoOf(people.A1.id, work, id), bytes: 5 });
const refused = (statusCode: string, message: string) => ({ error: { statusCode, message } });
const stored = () => backend.sql<{ name: string }>('select name from storage.objects order by name');

beforeAll(async () => {
  ({
    backend,
    personas: { people },
  } = await openPersonas());
});
afterAll(() => backend.close());
beforeEach(() => backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`));

describe('photos', () => {
  test('are added by the holder and employees, and can be read within the account', async () => {
    expect((await photos('A1').upload(photoPath('A1'), picture())).error).toBeNull();
    const id = 'ffffffff-0000-4000-8000-000000000002';
    const second = photoPath('A1', rowId(3, 'E1'), id);
    expect((await photos('E1').upload(second, picture())).error).toBeNull();
    expect(await photos('E1b').download(second)).toMatchObject(refused('404', 'Object not found'));
    expect((await file('E1', rowId(3, 'E1'), id)).error).toBeNull();
    for (const persona of ['A1', 'E1', 'E1b'] as const)
      expect((await photos(persona).download(second)).error).toBeNull();
    for (const persona of ['A2', 'L', 'EL', 'R', 'U'] as const) {
      expect(await photos(persona).download(second)).toMatchObject(refused('404', 'Object not found'));
      expect(await photos(persona).createSignedUrl(second, 60)).toMatchObject(refused('404', 'Object not found'));
      expect((await photos(persona).list(people.A1.id)).data).toEqual([]);
    }
    await people.A1.from('attachments').delete().eq('id', id);
  });

  test('of a deleted or erased job are read by the holder only, who may bring it back', async () => {
    const work = crypto.randomUUID();
    const [id, hidden] = [crypto.randomUUID(), refused('404', 'Object not found')];
    const name = photoPath('A1', work, id);
    const job = {
      id: work,
      user_id: people.A1.id,
      customer: 'J. Doe',
      task_name: 'Ploughing',
      chargeable_unit: 'hour',
    };
    expect((await people.E1.from('works').insert({ ...job, work_date: '2026-11-03' })).error).toBeNull();
    await photos('E1').upload(name, picture());
    expect((await file('E1', work, id)).error).toBeNull();
    expect((await photos('E1b').download(name)).error).toBeNull();
    expect((await people.E1.from('works').delete().eq('id', work)).error).toBeNull();
    for (const persona of ['E1', 'E1b'] as const) {
      expect(await photos(persona).download(name)).toMatchObject(hidden);
      expect(await photos(persona).createSignedUrl(name, 60)).toMatchObject(hidden);
    }
    expect((await photos('A1').download(name)).error).toBeNull();
    expect((await people.A1.rpc('restore_deleted_work', { p_id: work })).error).toBeNull();
    expect((await photos('E1b').download(name)).error).toBeNull();
    expect((await people.A1.from('works').delete().eq('id', work)).error).toBeNull();
    const { data } = await people.A1.rpc('erase_deleted_work', { p_id: work });
    expect(data).toEqual([{ path: name }]);
    for (const persona of ['E1', 'E1b'] as const) expect(await photos(persona).download(name)).toMatchObject(hidden);
    expect((await photos('A1').remove([name])).data).toHaveLength(1);
  });

  test.each(['A2', 'R', 'U', 'L', 'EL'] as const)('%s can’t add photos to the account of A1', async (persona) => {
    expect(await photos(persona).upload(photoPath('A1'), picture())).toMatchObject(refused('403', POLICY));
    expect(await photos(persona).upload(photoPath('A1'), picture(), { upsert: true })).toMatchObject(
      refused('403', POLICY),
    );
    expect(await stored()).toEqual([]);
  });

  test('a lapsed account can’t add photos, but can read its own', async () => {
    const name = photoPath('L', rowId(3, 'L'));
    expect(await photos('L').upload(name, picture())).toMatchObject(refused('403', POLICY));
    expect(await photos('EL').upload(name, picture())).toMatchObject(refused('403', POLICY));
    await backend.service().storage.from('photos').upload(name, picture());
    const row = { ...photoOf(people.L.id, rowId(3, 'L'), PHOTO), bytes: 5, created_by_name: 'Lou' };
    expect((await backend.service().from('attachments').insert(row)).error).toBeNull();
    expect((await photos('EL').download(name)).error).toBeNull();
    expect((await photos('L').remove([name])).data).toEqual([]);
  });

  test('without a session no photo can be added, read or listed', async () => {
    await photos('A1').upload(photoPath('A1'), picture());
    const anonymous = backend.anon().storage.from('photos');
    expect(await anonymous.upload(photoPath('A1', rowId(3, 'A1'), rowId(3, 'A2')), picture())).toMatchObject(
      refused('403', POLICY),
    );
    expect(await anonymous.download(photoPath('A1'))).toMatchObject(refused('404', 'Object not found'));
    expect((await anonymous.list(people.A1.id)).data).toEqual([]);
    expect((await anonymous.remove([photoPath('A1')])).data).toEqual([]);
  });

  test('a photo’s name can’t lead into another folder', async () => {
    const A1 = () => people.A1.id;
    const names = [
      `${A1()}/works/x.jpg`,
      `${A1()}/x.jpg`,
      `${A1()}/invoices/${rowId(3, 'A1')}/x.jpg`,
      `${A1()}/works/../../${people.A2.id}/x.jpg`,
      `../${people.A2.id}/works/${rowId(3, 'A2')}/x.jpg`,
      `${people.A2.id}/works/${rowId(3, 'A2')}/x.jpg`,
      `/${people.A2.id}/works/${rowId(3, 'A2')}/x.jpg`,
      `works/${rowId(3, 'A1')}/x.jpg`,
    ];
    for (const name of names) expect((await photos('A1').upload(name, picture())).error, name).not.toBeNull();
    expect(await stored()).toEqual([]);
  });

  test('another person’s photo can’t be overwritten, not even by the holder', async () => {
    await photos('E1').upload(photoPath('A1'), picture('one'));
    for (const persona of ['A1', 'E1b', 'A2'] as const) {
      expect(await photos(persona).upload(photoPath('A1'), picture('two'), { upsert: true })).toMatchObject(
        refused('403', POLICY),
      );
    }
    expect((await photos('E1').upload(photoPath('A1'), picture('again'), { upsert: true })).error).toBeNull();
    expect(await (await photos('A1').download(photoPath('A1'))).data?.text()).toBe('again');
  });

  test('can be deleted by the person who added them, or the holder', async () => {
    await photos('E1').upload(photoPath('A1'), picture());
    for (const persona of ['E1b', 'A2', 'R', 'U'] as const)
      expect((await photos(persona).remove([photoPath('A1')])).data).toEqual([]);
    expect((await photos('A1').remove([photoPath('A1')])).data).toHaveLength(1);
    await photos('E1').upload(photoPath('A1'), picture());
    expect((await photos('E1').remove([photoPath('A1')])).data).toHaveLength(1);
  });

  test('must be pictures of at most ten megabytes', async () => {
    const tooLarge = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: 'image/jpeg' });
    expect(await photos('A1').upload(photoPath('A1'), tooLarge)).toMatchObject(
      refused('413', 'The object exceeded the maximum allowed size'),
    );
    for (const type of ['image/svg+xml', 'text/html', 'image/heic', 'application/javascript']) {
      const answer = await photos('A1').upload(photoPath('A1'), picture('<svg/>', type));
      expect(answer).toMatchObject(refused('415', `mime type ${type} is not supported`));
    }
    expect(await stored()).toEqual([]);
  });

  test('an HTML page stored as a photo is returned as a photo, never as a page', async () => {
    await photos('E1').upload(photoPath('A1'), picture('<script>alert(1)</script>'));
    const { data } = await photos('A1').createSignedUrl(photoPath('A1'), 60);
    const response = await backend.fetch(data?.signedUrl ?? '');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('employees who see only their own jobs see only their own photos', async () => {
    const id = crypto.randomUUID();
    await photos('E1').upload(photoPath('A1', rowId(3, 'E1'), id), picture());
    expect((await file('E1', rowId(3, 'E1'), id)).error).toBeNull();
    await backend.sql('update public.farm_settings set employees_see_all_works = false where user_id = $1', [
      people.A1.id,
    ]);
    const name = photoPath('A1', rowId(3, 'E1'), id);
    const rows = async (persona: PersonName) =>
      (await people[persona].from('attachments').select('id')).data?.map(({ id }) => id);
    try {
      expect((await photos('E1').download(name)).error).toBeNull();
      expect((await photos('A1').download(name)).error).toBeNull();
      expect(await photos('E1b').download(name)).toMatchObject(refused('404', 'Object not found'));
      expect(await rows('E1')).toEqual([rowId(6, 'E1'), id]);
      const row = photoOf(people.A1.id, rowId(3, 'A1'), PHOTO);
      expect((await people.E1.from('attachments').insert(row)).error).toMatchObject({
        code: '23514',
        message: 'The entry that this photo belongs to is not there any more.',
      });
    } finally {
      await backend.sql('update public.farm_settings set employees_see_all_works = true where user_id = $1', [
        people.A1.id,
      ]);
    }
    expect((await rows('E1b'))?.length).toBe(5);
  });
});

describe("a photo's row", () => {
  const add = (persona: PersonName, change: object = {}) =>
    people[persona].from('attachments').insert({ ...photoOf(people.A1.id, rowId(3, 'A1'), PHOTO), ...change });

  test.each([
    ["another file's path", { storage_path: 'elsewhere/works/x.jpg' }],
    ['a type that is not that of its path', { mime: 'image/png' }],
    ['a type that is no picture', { mime: 'text/html' }],
    ['no bytes', { bytes: 0 }],
    ['more than ten megabytes', { bytes: 10485761 }],
    ['another kind of parent', { parent_table: 'invoices' }],
  ])('with %s is refused', async (_, change) => {
    expect((await add('A1', change)).error).toMatchObject({ code: '23514' });
  });

  test('must belong to an entry of the same account', async () => {
    const other = rowId(3, 'A2');
    const row = photoOf(people.A1.id, other, PHOTO);
    expect((await people.A1.from('attachments').insert(row)).error).toMatchObject({ code: '23514' });
  });

  test('that was deleted can’t be inserted again', async () => {
    expect((await add('E1')).error).toBeNull();
    await people.A1.from('attachments').delete().eq('id', PHOTO);
    const secondError = (await add('E1')).error;
    expect(secondError).toMatchObject({ code: '23514', details: 'deleted' });
    expect(secondError?.message).toMatch(/^Deleted by Ann Persona A1 on /);
  });

  test('names its real author, whatever was sent', async () => {
    const id = 'ffffffff-0000-4000-8000-000000000003';
    const row = photoOf(people.A1.id, rowId(3, 'A1'), id);
    expect((await people.E1.from('attachments').insert(row)).error).toBeNull();
    const [stored] = await backend.sql('select created_by from public.attachments where id = $1', [id]);
    expect(stored).toEqual({ created_by: people.E1.id });
    expect(
      (await people.E1.from('attachments').insert({ ...row, created_by: people.A1.id } as typeof row)).error,
    ).toMatchObject({
      code: '42501',
    });
  });
});

describe('logos', () => {
  const png = () => picture('logo', 'image/png');
  test('are accessible to the account holder only', async () => {
    expect((await logos('A1').upload(logoPath('A1'), png())).error).toBeNull();
    expect((await logos('A1').download(logoPath('A1'))).error).toBeNull();
    for (const persona of ['E1', 'A2', 'R', 'U', 'L'] as const) {
      expect(await logos(persona).upload(logoPath('A1', 'b'.repeat(64)), png())).toMatchObject(refused('403', POLICY));
      expect(await logos(persona).download(logoPath('A1'))).toMatchObject(refused('404', 'Object not found'));
    }
    expect(await logos('L').upload(logoPath('L'), png())).toMatchObject(refused('403', POLICY));
  });

  test('can’t be overwritten or deleted, because sent invoices show them', async () => {
    await logos('A1').upload(logoPath('A1'), png());
    expect(await logos('A1').upload(logoPath('A1'), png(), { upsert: true })).toMatchObject(refused('403', POLICY));
    expect(await logos('A1').upload(logoPath('A1'), png())).toMatchObject(
      refused('409', 'The resource already exists'),
    );
    expect((await logos('A1').remove([logoPath('A1')])).data).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });

  test('must be PNG or JPEG of at most one megabyte, named by the hash of their content', async () => {
    const big = new Blob([new Uint8Array(1024 * 1024 + 1)], { type: 'image/png' });
    expect(await logos('A1').upload(logoPath('A1'), big)).toMatchObject({ error: { statusCode: '413' } });
    expect(await logos('A1').upload(logoPath('A1'), picture('x', 'image/svg+xml'))).toMatchObject({
      error: { statusCode: '415' },
    });
    expect(await logos('A1').upload(logoPath('A1', 'logo'), png())).toMatchObject(refused('403', POLICY));
    expect(await logos('A1').upload(`${people.A1.id}/x/${'a'.repeat(64)}.png`, png())).toMatchObject(
      refused('403', POLICY),
    );
  });

  test('the settings can’t name another account’s logo', async () => {
    const setLogo = (logo_path: string) =>
      people.A1.from('invoice_settings').update({ logo_path }).eq('user_id', people.A1.id);
    expect((await setLogo(logoPath('A2'))).error).toMatchObject({ code: '23514' });
    expect((await setLogo('https://elsewhere.example/logo.png')).error).toMatchObject({ code: '23514' });
    expect((await setLogo(logoPath('A1'))).error).toBeNull();
  });
});

test('no bucket is public, and only the database’s owner can change that', async () => {
  expect(await backend.sql(`select id, public from storage.buckets order by id`)).toEqual([
    { id: 'avatars', public: false },
    { id: 'documents', public: false },
    { id: 'invoices', public: false },
    { id: 'logos', public: false },
    { id: 'photos', public: false },
  ]);
  const rows = await backend.sql(
    `select tablename, cmd, roles::text, permissive from pg_policies where schemaname = 'storage' order by cmd, policyname`,
  );
  expect(rows.every((row) => row['tablename'] === 'objects' && row['roles'] === '{authenticated}')).toBe(true);
  expect(rows.map((row) => row['cmd'])).toEqual([
    ...Array<string>(5).fill('DELETE'),
    ...Array<string>(7).fill('INSERT'),
    ...Array<string>(5).fill('SELECT'),
    ...Array<string>(2).fill('UPDATE'),
  ]);
});
