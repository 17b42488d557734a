// The round trip of an account: its export, restored into an empty account and exported again, is the same in every
// table and file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exported, filesIn, restored } from '@tests/support/account-data/archives';
import { jsonIn, rowsIn, type Files } from '@tests/support/account-data/zip-content';
import { photoOf } from '@tests/support/database/persona-ids';
import { filledBackend } from '@tests/support/database/filled-template';
import { openPersonas } from '@tests/support/database/personas';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { loadDemo } from '../../../supabase/local/demo/demo';

/** Tables of people's sign-ins and devices, which a restore leaves out. */
const LEFT_OUT = ['employee_invites', 'farm_people', 'profiles', 'push_messages', 'push_subscriptions'];
/**
 * Columns that are not restored: the log's own numbers, the versions of stored files, the mail provider's ids, and the ids
 * of people without a sign-in, which the former employees are now.
 */
const NOT_RESTORED: Record<string, string[]> = {
  audit_log: ['id'],
  attachments: ['file_version'],
  invoices: ['pdf_version'],
  invoice_mails: ['provider_id'],
  works: ['done_by'],
};

/** Columns that refer to a person, by table: from the catalogue. */
async function personColumns(backend: TestBackend): Promise<Map<string, { name: string; needed: boolean }[]>> {
  const rows = await backend.sql<{ table: string; name: string; needed: boolean }>(
    `select k.conrelid::regclass::text as table, a.attname::text as name, a.attnotnull as needed
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.profiles'::regclass and a.attname <> 'user_id'`,
  );
  const columns = new Map<string, { name: string; needed: boolean }[]>();
  for (const { table, ...column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

const unusedIdFor = (account: string, person: string) => {
  const hash = createHash('md5')
    .update(account + person)
    .digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20)].join('-');
};

/** What the rows of a table must be after the restore. */
async function expectedRows(backend: TestBackend, files: Files, table: string, before: Person, after: Person) {
  const columns = (await personColumns(backend)).get(table) ?? [];
  const people = await backend.sql<{ id: string }>('select id from public.profiles where id <> $1', [before.id]);
  return rowsIn(files, table)
    .filter((row) => columns.every(({ name, needed }) => !needed || row[name] === before.id))
    .map((row) => {
      const own = { ...row };
      for (const { name } of columns) if (own[name] !== before.id) own[name] = null;
      let text = JSON.stringify(own).replaceAll(before.id, after.id);
      for (const { id } of people) if (id !== after.id) text = text.replaceAll(id, unusedIdFor(after.id, id));
      return JSON.parse(text) as Record<string, unknown>;
    });
}

const without = (rows: Record<string, unknown>[], columns: readonly string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name))));

async function expectSame(backend: TestBackend, before: Person, first: Files, after: Person, second: Files) {
  const tables = await backend.sql<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  for (const { name } of tables.filter((table) => !LEFT_OUT.includes(table.name))) {
    const notRestored = NOT_RESTORED[name] ?? [];
    expect(without(rowsIn(second, name), notRestored), name).toEqual(
      without(await expectedRows(backend, first, name, before, after), notRestored),
    );
  }
  const stored = (files: Files, account: Person) =>
    Object.entries(files)
      .filter(([name]) => name.startsWith('files/'))
      .map(([name, bytes]) => [name.replace(account.id, 'ACCOUNT'), Buffer.from(bytes).toString('base64')])
      .toSorted();
  expect(stored(second, after)).toEqual(stored(first, before));
  const [manifestBefore, manifestAfter] = [first, second].map((files) => jsonIn(files, 'manifest.json')) as [
    { counters: unknown },
    { counters: unknown },
  ];
  expect(manifestAfter.counters).toEqual(manifestBefore.counters);
  expect(second['maps/fields.geojson']).toEqual(first['maps/fields.geojson']);
}

/** A photo, the file of an invoice and a logo, as the app stores them. */
async function addFiles(owner: Person, work: string, invoice: string) {
  const photo = { ...photoOf(owner.id, work, crypto.randomUUID()), bytes: 7 };
  const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' });
  const logo = `${owner.id}/invoice/${'a'.repeat(64)}.png`;
  for (const { error } of [
    await owner.storage.from('photos').upload(photo.storage_path, new Blob(['a photo'], { type: 'image/jpeg' })),
    await owner.from('attachments').insert(photo),
    await owner.storage
      .from('invoices')
      .upload(`${owner.id}/${invoice}.pdf`, new Blob(['%PDF-1'], { type: 'application/pdf' })),
    await owner.rpc('keep_invoice_file', { p_invoice_id: invoice }),
    await owner.storage.from('logos').upload(logo, png),
    await owner.from('invoice_settings').update({ logo_path: logo }).eq('user_id', owner.id),
  ])
    if (error) throw error;
}

