// Restores that must be refused (bad ZIPs, forged rows, accounts that are not empty), and interrupted restores.
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FileProblem } from '@/domain/core/file-problem';
import { changed, exported, filesIn, restored, takenBack } from '@tests/support/account-data/archives';
import { jsonIn, rowsIn } from '@tests/support/account-data/zip-content';
import { photoOf } from '@tests/support/database/persona-ids';
import { eventLoopTurns } from '@tests/support/event-loop-turns';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

const WORKS = 40;
/** More than one part of a restore. */
const LONG = 1234;
const NOT_EMPTY = 'This account has records already. A ZIP can be restored into an empty account only.';
const OTHER_VERSION = /This ZIP was made by another version of Farm Diary, which can.t be restored here\./;
const INCOMPLETE = 'The ZIP is not complete. Save it again, or take another copy.';

let backend: TestBackend;
let owner: Person;
let driver: Person;
/** An account with 40 entries, a deleted one, and a photo. */
let zip: Blob;
/** The same with 1,234 entries. */
let longZip: Blob;
/** A new account for each test. */
let holder: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Siân', lastName: 'Jones' });
  driver = await backend.employeeOf(owner, { firstName: 'Dai', lastName: 'Rees' });
  await backend.sql(
    `insert into public.works (user_id, employee_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, case when n % 4 = 0 then $2::uuid end, 'Farm ' || n % 9, 'Baling', 'bale', 1.5, n, '2026-11-01', 'Siân'
     from generate_series(1, $3) n`,
    [owner.id, driver.id, WORKS + 1],
  );
  const [work, deleted] = await backend.sql<{ id: string }>('select id from public.works where user_id = $1 limit 2', [
    owner.id,
  ]);
  const { error } = await owner
    .from('works')
    .delete()
    .eq('id', deleted?.id ?? '');
  if (error) throw error;
  const photo = { ...photoOf(owner.id, work?.id ?? '', crypto.randomUUID()), bytes: 7 };
  await owner.storage.from('photos').upload(photo.storage_path, new Blob(['a photo'], { type: 'image/jpeg' }));
  await owner.from('attachments').insert(photo);
  zip = await exported(owner);
  longZip = await changedRows('works', (rows) => [
    ...rows,
    ...Array.from({ length: LONG - WORKS }, () => crypto.randomUUID()).map((id) => ({ ...rows[0], id, job_id: id })),
  ]);
});
afterAll(() => backend.close());
beforeEach(async () => {
  holder = await backend.user();
});

