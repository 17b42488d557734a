// The compliance center: from an empty list to what is due, evidence, certificates and the inspection pack.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { CHECKLIST_ITEMS } from '@tests/support/database/persona-ids';
import { renderPage } from '@tests/support/render-page';
import { catchSavedFiles, lastFile, serveFonts } from '@tests/features/calculators/saved-files';

catchSavedFiles();

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});
afterAll(() => backend.close());
afterEach(async () => {
  // Every test begins with an empty list.
  for (const table of ['compliance_items', 'certificates', 'field_activities', 'machines', 'soil_tests', 'fields'])
    await backend.sql(`delete from public.${table}`);
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const fill = (where: Pick<typeof screen, 'getByLabelText'>, label: string | RegExp, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));
const waitUntilDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const add = async (title: string, more: object = {}) => {
  const id = crypto.randomUUID();
  const { error } = await owner.from('compliance_items').insert({ id, user_id: owner.id, title, ...more });
  expect(error).toBeNull();
  return id;
};
const open = async (path = '/compliance-center') => {
  const page = await renderPage(path, { backend, person: owner });
  await screen.findByRole('heading', { level: 1 });
  return page;
};

test('picks a country and adds the usual items, each with its source', async () => {
  const { user } = await open();
  expect(await screen.findByText("Pick your country and we'll add the usual items.")).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Usual items' }));
  const form = await dialog();
  await user.selectOptions(form.getByLabelText('Country'), 'Ireland');
  expect(await form.findByLabelText('Nitrates records of the year complete')).toBeChecked();
  expect(form.queryByLabelText(/^Annual NVZ records/)).toBeNull();
  await user.selectOptions(form.getByLabelText('Country'), 'England');
  await user.click(form.getByLabelText('Size of holding'));
  await user.click(form.getByRole('button', { name: /^Add \d+ items$/ }));
  await waitUntilDialogClosed();
  await user.click(await screen.findByRole('link', { name: /^Annual NVZ records/ }));
  expect(await screen.findByText('The rule and its source')).toBeVisible();
  expect(screen.getByText(/by 30 April each year/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: /ADLib|Regulations/ }).length).toBeGreaterThan(0);
  expect(screen.getByText('5 years')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/you are compliant/i);
});

test('an overdue item is completed late for its due date, with a note, and its evidence can be changed', async () => {
  const due = day(-4);
  await add('Nitrates records', { due_on: due, recurrence: 'annual', keep_months: 60 });
  await add('Farm map', { due_on: day(200), recurrence: 'annual' });
  const { user } = await open();
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(within(summary).getByText('1 overdue')).toBeVisible();
  expect(summary).toHaveTextContent('1 of 2 dates up to date (50 %)');
  expect(summary).toHaveTextContent('It does not say that the farm complies');
  await user.click(screen.getByRole('button', { name: /^Done.*Nitrates records$/ }));
  let form = await dialog();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Add a certificate or note before marking this done.')).toBeVisible();
  fill(form, 'Done on', day(1));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Done date is in the future.')).toBeVisible();
  fill(form, 'Done on', day(0));
  fill(form, /^Note/, 'Sent to the department');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitUntilDialogClosed();
  expect(await screen.findByText('Nothing overdue')).toBeVisible();
  await waitFor(async () => {
    const { data } = await owner.from('compliance_completions').select('for_due_on, done_on, note');
    expect(data).toEqual([{ for_due_on: due, done_on: day(0), note: 'Sent to the department' }]);
  });
  await user.click(screen.getByRole('link', { name: 'Nitrates records' }));
  expect(await screen.findByText('Sent to the department')).toBeVisible();
  expect(screen.getByText(/^Keep until/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Change the evidence/ }));
  form = await dialog();
  fill(form, /^Certificate or report number/, 'N-12');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitUntilDialogClosed();
  expect(await screen.findByText(/No\. N-12/)).toBeVisible();
});

test('an item that does not apply needs a reason, leaves the list and the score, and can be found again', async () => {
  await add('Pig movement record', { due_on: day(-1) });
  await add('Farm map', { due_on: day(200), recurrence: 'annual' });
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: 'Pig movement record' }));
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const form = await dialog();
  await user.click(form.getByLabelText('Does not apply to this farm'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Say why this does not apply.')).toBeVisible();
  fill(form, 'Why it does not apply', 'No pigs');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitUntilDialogClosed();
  expect(await screen.findByText('No pigs')).toBeVisible();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Compliance Center' }));
  expect(await screen.findByText('Nothing overdue')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Pig movement record' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Does not apply 1' }));
  expect(await screen.findByRole('link', { name: 'Pig movement record' })).toBeVisible();
});

