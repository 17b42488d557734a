// The dialogs of certificates and items: which values an edit saves, and which stay unchanged.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { storeFile } from '@/offline/outbox/store/files';
import { PHOTO } from '@/records/photos';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
});
afterAll(() => backend.close());

const fill = (where: Pick<typeof screen, 'getByLabelText'>, label: string | RegExp, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));
const waitUntilDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const open = (path: string) => renderPage(path, { backend, person: owner });

/** Stores a photo on the device, as the form does when one is chosen. */
async function choosePhoto(table: 'certificates' | 'compliance_completions', parent: string) {
  const id = crypto.randomUUID();
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]).buffer;
  const fields = {
    ...{ parent_table: table, parent_id: parent, mime: 'image/jpeg', bytes: 4, taken_at: null },
    storage_path: `${owner.id}/${table}/${parent}/${id}.jpg`,
  };
  await storeFile({
    ...{ userId: owner.id, id, parent, bytes, mime: 'image/jpeg', at: Date.now(), forChange: true },
    entry: {
      ...{ userId: owner.id, accountId: owner.id, kind: PHOTO.kind, version: PHOTO.version, id, action: 'insert' },
      ...{ fields, seen: null, parents: [parent], title: 'Photo', file: true },
    },
  });
}

test('the main button of a certificate saves its chosen photos too', async () => {
  const id = crypto.randomUUID();
  await owner.from('certificates').insert({ id, user_id: owner.id, name: 'Telehandler' });
  await choosePhoto('certificates', id);
  const { user } = await open('/compliance-center?tab=certificates');
  await user.click(await screen.findByRole('button', { name: 'Change Telehandler, The farm' }));
  const form = await dialog();
  expect(await form.findByRole('img', { name: 'More photos, photo 1' })).toBeInTheDocument();
  fill(form, /^Number/, '88214');
  await user.click(form.getByRole('button', { name: 'Save certificate' }));
  await waitUntilDialogClosed();
  await waitFor(async () =>
    expect(await backend.sql('select parent_table from public.attachments where parent_id = $1', [id])).toEqual([
      { parent_table: 'certificates' },
    ]),
  );
  expect((await owner.from('certificates').select('number').eq('id', id).single()).data).toEqual({ number: '88214' });
});

test('an edit keeps a person who has left, and a checklist that was deleted', async () => {
  const leaver = await backend.employeeOf(owner, { firstName: 'Jo', lastName: 'Gone' });
  const row = { id: crypto.randomUUID(), user_id: owner.id, name: 'Telehandler', person_id: leaver.id };
  await owner.from('certificates').insert(row);
  const checklist = `checklist:${crypto.randomUUID()}`;
  const item = { id: crypto.randomUUID(), user_id: owner.id, title: 'Walk round' };
  await owner.from('compliance_items').insert({ ...item, responsible_id: leaver.id, auto_source: checklist });
  expect((await owner.rpc('remove_employee', { p_employee: leaver.id })).error).toBeNull();
  const { user } = await open('/compliance-center?tab=certificates');
  await user.click(await screen.findByRole('button', { name: 'Change Telehandler, Jo Gone' }));
  let form = await dialog();
  expect(await form.findByDisplayValue('Jo Gone')).toBe(form.getByLabelText('Whose'));
  // On blur the form reads the field's value from the page.
  fireEvent.blur(form.getByLabelText('Whose'));
  fill(form, /^Number/, '7');
  await user.click(form.getByRole('button', { name: 'Save certificate' }));
  await waitUntilDialogClosed();
  expect((await owner.from('certificates').select('person_id, holder, number').eq('id', row.id).single()).data).toEqual(
    { person_id: leaver.id, holder: 'Jo Gone', number: '7' },
  );
  await open(`/compliance-center?item=${item.id}`);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  form = await dialog();
  expect(await form.findByDisplayValue('Jo Gone')).toBe(form.getByLabelText(/^Who sees to it/));
  expect(await form.findByDisplayValue('A checklist that is not there any more')).toBe(
    form.getByLabelText(/^Evidence from the app/),
  );
  for (const label of [/^Who sees to it/, /^Evidence from the app/]) fireEvent.blur(form.getByLabelText(label));
  fill(form, 'Name', 'Walk round the yard');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitUntilDialogClosed();
  const { data } = await owner
    .from('compliance_items')
    .select('title, responsible_id, auto_source')
    .eq('id', item.id)
    .single();
  expect(data).toEqual({ title: 'Walk round the yard', responsible_id: leaver.id, auto_source: checklist });
});

test('a photo can be added to evidence that is already saved', async () => {
  const [item, evidence] = [crypto.randomUUID(), crypto.randomUUID()];
  await owner.from('compliance_items').insert({ id: item, user_id: owner.id, title: 'Sprayer test' });
  const row = { id: evidence, user_id: owner.id, item_id: item, done_on: '2026-03-01', note: 'Passed' };
  expect((await owner.from('compliance_completions').insert(row)).error).toBeNull();
  await choosePhoto('compliance_completions', evidence);
  const { user } = await open(`/compliance-center?item=${item}`);
  await user.click(await screen.findByRole('button', { name: /^Change the evidence/ }));
  const form = await dialog();
  expect(await form.findByRole('img', { name: 'More photos, photo 1' })).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitUntilDialogClosed();
  await waitFor(async () =>
    expect(await backend.sql('select parent_table from public.attachments where parent_id = $1', [evidence])).toEqual([
      { parent_table: 'compliance_completions' },
    ]),
  );
});

test('a due date chosen by hand stays when the done date is corrected', async () => {
  const item = { id: crypto.randomUUID(), user_id: owner.id, title: 'Risk map', recurrence: 'annual' };
  await owner.from('compliance_items').insert({ ...item, due_on: '2024-04-30' });
  const { user } = await open(`/compliance-center?item=${item.id}`);
  await user.click(await screen.findByRole('button', { name: /^Done/ }));
  const form = await dialog();
  await user.selectOptions(await form.findByLabelText('For the date'), '2025-04-30');
  fill(form, 'Done on', '2025-04-20');
  await waitFor(() => expect(form.getByLabelText('Done on')).toHaveValue('2025-04-20'));
  expect(form.getByLabelText('For the date')).toHaveValue('2025-04-30');
});

test('records that could not be read are reported, and the list of gaps is not called complete', async () => {
  // Two account holders of whom this device has no copy yet.
  const [ann, kim] = [await backend.user({ firstName: 'Ann' }), await backend.user({ firstName: 'Kim' })];
  for (const one of [ann, kim]) {
    const row = { id: crypto.randomUUID(), user_id: one.id, title: 'Farm map', due_on: '2099-01-01' };
    expect((await one.from('compliance_items').insert({ ...row, evidence_required: false })).error).toBeNull();
  }
  const failing = (table: string) => ({
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const address = input instanceof Request ? input.url : String(input);
      return address.includes(`/rest/v1/${table}?`)
        ? Promise.resolve(Response.json({ message: 'not now' }, { status: 400 }))
        : backend.fetch(input, init);
    },
  });
  await renderPage('/compliance-center?tab=inspection', { backend: failing('certificates'), person: ann });
  expect(await screen.findByText(/^Some records could not be read/)).toBeVisible();
  expect(screen.queryByText(/^Nothing on your list is missing/)).toBeNull();
  cleanup();
  // Without the evidence, no item is shown as overdue.
  await renderPage('/compliance-center', { backend: failing('compliance_completions'), person: kim });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Farm map' })).toBeNull();
});