const countWorks = async (account: Person) => {
  const [row] = await backend.sql<{ n: number }>('select count(*)::int as n from public.works where user_id = $1', [
    account.id,
  ]);
  return row?.n;
};
const stateOf = async (account: Person) => (await account.rpc('restore_state')).data?.[0];
const changedRows = (table: string, change: (rows: Record<string, unknown>[]) => unknown) =>
  changed(zip, (files) => {
    files[`tables/${table}.json`] = jsonLines(change(rowsIn(files, table)) as Record<string, unknown>[]);
    const manifest = jsonIn(files, 'manifest.json') as { tables: { name: string; rows: number; crc32: number }[] };
    const listed = manifest.tables.find(({ name }) => name === table);
    if (listed) {
      listed.rows = rowsIn(files, table).length;
      listed.crc32 = crcOf(files[`tables/${table}.json`] ?? new Uint8Array());
    }
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
const jsonLines = (rows: Record<string, unknown>[]) =>
  strToU8(`[${rows.map((row, at) => `${at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('')}\n]\n`);
/** The checksum as the ZIP states it. */
const crcOf = (bytes: Uint8Array) => new DataView(zipSync({ x: bytes }).buffer).getUint32(14, true);

/** Restores until this many rows are sent, then cancels. */
async function interrupt(account: Person, archive: Blob, afterRows = 1000) {
  const controller = new AbortController();
  await expect(
    restored(account, archive, {
      signal: controller.signal,
      onProgress: ({ phase, done }) => phase === 'rows' && done >= afterRows && controller.abort(),
    }),
  ).rejects.toThrow();
}

test('an incomplete ZIP is refused before anything is restored', async () => {
  for (const part of [0.1, 0.6, 0.999]) {
    await expect(restored(holder, zip.slice(0, Math.floor(zip.size * part)))).rejects.toThrow(INCOMPLETE);
  }
  await expect(restored(holder, new Blob(['not a ZIP']))).rejects.toThrow(INCOMPLETE);
  expect(await stateOf(holder)).toMatchObject({ state: null, refusal: null });
});

test('a ZIP with a changed byte, or without a file that it lists, is refused before anything is restored', async () => {
  const bytes = Buffer.from(await zip.arrayBuffer());
  // A byte of a file's content: in a header, not every byte counts.
  const at = bytes.indexOf('tables/works.json') + 'tables/works.json'.length + 40;
  bytes[at] = (bytes[at] ?? 0) ^ 255;
  await expect(restored(holder, new Blob([bytes]))).rejects.toThrow('The ZIP is damaged');
  const short = await changed(zip, (files) => delete files['tables/works.json']);
  await expect(restored(holder, short)).rejects.toThrow('The ZIP is damaged');
  const noPhoto = await changed(zip, (files) => {
    for (const name of Object.keys(files)) if (name.startsWith('files/')) Reflect.deleteProperty(files, name);
  });
  await expect(restored(holder, noPhoto)).rejects.toThrow('The ZIP is damaged');
  expect(await stateOf(holder)).toMatchObject({ state: null });
});

test('a ZIP that is not an export, and an export of another version, are refused with a message', async () => {
  await expect(restored(holder, new Blob([zipSync({ 'a.txt': strToU8('a') })]))).rejects.toThrow(
    'This is not the ZIP of a Farm Diary export.',
  );
  for (const version of [0, 2, undefined]) {
    const other = await changed(zip, (files) => {
      files['manifest.json'] = strToU8(JSON.stringify({ ...(jsonIn(files, 'manifest.json') as object), version }));
    });
    await expect(restored(holder, other)).rejects.toThrow(OTHER_VERSION);
  }
  const newTable = await changed(zip, (files) => {
    const manifest = jsonIn(files, 'manifest.json') as { tables: unknown[] };
    manifest.tables.push({ name: 'drones', rows: 1, columns: [], crc32: 0 });
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
  await expect(restored(holder, newTable)).rejects.toThrow(OTHER_VERSION);
  const newColumn = await changedRows('farm_settings', (rows) => rows.map((row) => ({ ...row, drones: 1 })));
  await expect(restored(holder, newColumn)).rejects.toThrow(OTHER_VERSION);
  await takenBack(holder);
  const asked = {
    ...{ p_archive: 'a'.repeat(64), p_former: owner.id, p_farm: '' },
    ...{ p_made_at: '2026-11-28T10:00:00Z', p_parts: 1 },
  };
  expect((await holder.rpc('start_restore', { ...asked, p_version: 2 })).error?.message).toMatch(OTHER_VERSION);
});

test('a ZIP bomb is refused before anything is restored', async () => {
  // 60 MB in one line.
  const long = await changed(zip, (files) => (files['tables/works.json'] = new Uint8Array(60_000_000).fill(32)));
  await expect(restored(holder, long)).rejects.toThrow('The ZIP is damaged');
  // A directory that states less than what is in it.
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const at = Buffer.from(bytes).lastIndexOf('tables/works.json') - 46;
  view.setUint32(at + 24, 1000, true);
  await expect(restored(holder, new Blob([bytes]))).rejects.toThrow('The ZIP is damaged');
  // One that states two gigabytes.
  view.setUint32(at + 24, 2_000_000_000, true);
  await expect(restored(holder, new Blob([bytes]))).rejects.toThrow('more than a farm’s records can be');
  expect(await stateOf(holder)).toMatchObject({ state: null });
});

test('a ZIP whose files share their data is refused', async () => {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const view = new DataView(bytes.buffer);
  view.setUint32(Buffer.from(bytes).lastIndexOf('tables/works.json') - 46 + 20, bytes.length, true);
  await expect(restored(holder, new Blob([bytes]))).rejects.toThrow('The ZIP is damaged');
});

test('a second restore, of the same or another ZIP, is refused and changes nothing', async () => {
  await restored(holder, zip);
  expect(await countWorks(holder)).toBe(WORKS);
  await expect(restored(holder, zip)).rejects.toThrow('This ZIP is restored already.');
  await expect(restored(holder, await exported(owner, 'Later'))).rejects.toThrow(
    'A ZIP was restored into this account already.',
  );
  expect(await countWorks(holder)).toBe(WORKS);
  await expect(takenBack(holder)).rejects.toThrow('The ZIP is restored already.');
  expect(await countWorks(holder)).toBe(WORKS);
});

test('a restore into an account with records, a crew or a history is refused', async () => {
  const before = await countWorks(owner);
  const alone = await backend.user();
  await alone.from('customers').insert({ name: 'Hill' });
  await expect(restored(alone, zip)).rejects.toThrow(NOT_EMPTY);
  expect(await stateOf(alone)).toMatchObject({ refusal: NOT_EMPTY });
  await alone.from('customers').delete().eq('user_id', alone.id);
  await expect(restored(alone, zip)).rejects.toThrow('This account was used before.');
  await backend.employeeOf(holder);
  await expect(restored(holder, zip)).rejects.toThrow('Remove your crew');
  await expect(restored(owner, zip)).rejects.toThrow('Remove your crew');
  expect(await countWorks(owner)).toBe(before);
});

test('a restore by an employee, or into a lapsed account, is refused', async () => {
  await expect(restored(driver, zip)).rejects.toThrow('Only the main account holder can do this.');
  await backend.lapse(holder);
  await expect(restored(holder, zip)).rejects.toThrow('Your account can read but not write at the moment.');
});

test('an interrupted restore continues with the same ZIP, and nothing else can be written until it is finished', async () => {
  await interrupt(holder, longZip);
  expect(await stateOf(holder)).toMatchObject({ state: 'running', farm: 'Hill Farm' });
  expect(await countWorks(holder)).toBe(1000);
  expect((await holder.from('customers').insert({ name: 'Hill' })).error?.message).toBe(
    'This account is being restored. Finish that on the account page, or take it back.',
  );
  await expect(restored(holder, await exported(owner, 'Another'))).rejects.toThrow('Another ZIP is half restored.');
  await restored(holder, longZip);
  expect(await countWorks(holder)).toBe(LONG);
  expect(await stateOf(holder)).toMatchObject({ state: 'done' });
  const again = await filesIn(await exported(holder));
  expect(Object.keys(again).filter((name) => name.startsWith('files/'))).toHaveLength(1);
  expect((await holder.from('customers').insert({ name: 'Hill' })).error).toBeNull();
});

test('a part that arrives twice is written once, and a missing part is refused', async () => {
  await interrupt(holder, longZip);
  const row = await stateOf(holder);
  const [work] = rowsIn(await filesIn(zip), 'works');
  const send = (part: number) =>
    holder.rpc('restore_rows', { p_part: part, p_table: 'works', p_rows: [work] as never });
  expect((await send((row?.next_part ?? 0) - 1)).data).toBe(row?.next_part);
  expect((await send((row?.next_part ?? 0) + 1)).error?.message).toBe(
    'A part of the ZIP is missing. Choose the ZIP again.',
  );
  expect((await holder.rpc('finish_restore', { p_counters: [] })).error?.message).toBe(
    'A part of the ZIP is missing. Choose the ZIP again.',
  );
  expect(await countWorks(holder)).toBe(1000);
});

test('taking back an interrupted restore leaves the account as new, without rows or files', async () => {
  const rowsOfAccount = async (account: Person) => {
    const manifest = jsonIn(await filesIn(await exported(account, 'New')), 'manifest.json');
    return (manifest as { tables: { name: string; rows: number }[] }).tables.map(({ name, rows }) => [name, rows]);
  };
  const fresh = await rowsOfAccount(holder);
  // Fails after its photo is stored.
  const wrong = await changedCounters([{ series: 'invoice', next: 0 }]);
  await expect(restored(holder, wrong)).rejects.toThrow('its invoice numbers are wrong');
  const files = async () =>
    (await backend.sql('select from storage.objects where name like $1', [`${holder.id}/%`])).length;
  expect([await countWorks(holder), await files()]).toEqual([WORKS, 1]);
  await takenBack(holder);
  expect(await rowsOfAccount(holder)).toEqual(fresh);
  expect(await files()).toBe(0);
  expect(await stateOf(holder)).toMatchObject({ state: null, refusal: null });
  // The account can be used, and take a ZIP again.
  await restored(holder, zip);
  expect(await countWorks(holder)).toBe(WORKS);
});

const changedCounters = (counters: unknown) =>
  changed(zip, (files) => {
    files['manifest.json'] = strToU8(JSON.stringify({ ...(jsonIn(files, 'manifest.json') as object), counters }));
  });

test('rows cannot name another account or its people, however their ids are written', async () => {
  const victim = await backend.user();
  const before = await countWorks(victim);
  for (const id of [victim.id, victim.id.toUpperCase(), victim.id.replaceAll('-', '')]) {
    const account = await backend.user();
    const forged = await changedRows('works', (rows) =>
      rows.slice(0, 3).map((row) => ({
        ...{ ...row, user_id: id, employee_id: id, notes: `for ${id}` },
        // Its jobs name nobody.
        ...{ done_by: [id], done_by_names: ['Forged'] },
      })),
    );
    const withLog = await changedIn(forged, 'audit_log', (rows) =>
      rows.map((row) => ({ ...row, user_id: id, actor: id, changed: { ...(row['changed'] as object), user_id: id } })),
    );
    await restored(account, withoutPhotos(await filesIn(withLog)));
    expect(await countWorks(account)).toBe(3);
    const named = await backend.sql(
      `select from public.works w where w.user_id = $1 and (w.employee_id is not null or w.done_by is not null or w.notes ilike '%' || $2 || '%')
       union all select from public.audit_log l where l.user_id = $1 and (l.actor = $3 or l.changed::text ilike '%' || $2 || '%')`,
      [account.id, id, victim.id],
    );
    expect(named).toEqual([]);
    // The log's deleted entry is not put back into the other account.
    const [entry] = rowsIn(await filesIn(zip), 'audit_log').filter(({ action }) => action === 'delete');
    await account.rpc('restore_deleted_work', { p_id: String(entry?.['row_id']) });
  }
  expect(await countWorks(victim)).toBe(before);
  expect(await backend.sql('select from public.audit_log where user_id = $1', [victim.id])).toEqual([]);
});

const changedIn = async (
  archive: Blob,
  table: string,
  change: (rows: Record<string, unknown>[]) => Record<string, unknown>[],
) =>
  changed(archive, (files) => {
    files[`tables/${table}.json`] = jsonLines(change(rowsIn(files, table)));
    const manifest = jsonIn(files, 'manifest.json') as { tables: { name: string; crc32: number }[] };
    for (const listed of manifest.tables)
      if (listed.name === table) listed.crc32 = crcOf(files[`tables/${table}.json`] ?? new Uint8Array());
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
/** The ZIP without its photo, and without the rows that need the entries which a test leaves out. */
function withoutPhotos(files: Record<string, Uint8Array>): Blob {
  const kept = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('files/')));
  const manifest = jsonIn(kept, 'manifest.json') as object;
  kept['manifest.json'] = strToU8(JSON.stringify({ ...manifest, files: [] }));
  return new Blob([zipSync(kept)]);
}

test('rows with invalid values are refused, as in any other insert', async () => {
  for (const wrong of [
    { quantity: 'NaN' },
    { work_date: 'infinity' },
    { additional_items: [{ onclick: 'alert(1)' }] },
    { notes: 'x'.repeat(100_000) },
    { customer_id: crypto.randomUUID() },
    { id: null },
  ]) {
    const account = await backend.user();
    const forged = await changedRows('works', (rows) => rows.slice(0, 2).map((row) => ({ ...row, ...wrong })));
    await expect(restored(account, forged), JSON.stringify(wrong)).rejects.toThrow();
    expect(await countWorks(account), JSON.stringify(wrong)).toBe(0);
  }
});

test('a forged file name cannot store a file outside the folder of the account', async () => {
  const victim = await backend.user();
  const [name = ''] = Object.keys(await filesIn(zip)).filter((file) => file.startsWith('files/photos/'));
  const renamed = (to: string) =>
    changed(zip, (files) => {
      files[to] = files[name] ?? new Uint8Array();
      Reflect.deleteProperty(files, name);
      const manifest = jsonIn(files, 'manifest.json') as { files: { name: string }[] };
      for (const file of manifest.files) file.name = to;
      files['manifest.json'] = strToU8(JSON.stringify(manifest));
    });
  for (const to of [
    name.replace(owner.id, victim.id),
    name.replace('photos/', 'avatars/../photos/'),
    `files/photos/${owner.id}/../${victim.id}/works/a.jpg`,
    name.replace('.jpg', '.html'),
    name.replace('photos', 'private'),
  ]) {
    const account = await backend.user();
    const forged = await renamed(to);
    await expect(restored(account, forged), to).rejects.toThrow('The ZIP is damaged');
    expect(await stateOf(account), to).toMatchObject({ state: null });
  }
  // A name that no restored row has.
  const account = await backend.user();
  const unnamed = await renamed(`files/photos/${owner.id}/works/${crypto.randomUUID()}/${crypto.randomUUID()}.jpg`);
  await expect(restored(account, unnamed)).rejects.toThrow();
  const stored = await backend.sql('select from storage.objects where name like $1 or name like $2', [
    `${account.id}/%`,
    `${victim.id}/%`,
  ]);
  expect(stored).toEqual([]);
});

test('a restore that reaches the limit of photos in a day says to go on tomorrow', async () => {
  await backend.sql(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
     select 'photos', $1::text || '/works/' || gen_random_uuid() || '/' || gen_random_uuid() || '.jpg', $1::text::uuid, $1::text, gen_random_uuid()::text,
       '{"size": 1}' from generate_series(1, 1000)`,
    [holder.id],
  );
  const failure: unknown = await restored(holder, zip).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FileProblem);
  expect(String(failure)).toContain('go on tomorrow with the same ZIP');
  expect(await stateOf(holder)).toMatchObject({ state: 'running' });
});