test('the list is filtered by area, scheme and date, and the address keeps the filter', async () => {
  await add('Farm map', { duty: 'farm_map', category: 'food_assurance', required_by: 'assurance', due_on: day(200) });
  await add('Spray store', { duty: 'ppp_store', category: 'sprays', required_by: 'law', due_on: day(10) });
  const { user, address } = await open();
  await screen.findByRole('link', { name: 'Farm map' });
  await user.selectOptions(screen.getByLabelText('Area'), 'Sprays');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Farm map' })).toBeNull());
  expect(address()).toContain('area=sprays');
  await user.selectOptions(screen.getByLabelText('Area'), 'All areas');
  await user.selectOptions(screen.getByLabelText('Asked for by'), 'Red Tractor dairy');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Spray store' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Farm map' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Asked for by'), 'Law and schemes');
  await user.selectOptions(screen.getByLabelText('Due within'), 'Within 30 days');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Farm map' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Spray store' })).toBeVisible();
});

test('the item has the examination dates of machines; a telehandler without one is listed as missing', async () => {
  await add('LOLER', { duty: 'loler', auto_source: 'loler_due', recurrence: 'annual', recurrence_anchor: 'done_date' });
  const machine = { user_id: owner.id, machine_type: 'telehandler' };
  await owner.from('machines').insert([
    { ...machine, id: crypto.randomUUID(), name: 'JCB 541', loler_due: day(-3) },
    { ...machine, id: crypto.randomUUID(), name: 'Manitou' },
  ]);
  await open('/compliance-center?tab=inspection');
  expect(await screen.findByText('Manitou has no date for its thorough examination.')).toBeVisible();
  expect(screen.getByText(/^Overdue since/)).toBeVisible();
});