describe('an account with rows in every table', () => {
  let backend: TestBackend;
  let before: Person;
  let after: Person;
  let first: Files;

  beforeAll(async () => {
    const opened = await openPersonas();
    backend = opened.backend;
    before = opened.personas.people.A1;
    const [row] = await backend.sql<{ work: string; invoice: string }>(
      `select (select w.id from public.works w where w.user_id = $1 limit 1) as work,
         (select i.id from public.invoices i where i.user_id = $1 limit 1) as invoice`,
      [before.id],
    );
    await addFiles(before, row?.work ?? '', row?.invoice ?? '');
    after = await backend.user({ firstName: 'New', lastName: 'Holder' });
    const zip = await exported(before);
    first = await filesIn(zip);
    await restored(after, zip);
  });
  afterAll(() => backend.close());

  test('the test account has rows in every table that is restored', async () => {
    const tables = await backend.sql<{ name: string }>('select name from private.restored_tables()');
    const empty = tables.filter(({ name }) => rowsIn(first, name).length === 0);
    expect(empty).toEqual([]);
    const names = Object.keys(first).filter((name) => name.startsWith('files/'));
    expect(names.map((name) => name.split('/')[1])).toEqual(expect.arrayContaining(['photos', 'invoices', 'logos']));
  });

  test('every table and file is the same after the restore', async () => {
    await expectSame(backend, before, first, after, await filesIn(await exported(after)));
  });

  test('the restored account violates no invariant, for example between rows and stored files', async () => {
    const faults = await backend.sql<{ fault: string }>(readFileSync('supabase/invariants.sql', 'utf8'));
    // The personas' invoices have no lines.
    expect(faults.filter(({ fault }) => fault !== 'The lines do not make the subtotal.')).toEqual([]);
  });

  test('no row of the new account names a person who exists elsewhere', async () => {
    const second = await filesIn(await exported(after));
    const people = await backend.sql<{ id: string }>('select id from public.profiles where id <> $1', [after.id]);
    const all = Object.entries(second)
      .filter(([name]) => name.startsWith('tables/'))
      .map(([, bytes]) => Buffer.from(bytes).toString())
      .join('\n');
    expect(people.filter(({ id }) => all.includes(id))).toEqual([]);
  });

  /**
   * Triggers that would change or refuse a restored row. Those against impossible values, zz…, also apply to it, and so does
   * the one that protects a demo farm.
   */
  const triggersForRestoredRows = () =>
    backend.sql(
      `select t.tgrelid::regclass::text || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgname !~ '^(zz|a_refuse_demo$)'
         and pg_get_triggerdef(t.oid) !~ 'farm_diary\\.restoring'`,
    );

  test('only the guards of values run for restored rows, and a new trigger that would run is detected', async () => {
    expect(await triggersForRestoredRows()).toEqual([]);
    await backend.script(
      `create trigger later before insert on public.tasks for each row execute function private.touch()`,
    );
    expect(await triggersForRestoredRows()).toEqual([{ name: 'tasks.later' }]);
    await backend.script(`select private.guard_values('public.tasks')`);
    expect(await triggersForRestoredRows()).toEqual([]);
    await backend.script('drop trigger later on public.tasks');
  });
});

test('the demonstration farm is the same after a restore, with its next invoice number and frozen invoices', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const backend = await filledBackend('demo', (empty) => empty.transaction((sql) => loadDemo(sql, { today })));
  const signedIn = backend.anon();
  const { data } = await signedIn.auth.signInWithPassword({ email: 'owner@demo.test', password: 'demo-farm-2026' });
  const before: Person = Object.assign(signedIn, { id: data.user?.id ?? '', email: 'owner@demo.test' });
  const zip = await exported(before);
  const first = await filesIn(zip);
  const after = await backend.user({ firstName: 'Mary', lastName: 'Byrne' });
  await restored(after, zip);
  await expectSame(backend, before, first, after, await filesIn(await exported(after)));
  const frozen = await after
    .from('invoices')
    .update({ total: 1 } as never)
    .eq('user_id', after.id);
  expect(frozen.error?.code).toBe('42501');
  await backend.close();
});
