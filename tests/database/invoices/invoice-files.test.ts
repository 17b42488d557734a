// The file of an issued document: stored once under its own id, by the account holder, and never overwritten.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { mailing, pdf, type Mailing } from '@tests/support/embedded/mailing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let account: InvoicingAccount;
let mail: Mailing;
let id: string;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  stranger = await backend.user();
  account = await setUpInvoicing(backend, owner);
  mail = mailing(backend, owner, account);
  const { data } = await account.issue(await account.addWorks([10, 20]));
  id = data?.id ?? '';
});
afterAll(() => backend.close());

const stored = () =>
  backend.sql<{ name: string }>(`select name from storage.objects where bucket_id = 'invoices' and name like $1`, [
    `${owner.id}%`,
  ]);
const storedPath = async () => (await mail.invoice(id))?.['pdf_path'];
const DENIED = { error: { message: 'new row violates row-level security policy' } };

test('the file is stored once; a repeated call changes nothing', async () => {
  expect(await mail.storeFile(id, pdf(id))).toMatchObject({ error: null, data: mail.pathOf(id) });
  expect(await storedPath()).toBe(mail.pathOf(id));
  expect(await mail.storeFile(id, pdf(id))).toMatchObject({ error: null, data: mail.pathOf(id) });
  expect(await (await mail.files.download(mail.pathOf(id))).data?.text()).toBe(`%PDF-1.4 ${id}`);
});

test('the file’s path is recorded only once the file exists', async () => {
  const early = await owner.rpc('keep_invoice_file', { p_invoice_id: id });
  expect(early.error).toMatchObject({ code: '23514', message: 'The PDF of this invoice is not there yet.' });
  expect(await storedPath()).toBeNull();
});

test('an upload whose response was lost is found by the next one', async () => {
  await mail.files.upload(mail.pathOf(id), pdf('first'));
  expect(await mail.files.upload(mail.pathOf(id), pdf('second'))).toMatchObject({ error: { statusCode: '409' } });
  expect((await owner.rpc('keep_invoice_file', { p_invoice_id: id })).error).toBeNull();
  expect(await (await mail.files.download(mail.pathOf(id))).data?.text()).toBe('%PDF-1.4 first');
});

test('the file can’t be overwritten or deleted, not even by the holder', async () => {
  await mail.storeFile(id, pdf(id));
  expect(await mail.files.upload(mail.pathOf(id), pdf('other'), { upsert: true })).toMatchObject(DENIED);
  expect(await mail.files.upload(mail.pathOf(id), pdf('other'))).toMatchObject(DENIED);
  expect((await mail.files.remove([mail.pathOf(id)])).data).toEqual([]);
  expect(await (await mail.files.download(mail.pathOf(id))).data?.text()).toBe(`%PDF-1.4 ${id}`);
});

test('a credit note has a file of its own', async () => {
  await account.mark([id], 'sent');
  const { data: note } = await account.credit(id);
  expect(await mail.storeFile(note?.id ?? '', pdf())).toMatchObject({ error: null, data: mail.pathOf(note?.id ?? '') });
});

test('a cancelled invoice gets no file', async () => {
  await account.withdraw(id);
  expect(await mail.files.upload(mail.pathOf(id), pdf())).toMatchObject(DENIED);
  expect(await stored()).toEqual([]);
});

test('other people can’t add, read or list the file, nor create a signed URL for it (A11)', async () => {
  await mail.storeFile(id, pdf(id));
  const { data: next } = await account.issue(await account.addWorks([5]));
  const freePath = mail.pathOf(next?.id ?? '');
  for (const person of [driver, stranger, backend.anon()]) {
    const files = person.storage.from('invoices');
    expect(await files.upload(freePath, pdf('forged'))).toMatchObject(DENIED);
    expect((await files.download(mail.pathOf(id))).error).not.toBeNull();
    expect((await files.createSignedUrl(mail.pathOf(id), 60)).error).not.toBeNull();
    expect((await files.list(owner.id)).data).toEqual([]);
  }
  expect(await stored()).toEqual([{ name: mail.pathOf(id) }]);
});

test('the holder can’t add a file with another name, invoice, account or type (A11)', async () => {
  const names = [
    `${owner.id}/${crypto.randomUUID()}.pdf`,
    `${owner.id}/${id}.pdf.pdf`,
    `${owner.id}/${id}.html`,
    `${owner.id}/x/${id}.pdf`,
    `${owner.id}/${'-'.repeat(36)}.pdf`,
    `${stranger.id}/${id}.pdf`,
    `${id}.pdf`,
  ];
  for (const name of names) expect((await mail.files.upload(name, pdf())).error, name).not.toBeNull();
  const page = new Blob(['<script>'], { type: 'text/html' });
  expect(await mail.files.upload(mail.pathOf(id), page)).toMatchObject({ error: { statusCode: '415' } });
  const huge = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)], { type: 'application/pdf' });
  expect(await mail.files.upload(mail.pathOf(id), huge)).toMatchObject({ error: { statusCode: '413' } });
  expect(await stored()).toEqual([]);
});

test('a lapsed account can’t add a file, but can read its existing ones (A38)', async () => {
  await mail.storeFile(id, pdf(id));
  const { data: next } = await account.issue(await account.addWorks([5]));
  await backend.lapse(owner);
  expect(await mail.files.upload(mail.pathOf(next?.id ?? ''), pdf())).toMatchObject(DENIED);
  expect((await owner.rpc('keep_invoice_file', { p_invoice_id: next?.id ?? '' })).error?.message).toBe(
    'Your account can read but not write at the moment.',
  );
  expect((await mail.files.download(mail.pathOf(id))).error).toBeNull();
});

test('clients can’t write the path, and a constraint keeps the database from changing it (A19)', async () => {
  for (const person of [owner, driver]) {
    const { error } = await person.from('invoices').update({ pdf_path: 'x' }).eq('id', id);
    expect(error).toMatchObject({ code: '42501' });
  }
  await expect(
    backend.sql('update public.invoices set pdf_path = $2 where id = $1', [id, `${stranger.id}/${id}.pdf`]),
  ).rejects.toThrow('invoices_own_file');
  for (const person of [driver, stranger]) {
    const { error } = await person.rpc('keep_invoice_file', { p_invoice_id: id });
    expect(error?.message).toMatch(/^(Only the main account holder can do this|This invoice is not there)\.$/);
  }
  expect(await storedPath()).toBeNull();
});