test('when an upload fails no other begins, and the failure is reported after those that are running', async () => {
  const [name = ''] = Object.keys(await filesIn(zip)).filter((file) => file.startsWith('files/photos/'));
  const many = await changed(zip, (files) => {
    const manifest = jsonIn(files, 'manifest.json') as { files: { name: string }[] };
    for (let more = 0; more < 7; more += 1) {
      const copy = `${name.slice(0, name.lastIndexOf('/'))}/${crypto.randomUUID()}.jpg`;
      files[copy] = files[name] ?? new Uint8Array();
      manifest.files.push({ ...manifest.files.find((file) => file.name === name), name: copy });
    }
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
  let [started, ended] = [0, 0];
  let end: () => void = () => undefined;
  const others = new Promise<void>((resolve) => (end = resolve));
  const upload = async () => {
    started += 1;
    if (started === 1) return { error: Object.assign(new Error('refused'), { statusCode: '403' }) };
    await others;
    ended += 1;
    return { error: null };
  };
  const from = vi.spyOn(holder.storage, 'from').mockReturnValue({ upload } as never);
  let isReported = false;
  const restoring = restored(holder, many).finally(() => (isReported = true));
  restoring.catch(() => undefined);
  await vi.waitFor(() => expect(started).toBe(4), { timeout: 30_000 });
  // The first has failed by now. What it might start wrongly would begin in these turns.
  await eventLoopTurns();
  expect([isReported, started, ended]).toEqual([false, 4, 0]);
  end();
  await expect(restoring).rejects.toThrow('The server takes no more files');
  expect([started, ended]).toEqual([4, 3]);
  from.mockRestore();
});

test('files that stay stored while a restore is taken back are reported', async () => {
  await expect(restored(holder, await changedCounters([{ series: 'invoice', next: 0 }]))).rejects.toThrow();
  const from = vi
    .spyOn(holder.storage, 'from')
    .mockReturnValue({ remove: () => Promise.resolve({ error: null }) } as never);
  const failure: unknown = await takenBack(holder).catch((error: unknown) => error);
  from.mockRestore();
  expect(failure).toBeInstanceOf(FileProblem);
  expect(String(failure)).toContain('The files could not be deleted.');
});

test('after a restore the account holder cannot delete the restored files', async () => {
  await restored(holder, zip);
  const [file] = await backend.sql<{ name: string }>('select name from storage.objects where name like $1', [
    `${holder.id}/%`,
  ]);
  await holder.storage.from('photos').remove([file?.name ?? '']);
  const left = await backend.sql('select from storage.objects where name like $1', [`${holder.id}/%`]);
  expect(left).toHaveLength(1);
});

test('photos that need more than the space of the account are refused until the account has a subscription', async () => {
  const MB = 1024 * 1024;
  const withPhotos = async (count: number) => {
    const forged = await changedRows('attachments', ([row]) =>
      Array.from({ length: count }, () => {
        const id = crypto.randomUUID();
        const path = String(row?.['storage_path']).replace(String(row?.['id']), id);
        return { ...row, id, storage_path: path, bytes: 10 * MB };
      }),
    );
    return withoutPhotos(await filesIn(forged));
  };
  await restored(holder, await withPhotos(80));
  const account = await backend.user();
  const tooLarge = await withPhotos(81);
  await expect(restored(account, tooLarge)).rejects.toThrow(
    'The photos and documents in this ZIP need more than the 800 MB of this account. Subscribe first, then go on with the restore.',
  );
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 day' where id = $1`,
    [account.id],
  );
  await restored(account, tooLarge);
  expect(await stateOf(account)).toMatchObject({ state: 'done' });
});
