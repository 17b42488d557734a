import { screen as page, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { invite } from '@tests/support/office/seats';

let backend: TestBackend;
let owner: Person;
let driver: Person;
/** What the mail function returns here; the function itself has its own tests. */
let mailed: { url: string; body: unknown }[] = [];
let mailFails = false;

const answering: Pick<TestBackend, 'fetch'> = {
  fetch: async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.includes('/functions/v1/invite-employee')) return backend.fetch(request);
    mailed.push({ url: request.url, body: JSON.parse(await request.text()) });
    return mailFails
      ? Response.json({ success: false, error: 'The mail could not be sent. Share the link instead.' }, { status: 502 })
      : Response.json({ success: true });
  },
};

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  localStorage.clear();
  mailed = [];
  mailFails = false;
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Tom', lastName: 'Dale' });
});
afterAll(() => backend.close());

const open = () => renderPage('/manage-users', { backend: answering, person: owner });
const said = async (text: string) => expect(await page.findByText(text)).toBeVisible();
async function choose(user: UserEvent, name: string, item: string) {
  await user.click(await page.findByRole('button', { name: `More for ${name}` }));
  await user.click(await page.findByRole('menuitem', { name: item }));
}
async function fillIn(user: UserEvent, email: string) {
  await user.click(await page.findByRole('button', { name: 'Invite someone' }));
  await user.type(await page.findByLabelText('Email'), email);
  await user.click(page.getByRole('radio', { name: 'Only their own' }));
  await user.click(page.getByRole('radio', { name: 'Hidden' }));
}
const invites = () =>
  backend.sql<{ email: string; open: boolean; first_name: string | null }>(
    `select email, accepted_at is null and revoked_at is null as open, first_name from public.employee_invites
     where user_id = $1 order by created_at`,
    [owner.id],
  );

test('shows the seats, employees, open invitations and last activity', async () => {
  await backend.sql(`update public.profiles set last_seen_at = now() where id = $1`, [driver.id]);
  await invite(backend, owner, 'new@example.test');
  await open();
  expect(await page.findByText('2 of 6 seats used')).toBeVisible();
  const rows = within(await page.findByRole('table', { name: 'Users' }))
    .getAllByRole('row')
    .slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 4)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [driver.email, 'Active', expect.stringMatching(/^today \d\d:\d\d$/) as string],
    ['new@example.test', 'Invited · expires in 7 d', ''],
  ]);
  expect(rows[0]).toHaveTextContent('TDTom Dale');
});

test('permissions of a new person are asked for without defaults, and both answers are required', async () => {
  const { user } = await open();
  await user.click(await page.findByRole('button', { name: 'Invite someone' }));
  for (const name of ['All jobs', 'Only their own', 'Shown', 'Hidden'])
    expect(page.getByRole('radio', { name })).not.toBeChecked();
  await user.type(page.getByLabelText('Email'), 'sam@example.test');
  await user.click(page.getByRole('button', { name: 'Send invitation' }));
  expect(await page.findByRole('group', { name: 'Jobs they see' })).toHaveAccessibleDescription(
    'Choose whose jobs they see.',
  );
  await user.click(page.getByRole('radio', { name: 'Only their own' }));
  expect(page.getByRole('group', { name: 'Prices and values' })).toHaveAccessibleDescription(
    'Choose whether they see prices.',
  );
  expect(await invites()).toEqual([]);
  await user.click(page.getByRole('radio', { name: 'Shown' }));
  await user.click(page.getByRole('button', { name: 'Send invitation' }));
  await said('Invitation sent.');
  expect(
    await backend.sql('select sees_all_works, sees_rates from public.employee_invites where user_id = $1', [owner.id]),
  ).toEqual([{ sees_all_works: false, sees_rates: true }]);
});

