// Documents: who may add, read and remove them, what the storage takes, the account's space, undoing, and the list of all files.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let machine: string;
let customer: string;

const PDF = 'application/pdf';
const MB = 1024 * 1024;
const POLICY = 'new row violates row-level security policy';

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  [owner, stranger] = [await backend.user(), await backend.user()];
  driver = await backend.employeeOf(owner);
  machine = await addRow('machines', { name: 'JD 6155R', machine_type: 'tractor' });
  customer = await addRow('customers', { name: 'Hill Farm' });
});

async function addRow(
  table: 'machines' | 'customers' | 'fields',
  row: Record<string, string | number>,
): Promise<string> {
  const id = crypto.randomUUID();
  const columns = Object.keys(row);
  await backend.sql(
    `insert into public.${table} (id, user_id, ${columns.join()}) values ($1, $2, ${columns.map((_, at) => `$${at + 3}`).join()})`,
    [id, owner.id, ...Object.values(row)],
  );
  return id;
}

const bucketOf = (person: Person) => person.storage.from('documents');
const pathOf = (id: string, account = owner.id, extension = 'pdf') => `${account}/${id}.${extension}`;
const file = (bytes = 9, type = PDF) => new Blob([new Uint8Array(bytes)], { type });
const rowOf = (id: string, change: object = {}) => ({
  ...{ id, user_id: owner.id, parent_table: 'machines', parent_id: machine, name: 'Manual.pdf' },
  ...{ storage_path: pathOf(id), mime: PDF, bytes: 9, ...change },
});
const upload = (person: Person, id: string, type = PDF, extension = 'pdf') =>
  bucketOf(person).upload(pathOf(id, owner.id, extension), file(9, type));

async function addDocument(change: object = {}) {
  const id = crypto.randomUUID();
  expect((await upload(owner, id)).error).toBeNull();
  expect((await owner.from('documents').insert(rowOf(id, change))).error).toBeNull();
  return id;
}
/** A row of a photo with this size, as an upload leaves it, without its file. */
const addPhotoRow = (bytes: number, parent = machine, createdAt = 'now()') =>
  backend.sql<{ id: string }>(
    `with new as (select gen_random_uuid() as id)
     insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by, created_at)
     select id, $1::uuid, 'machines', $2::uuid, $1::uuid || '/machines/' || $2::uuid || '/' || id || '.jpg', 'image/jpeg', $3, $1::uuid, ${createdAt} from new returning id`,
    [owner.id, parent, bytes],
  );
const idsOf = async (person: Person) => ((await person.from('documents').select('id')).data ?? []).map(({ id }) => id);