test('a certificate that expires soon is marked', async () => {
  const { user } = await open('/compliance-center?tab=certificates');
  await user.click(await screen.findByRole('button', { name: 'Add a certificate' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Save certificate' }));
  expect(await form.findByText('Give the certificate a name.')).toBeVisible();
  fill(form, 'Certificate', 'Telehandler');
  await form.findByRole('option', { name: 'Sam Driver' });
  await user.selectOptions(form.getByLabelText('Whose'), 'Sam Driver');
  fill(form, /^Issued on/, day(0));
  fill(form, /^Valid until/, day(-1));
  await user.click(form.getByRole('button', { name: 'Save certificate' }));
  expect(await form.findByText('It runs out before it was issued.')).toBeVisible();
  fill(form, /^Valid until/, day(20));
  await user.click(form.getByRole('button', { name: 'Save certificate' }));
  await waitUntilDialogClosed();
  expect(await screen.findByText('Runs out soon')).toBeVisible();
});

test('what is overdue or near is on the noticeboard and in the diary: own dates, soil tests, certificates; a completed checklist moves its date', async () => {
  await add('Nitrates records', { due_on: day(-4), recurrence: 'annual' });
  await add('Farm map', { due_on: day(10), recurrence: 'annual' });
  const [field, due] = [crypto.randomUUID(), day(-1)];
  const soil = { id: crypto.randomUUID(), user_id: owner.id, field_id: field, method: 'olsen', ph: 6.4 };
  const template = crypto.randomUUID();
  const now = new Date().toISOString();
  for (const { error } of [
    await owner.from('fields').insert({ id: field, user_id: owner.id, name: 'Top', area_ha: 4 }),
    await owner.from('soil_tests').insert({ ...soil, sampled_on: `${Number(due.slice(0, 4)) - 5}${due.slice(4)}` }),
    await owner.from('certificates').insert([
      { id: crypto.randomUUID(), user_id: owner.id, name: 'Telehandler', expires_on: day(20) },
      { id: crypto.randomUUID(), user_id: owner.id, name: 'Insurance', expires_on: day(-1) },
    ]),
    await owner
      .from('checklist_templates')
      .insert({ id: template, user_id: owner.id, name: 'Spray store', items: CHECKLIST_ITEMS }),
    await owner.from('checklist_completions').insert({
      ...{ id: crypto.randomUUID(), user_id: owner.id, template_id: template, version: 1, items: CHECKLIST_ITEMS },
      ...{ answers: [{ value: 'ok', comment: '', photos: [] }], started_at: now, completed_at: now },
    }),
  ])
    expect(error).toBeNull();
  // The item's own date is far away; that of the soil test replaces it.
  await add('Soil tests', { due_on: day(400), recurrence: '5y', auto_source: 'soil_tests' });
  await add('Store check', { due_on: day(-20), recurrence: 'annual', auto_source: `checklist:${template}` });
  await open();
  expect(await screen.findByText('2 overdue')).toBeVisible();
  await renderPage('/noticeboard', { backend, person: owner });
  expect(await screen.findByText('2 compliance dates overdue')).toBeVisible();
  expect(await screen.findByText('1 compliance date due soon')).toBeVisible();
  expect(await screen.findByText('1 certificate runs out soon')).toBeVisible();
  expect(await screen.findByText('1 certificate has run out')).toBeVisible();
  await renderPage(`/diary?view=day&date=${due}`, { backend, person: owner });
  expect((await screen.findAllByText('Soil tests'))[0]).toBeVisible();
});

test('an employee sees only their own certificates, on their account page', async () => {
  await owner.from('certificates').insert([
    { id: crypto.randomUUID(), user_id: owner.id, name: 'Telehandler', person_id: driver.id, expires_on: day(-1) },
    { id: crypto.randomUUID(), user_id: owner.id, name: 'Insurance' },
  ]);
  await renderPage('/manage-account', { backend, person: driver });
  expect(await screen.findByText('Your certificates')).toBeVisible();
  expect(screen.getByText('Telehandler')).toBeVisible();
  expect(screen.getByText('Run out')).toBeVisible();
  expect(screen.queryByText('Insurance')).toBeNull();
});

test('the pack holds an index, what is missing, the items of the chosen areas, certificates and spray records', async () => {
  serveFonts();
  await add('Spray store', { duty: 'ppp_store', category: 'sprays', due_on: day(-2) });
  await add('Farm map', { duty: 'farm_map', category: 'food_assurance', due_on: day(90) });
  await owner.from('certificates').insert({ id: crypto.randomUUID(), user_id: owner.id, name: '=PA2a', number: '7' });
  await owner.from('field_activities').insert({
    ...{ id: crypto.randomUUID(), user_id: owner.id, field_name: 'Top', season: 2026, activity_type: 'spray' },
    ...{ status: 'done', started_at: `${day(-20)}T09:00:00Z`, product: 'Proline', mapp_pcs_no: '04567' },
  });
  const tested = await add('Sprayer test', { category: 'sprays', recurrence: '3y', recurrence_anchor: 'done_date' });
  // The latest evidence is in the pack although it is older than the requested year; earlier evidence is not.
  await owner.from('compliance_completions').insert([
    { id: crypto.randomUUID(), user_id: owner.id, item_id: tested, done_on: day(-500), reference_no: 'NSTS-new' },
    { id: crypto.randomUUID(), user_id: owner.id, item_id: tested, done_on: day(-1600), reference_no: 'NSTS-old' },
  ]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Inspection pack' }));
  const form = await dialog();
  await user.click(form.getByLabelText('Food assurance'));
  await waitFor(() => expect(form.getByRole('button', { name: 'Make the pack' })).toBeEnabled());
  await user.click(form.getByRole('button', { name: 'Make the pack' }));
  await waitUntilDialogClosed();
  const archive = unzipSync(new Uint8Array((await lastFile()?.arrayBuffer()) ?? new ArrayBuffer(0)));
  const names = Object.keys(archive);
  expect(names).toEqual(
    expect.arrayContaining([
      'Index.csv',
      'Index.pdf',
      'Missing.pdf',
      'Certificates.csv',
      'Read me.txt',
      'Sprays/Items.csv',
    ]),
  );
  expect(names).toContain('Sprays/Spray records.csv');
  expect(names).toContain('Sprays/Spray records.pdf');
  expect(names.filter((name) => name.startsWith('Food assurance'))).toEqual([]);
  const text = (name: string) => strFromU8(archive[name] ?? new Uint8Array());
  expect(text('Sprays/Spray records.csv')).toContain('04567');
  expect(text('Certificates.csv')).toContain("'=PA2a");
  expect(text('Sprays/Evidence.csv')).toContain('NSTS-new');
  expect(text('Sprays/Evidence.csv')).not.toContain('NSTS-old');
  for (const name of names.filter((one) => one !== 'Index.csv' && one !== 'Index.pdf' && one !== 'Read me.txt'))
    expect(text('Index.csv')).toContain(name);
  expect(text('Read me.txt')).toContain('It does not say that the farm complies');
});

test('evidence of last year that is entered today, by the keyboard, counts for last year’s due date', async () => {
  const due = day(120);
  await add('Nitrates records', { due_on: due, recurrence: 'annual' });
  const { user } = await open();
  (await screen.findByRole('button', { name: /^Done.*Nitrates records$/ })).focus();
  await user.keyboard('{Enter}');
  const form = await dialog();
  expect(form.queryByLabelText('For the date')).toBeNull();
  fill(form, 'Done on', day(-250));
  const before = `${Number(due.slice(0, 4)) - 1}${due.slice(4)}`;
  await waitFor(() => expect(form.getByLabelText('For the date')).toHaveValue(before));
  fill(form, /^Note/, 'Sent last spring');
  form.getByRole('button', { name: 'Save' }).focus();
  await user.keyboard('{Enter}');
  await waitUntilDialogClosed();
  await waitFor(async () => {
    const { data } = await owner.from('compliance_completions').select('for_due_on');
    expect(data).toEqual([{ for_due_on: before }]);
  });
  await user.click(screen.getByRole('link', { name: 'Nitrates records' }));
  expect((await screen.findAllByText(/Due soon|Up to date/))[0]).toBeVisible();
});