test('permissions of one person can be changed later, individually', async () => {
  const other = await backend.employeeOf(owner, { firstName: 'Eve', lastName: 'Moss' });
  const { user } = await open();
  await choose(user, 'Tom Dale', 'What they may see');
  const dialog = within(await page.findByRole('dialog', { name: 'What Tom may see' }));
  expect(
    await dialog.findByText(/Nothing is chosen for .+ yet: your farm’s settings hold. Now: all jobs, prices shown\./),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose whether they see prices.')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'All jobs' }));
  await user.click(dialog.getByRole('radio', { name: 'Hidden' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await said('What they may see is saved.');
  const sight = (person: Person) =>
    backend.sql('select sees_all_works, sees_rates from public.profiles where id = $1', [person.id]);
  expect(await sight(driver)).toEqual([{ sees_all_works: true, sees_rates: false }]);
  expect(await sight(other)).toEqual([{ sees_all_works: null, sees_rates: null }]);
  await choose(user, 'Tom Dale', 'What they may see');
  expect(await page.findByRole('radio', { name: 'Hidden' })).toBeChecked();
});

describe('an invitation', () => {
  test('is mailed', async () => {
    const { user } = await open();
    await fillIn(user, ' Sam@Example.test');
    await user.type(page.getByLabelText(/First name/), 'Sam');
    await user.click(page.getByRole('button', { name: 'Send invitation' }));
    await said('Invitation sent.');
    expect(await invites()).toEqual([{ email: 'sam@example.test', open: true, first_name: 'Sam' }]);
    expect(mailed).toMatchObject([
      { body: { invite: expect.any(String) as string, token: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
    ]);
    await said('2 of 6 seats used');
  });

  test('can be handed on as a link, copied or shared', async () => {
    const { user } = await open();
    await fillIn(user, 'link@example.test');
    await user.click(page.getByRole('button', { name: 'Get a link' }));
    const field = await page.findByLabelText<HTMLInputElement>('Link');
    expect(field.value).toMatch(/^http:\/\/localhost:3000\/\?invite=[0-9a-f]{64}$/);
    expect(page.getByText('It works once, for 7 days, and only for link@example.test.')).toBeVisible();
    await user.click(page.getByRole('button', { name: 'Copy' }));
    await said('Copied.');
    expect(await navigator.clipboard.readText()).toBe(field.value);
    expect(mailed).toEqual([]);
  });

  test('uses the phone’s share sheet if there is one', async () => {
    const share = vi.fn(() => Promise.resolve());
    Object.assign(navigator, { share });
    const { user } = await open();
    await fillIn(user, 'share@example.test');
    await user.click(page.getByRole('button', { name: 'Get a link' }));
    const link = (await page.findByLabelText<HTMLInputElement>('Link')).value;
    await user.click(page.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Join a farm on Farm Diary', url: link });
    Reflect.deleteProperty(navigator, 'share');
  });

  test('if its mail fails, shows its link', async () => {
    mailFails = true;
    const { user } = await open();
    await fillIn(user, 'fails@example.test');
    await user.click(page.getByRole('button', { name: 'Send invitation' }));
    const dialog = within(await page.findByRole('dialog', { name: 'Invitation link' }));
    expect(dialog.getByText('The mail could not be sent. Share the link instead.')).toBeVisible();
    expect(dialog.getByLabelText('Link')).toBeVisible();
  });

  test.each([
    ['nobody', () => 'Please enter a valid email address.', () => 'nobody'],
    ['oneself', () => "You can't invite yourself.", () => owner.email.toUpperCase()],
    ['one of the crew', () => `${driver.email} is on your farm already.`, () => driver.email],
  ])('to %s says why not, beside the address', async (_, message, address) => {
    // The embedded backend logs what the database refuses.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await open();
    await fillIn(user, address());
    await user.click(page.getByRole('button', { name: 'Send invitation' }));
    await said(message());
    expect(await invites()).toEqual([]);
  });

  test('that exists says so, and one to an account holder too', async () => {
    // The embedded backend logs what the database refuses.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await invite(backend, owner, 'twice@example.test');
    const holder = await backend.user();
    await holder.from('tasks').insert({ name: 'Baling' });
    const { user } = await open();
    await fillIn(user, 'twice@example.test');
    await user.click(page.getByRole('button', { name: 'Send invitation' }));
    await said('twice@example.test has already been invited.');
    await user.clear(page.getByLabelText('Email'));
    await user.type(page.getByLabelText('Email'), holder.email);
    await user.click(page.getByRole('button', { name: 'Send invitation' }));
    await said("That email is already a main account holder and can't be added as an employee.");
    expect(await invites()).toHaveLength(1);
  });

  test('is sent again with another token, and withdrawn', async () => {
    const { token } = await invite(backend, owner, 'again@example.test');
    const { user } = await open();
    await choose(user, 'again@example.test', 'Resend');
    await said('Invitation sent.');
    expect(mailed).toHaveLength(1);
    expect(JSON.stringify(mailed)).not.toContain(token);
    await choose(user, 'again@example.test', 'Revoke');
    await said('Invitation cancelled.');
    await said('1 of 6 seats used');
    expect(await invites()).toMatchObject([{ open: false }]);
  });
});

test('with six seats taken no one can be invited, and it says why', async () => {
  for (let n = 0; n < 5; n += 1) await backend.employeeOf(owner);
  await open();
  await said('6 of 6 seats used');
  await said('All 6 seats are used. Remove someone or cancel an invitation first.');
  expect(page.getByRole('button', { name: 'Invite someone' })).toBeDisabled();
});

test('an employee is suspended, resumed and removed', async () => {
  const { user } = await open();
  const status = async () =>
    (await backend.sql('select person_status, admin_id from public.profiles where id = $1', [driver.id]))[0];
  await choose(user, 'Tom Dale', 'Suspend');
  await said('Suspended');
  expect(await status()).toEqual({ person_status: 'suspended', admin_id: owner.id });
  await said('1 of 6 seats used');
  await choose(user, 'Tom Dale', 'Resume');
  await said('Active');
  await choose(user, 'Tom Dale', 'Remove');
  const dialog = within(await page.findByRole('dialog', { name: 'Remove Tom?' }));
  expect(dialog.getByText('Their work and time records stay. They will no longer see your farm.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  expect(await status()).toMatchObject({ admin_id: owner.id });
  await choose(user, 'Tom Dale', 'Remove');
  await user.click(
    within(await page.findByRole('dialog', { name: 'Remove Tom?' })).getByRole('button', { name: 'Remove' }),
  );
  await said('Nobody else yet.');
  await said('0 of 6 seats used');
  expect(await status()).toMatchObject({ admin_id: null });
});

test('the list can be exported', async () => {
  await backend.sql(`update public.profiles set first_name = '=HYPERLINK("x")', last_name = null where id = $1`, [
    driver.id,
  ]);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
  const { user } = await open();
  await user.click(await page.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.text();
  expect(text).toContain('name,email,status,last_seen_at,invitation_expires_at\r\n');
  expect(text).toContain(`"'=HYPERLINK(""x"")",${driver.email},Active,,\r\n`);
  vi.restoreAllMocks();
});