describe('a document', () => {
  test('of a machine is read by everybody on the farm, one of a customer by the account holder', async () => {
    const manual = await addDocument();
    const contract = await addDocument({ parent_table: 'customers', parent_id: customer, name: 'Contract.pdf' });
    expect((await idsOf(owner)).sort()).toEqual([manual, contract].sort());
    expect(await idsOf(driver)).toEqual([manual]);
    expect(await idsOf(stranger)).toEqual([]);
    expect((await bucketOf(driver).download(pathOf(manual))).error).toBeNull();
    for (const person of [driver, stranger]) {
      expect((await bucketOf(person).download(pathOf(contract))).error).toMatchObject({ message: 'Object not found' });
      expect((await bucketOf(person).createSignedUrl(pathOf(contract), 60)).error).not.toBeNull();
    }
  });

  test('is added by the account holder only, in the folder of the account', async () => {
    const id = crypto.randomUUID();
    for (const person of [driver, stranger])
      expect((await upload(person, id)).error).toMatchObject({ statusCode: '403', message: POLICY });
    expect((await upload(owner, id)).error).toBeNull();
    expect((await driver.from('documents').insert(rowOf(id))).error).toMatchObject({
      code: '42501',
      message: 'Only the main account holder can add documents.',
    });
    expect((await stranger.from('documents').insert(rowOf(id))).error?.code).toBe('42501');
    for (const name of [
      pathOf(crypto.randomUUID(), stranger.id),
      `../${pathOf(crypto.randomUUID(), stranger.id)}`,
      `${owner.id}/machines/${crypto.randomUUID()}.pdf`,
      `${owner.id}/../${pathOf(crypto.randomUUID(), stranger.id)}`,
      `${owner.id}/${crypto.randomUUID()}.html`,
      `${owner.id}/manual.pdf`,
    ])
      expect((await bucketOf(owner).upload(name, file())).error, name).not.toBeNull();
  });

  test('is refused if a browser could run it, or if it is larger than 20 MB', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xml', 'application/javascript', 'image/png'])
      expect((await upload(owner, crypto.randomUUID(), type)).error).toMatchObject({ statusCode: '415' });
    const macros = 'application/vnd.ms-word.document.macroEnabled.12';
    expect((await upload(owner, crypto.randomUUID(), macros)).error).toMatchObject({ statusCode: '415' });
    const large = await bucketOf(owner).upload(pathOf(crypto.randomUUID()), file(20 * MB + 1));
    expect(large.error).toMatchObject({ statusCode: '413' });
  });

  test.each([
    ['a path of another document', (id: string) => ({ storage_path: pathOf(crypto.randomUUID()), id })],
    ['an ending that is not that of its type', () => ({ name: 'Manual.exe' })],
    ['a name with a separator', () => ({ name: '../Manual.pdf' })],
    ['a name with an invisible character', () => ({ name: 'Man\u202eual.pdf' })],
    ['no name before the ending', () => ({ name: '.pdf' })],
    [
      'a type that is not that of its file',
      (id: string) => ({ mime: 'text/csv', name: 'a.csv', storage_path: pathOf(id, owner.id, 'csv') }),
    ],
    ['a size that is not that of its file', () => ({ bytes: 10 })],
    ['a record that is not there', () => ({ parent_id: crypto.randomUUID() })],
    ['a record of another kind', () => ({ parent_table: 'invoices' })],
  ])('with %s is refused', async (_, change) => {
    const id = crypto.randomUUID();
    await upload(owner, id);
    expect((await owner.from('documents').insert(rowOf(id, change(id)))).error).toMatchObject({ code: '23514' });
    expect(await idsOf(owner)).toEqual([]);
  });

  test('whose file did not arrive is refused', async () => {
    expect((await owner.from('documents').insert(rowOf(crypto.randomUUID()))).error?.message).toBe(
      'The document did not arrive. Add it again.',
    );
  });

  test('is never overwritten, and its file cannot be deleted while its row exists', async () => {
    const id = await addDocument();
    expect((await bucketOf(owner).upload(pathOf(id), file(5), { upsert: true })).error).not.toBeNull();
    expect((await owner.from('documents').update({ name: 'Other.pdf' }).eq('id', id)).error?.code).toBe('42501');
    expect((await bucketOf(owner).remove([pathOf(id)])).data).toEqual([]);
    expect((await driver.from('documents').delete().eq('id', id).select('id')).data).toEqual([]);
    expect((await bucketOf(owner).download(pathOf(id))).error).toBeNull();
  });

  test('is downloaded as an attachment under its name', async () => {
    const id = await addDocument();
    const { data } = await bucketOf(owner).createSignedUrl(pathOf(id), 60);
    const response = await backend.fetch(`${data?.signedUrl}&download=${encodeURIComponent('Manual £.pdf')}`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Manual%20%C2%A3.pdf`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is deleted with its record, and moves with a merged customer to the other one', async () => {
    const contract = await addDocument({ parent_table: 'customers', parent_id: customer, name: 'Contract.pdf' });
    const into = await addRow('customers', { name: 'Hill Farm Ltd' });
    const merged = await owner.rpc('merge_customers', {
      ...{ p_request_id: crypto.randomUUID(), p_from: customer, p_into: into },
    });
    expect(merged.error).toBeNull();
    expect((await owner.from('documents').select('parent_id').eq('id', contract)).data).toEqual([{ parent_id: into }]);
    await addDocument();
    expect((await owner.from('machines').delete().eq('id', machine)).error).toBeNull();
    expect(await idsOf(owner)).toEqual([contract]);
  });
});

describe('removing a file', () => {
  test('can be undone once, within an hour, by the person who removed it', async () => {
    const id = await addDocument();
    const undo = (person: Person) => person.rpc('undo_file_removal', { p_table: 'documents', p_id: id });
    await owner.from('documents').delete().eq('id', id);
    for (const person of [driver, stranger])
      expect((await undo(person)).error?.message).toBe("This can't be undone any more.");
    expect((await undo(owner)).data).toBe(1);
    expect(await idsOf(owner)).toEqual([id]);
    expect((await undo(owner)).data).toBe(0);
    await owner.from('documents').delete().eq('id', id);
    await backend.sql(`alter table public.audit_log disable trigger user`);
    await backend.sql(`update public.audit_log set at = at - interval '61 minutes' where row_id = $1`, [id]);
    expect((await undo(owner)).error?.message).toBe("This can't be undone any more.");
  });

  test('is not undone once its bytes or its record are gone', async () => {
    const [first, second] = [await addDocument(), await addDocument()];
    await owner.from('documents').delete().in('id', [first, second]);
    expect((await bucketOf(owner).remove([pathOf(first)])).data).toHaveLength(1);
    const undo = (id: string) => owner.rpc('undo_file_removal', { p_table: 'documents', p_id: id });
    expect((await undo(first)).error?.message).toBe("This can't be undone any more.");
    await backend.sql('delete from public.machines where id = $1', [machine]);
    expect((await undo(second)).error?.message).toBe("This can't be undone any more.");
  });
});

describe('the space of an account', () => {
  const FULL =
    'There is no room for this file: 800 of 800 MB are used. The account holder can remove files on the page Files.';
  const fill = async (bytes: number) => {
    for (let left = bytes; left > 0; left -= 10 * MB) await addPhotoRow(Math.min(left, 10 * MB));
  };

  test('counts photos and documents together, and ten times as much with a subscription', async () => {
    await fill(800 * MB);
    const id = crypto.randomUUID();
    await upload(owner, id);
    expect((await owner.from('documents').insert(rowOf(id))).error).toMatchObject({ code: '23514', message: FULL });
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 day' where id = $1`,
      [owner.id],
    );
    expect((await owner.from('documents').insert(rowOf(id))).error).toBeNull();
  });

  test('is not exceeded by several documents at once', async () => {
    await fill(800 * MB - 10);
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) await upload(owner, id);
    const answers = await Promise.all(ids.map((id) => owner.from('documents').insert(rowOf(id))));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('refuses a photo too, but not one that is sent again', async () => {
    await fill(800 * MB - 9);
    const work = await backend.sql<{ id: string }>(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, quantity, rate, work_date, created_by_name)
       values ($1, 'Hill Farm', 'Hedges', 'each', 1, 10, '2026-11-02', 'A') returning id`,
      [owner.id],
    );
    const photo = (id: string) => ({
      ...{ id, user_id: owner.id, parent_table: 'works', parent_id: work[0]?.id ?? '', mime: 'image/jpeg', bytes: 9 },
      storage_path: `${owner.id}/works/${work[0]?.id}/${id}.jpg`,
    });
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    expect((await driver.from('attachments').insert(photo(first))).error).toBeNull();
    expect((await driver.from('attachments').insert(photo(second))).error).toMatchObject({ message: FULL });
    // The phone counts a photo with a duplicate key as sent.
    expect((await driver.from('attachments').insert(photo(first))).error?.code).toBe('23505');
  });

  test('is shown by kind to the account holder only', async () => {
    expect((await owner.rpc('file_use')).data).toEqual([{ kind: null, files: 0, bytes: 0, quota: 800 * MB }]);
    await addPhotoRow(2000);
    await addDocument({ parent_table: 'customers', parent_id: customer, name: 'Contract.pdf' });
    expect((await owner.rpc('file_use')).data).toEqual([
      { kind: 'machines', files: 1, bytes: 2000, quota: 800 * MB },
      { kind: 'customers', files: 1, bytes: 9, quota: 800 * MB },
    ]);
    expect((await driver.rpc('file_use')).error?.code).toBe('42501');
    expect((await driver.rpc('stored_files')).error?.code).toBe('42501');
  });
});

describe('the list of all files', () => {
  test('is complete beyond a page, newest or largest first', async () => {
    for (let at = 0; at < 120; at += 1)
      await addPhotoRow(1000 + ((at * 7) % 120), machine, `now() - interval '${at} minutes'`);
    for (const largest of [false, true]) {
      const read: { id: string; bytes: number; created_at: string }[] = [];
      for (;;) {
        const last = read.at(-1);
        const after = last && { p_after_bytes: last.bytes, p_after_at: last.created_at, p_after_id: last.id };
        const { data } = await owner.rpc('stored_files', { p_largest: largest, ...after });
        read.push(...(data ?? []));
        if ((data ?? []).length < 50) break;
      }
      expect(new Set(read.map(({ id }) => id)).size).toBe(120);
      expect(read).toHaveLength(120);
      const order = read.map((row) => (largest ? row.bytes : Date.parse(row.created_at)));
      expect(order).toEqual(order.toSorted((a, b) => b - a));
    }
  });

  test('finds files by name, record and person, and filters them by kind', async () => {
    const contract = await addDocument({ parent_table: 'customers', parent_id: customer, name: 'Contract.pdf' });
    const manual = await addDocument();
    const found = async (args: object) => ((await owner.rpc('stored_files', args)).data ?? []).map(({ id }) => id);
    expect(await found({ p_find: 'contr' })).toEqual([contract]);
    expect(await found({ p_find: ' HILL ' })).toEqual([contract]);
    expect(await found({ p_find: '6155' })).toEqual([manual]);
    expect((await found({ p_find: 'person' })).sort()).toEqual([contract, manual].sort());
    expect(await found({ p_kind: 'machines' })).toEqual([manual]);
    expect(await found({ p_find: '%' })).toEqual([]);
  });

  test('says which files have to stay, and the database refuses to remove those', async () => {
    const note = await backend.sql<{ id: string }>(
      `insert into public.notes (user_id, title, body, note_date, accident, created_by) values ($1, 'Accident / near miss', 'Fell', '2026-11-03', true, $1) returning id`,
      [owner.id],
    );
    const id = crypto.randomUUID();
    const parent = note[0]?.id ?? '';
    await backend.sql(
      `insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by)
       values ($1, $2, 'notes', $3, $4, 'image/jpeg', 5, $2)`,
      [id, owner.id, parent, `${owner.id}/notes/${parent}/${id}.jpg`],
    );
    const { data } = await owner.rpc('stored_files', { p_kind: 'notes' });
    expect(data).toMatchObject([
      { id, kept: 'It belongs to the note of an accident.', parent_name: 'Accident / near miss' },
    ]);
    expect((await owner.from('attachments').delete().eq('id', id)).error?.code).toBe('23514');
  });

  test('a document of evidence stays as long as the evidence', async () => {
    const item = crypto.randomUUID();
    const done = crypto.randomUUID();
    await backend.sql(
      `insert into public.compliance_items (id, user_id, title, category, required_by, recurrence, keep_months, created_by)
       values ($1, $2, 'Sprayer test', 'other', 'law', 'annual', 36, $2)`,
      [item, owner.id],
    );
    await backend.sql(
      `insert into public.compliance_completions (id, user_id, item_id, done_on, created_by, created_at)
       values ($1, $2, $3, '2026-11-02', $2, now() - interval '8 days')`,
      [done, owner.id, item],
    );
    const id = await addDocument({ parent_table: 'compliance_completions', parent_id: done, name: 'Test.pdf' });
    expect((await owner.from('documents').delete().eq('id', id)).error?.message).toBe(
      'This evidence has to be kept until 02/11/2029.',
    );
    expect((await owner.rpc('stored_files')).data).toMatchObject([
      { id, parent_name: 'Sprayer test', kept: 'This evidence has to be kept until 02/11/2029.' },
    ]);
  });
});
