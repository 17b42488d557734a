import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { invite } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let owner: Person;
let driver: Person;
/** The requests to the mail function, which has its own tests. */
let mailRequests: { url: string; body: unknown }[] = [];
let mailFails = false;

const backendWithMail: Pick<TestBackend, 'fetch'> = {
  fetch: async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.includes('/functions/v1/invite-employee')) return backend.fetch(request);
    mailRequests.push({ url: request.url, body: JSON.parse(await request.text()) });
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
  mailRequests = [];
  mailFails = false;
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Tom', lastName: 'Dale' });
});
afterAll(() => backend.close());

const open = () => renderPage('/manage-users', { backend: backendWithMail, person: owner });
const expectText = async (text: string) => expect(await screen.findByText(text)).toBeVisible();
async function choose(user: UserEvent, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
async function fillIn(user: UserEvent, email: string) {
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
  await user.type(await screen.findByLabelText('Email'), email);
  await user.click(screen.getByRole('radio', { name: 'Only their own' }));
  await user.click(screen.getByRole('radio', { name: 'Hidden' }));
}
const storedInvitations = () =>
  backend.sql<{ email: string; open: boolean; first_name: string | null }>(
    `select email, accepted_at is null and revoked_at is null as open, first_name from public.employee_invites
     where user_id = $1 order by created_at`,
    [owner.id],
  );

test('the page shows the seats, employees, open invitations and last activity', async () => {
  await backend.sql(`update public.profiles set last_seen_at = now() where id = $1`, [driver.id]);
  await invite(backend, owner, 'new@example.test');
  await open();
  expect(await screen.findByText('2 of 6 seats used')).toBeVisible();
  const rows = within(await screen.findByRole('table', { name: 'Users' }))
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

test('the permissions of a single person can be changed later', async () => {
  const other = await backend.employeeOf(owner, { firstName: 'Eve', lastName: 'Moss' });
  const { user } = await open();
  await choose(user, 'Tom Dale', 'What they may see');
  const dialog = within(await screen.findByRole('dialog', { name: 'What Tom may see' }));
  expect(
    await dialog.findByText(/Nothing is chosen for .+ yet: your farm’s settings hold. Now: all jobs, prices shown\./),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose whether they see prices.')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'All jobs' }));
  await user.click(dialog.getByRole('radio', { name: 'Hidden' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectText('What they may see is saved.');
  const permissions = (person: Person) =>
    backend.sql('select sees_all_works, sees_rates from public.profiles where id = $1', [person.id]);
  expect(await permissions(driver)).toEqual([{ sees_all_works: true, sees_rates: false }]);
  expect(await permissions(other)).toEqual([{ sees_all_works: null, sees_rates: null }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(user, 'Tom Dale', 'What they may see');
  expect(await screen.findByRole('radio', { name: 'Hidden' })).toBeChecked();
});

describe('an invitation', () => {
  test('is mailed; what the person may see has no defaults, and both have to be chosen', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
    for (const name of ['All jobs', 'Only their own', 'Shown', 'Hidden'])
      expect(screen.getByRole('radio', { name })).not.toBeChecked();
    await user.type(screen.getByLabelText('Email'), ' Sam@Example.test');
    await user.type(screen.getByLabelText(/First name/), 'Sam');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByRole('group', { name: 'Jobs they see' })).toHaveAccessibleDescription(
      'Choose whose jobs they see.',
    );
    await user.click(screen.getByRole('radio', { name: 'Only their own' }));
    expect(screen.getByRole('group', { name: 'Prices and values' })).toHaveAccessibleDescription(
      'Choose whether they see prices.',
    );
    expect(await storedInvitations()).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Shown' }));
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    await expectText('Invitation sent.');
    expect(await storedInvitations()).toEqual([{ email: 'sam@example.test', open: true, first_name: 'Sam' }]);
    expect(
      await backend.sql('select sees_all_works, sees_rates from public.employee_invites where user_id = $1', [
        owner.id,
      ]),
    ).toEqual([{ sees_all_works: false, sees_rates: true }]);
    expect(mailRequests).toMatchObject([
      { body: { invite: expect.any(String) as string, token: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
    ]);
    await expectText('2 of 6 seats used');
  });

  test('can be copied as a link, or shared with the phone’s share sheet if there is one; it shows its link if the mail fails', async () => {
    const share = vi.fn(() => Promise.resolve());
    Object.assign(navigator, { share });
    const { user } = await open();
    await fillIn(user, 'link@example.test');
    await user.click(screen.getByRole('button', { name: 'Get a link' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(field.value).toMatch(/^http:\/\/localhost:3000\/\?invite=[0-9a-f]{64}$/);
    expect(screen.getByText('It works once, for 7 days, and only for link@example.test.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await expectText('Copied.');
    expect(await navigator.clipboard.readText()).toBe(field.value);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Join a farm on Farm Diary', url: field.value });
    Reflect.deleteProperty(navigator, 'share');
    expect(mailRequests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    mailFails = true;
    await fillIn(user, 'fails@example.test');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation link' }));
    expect(dialog.getByText('The mail could not be sent. Share the link instead.')).toBeVisible();
    expect(dialog.getByLabelText('Link')).toBeVisible();
  });

  test('is refused beside the address if that is invalid, invited already, on the farm, or an account holder’s', async () => {
    await invite(backend, owner, 'twice@example.test');
    const holder = await backend.user();
    await holder.from('tasks').insert({ name: 'Baling' });
    const { user } = await open();
    await fillIn(user, 'nobody');
    for (const [address, message] of [
      ['nobody', 'Please enter a valid email address.'],
      [owner.email.toUpperCase(), "You can't invite yourself."],
      [driver.email, `${driver.email} is on your farm already.`],
      ['twice@example.test', 'twice@example.test has already been invited.'],
      [holder.email, "That email is already a main account holder and can't be added as an employee."],
    ] as const) {
      await user.clear(screen.getByLabelText('Email'));
      await user.click(screen.getByLabelText('Email'));
      await user.paste(address);
      await user.click(screen.getByRole('button', { name: 'Send invitation' }));
      await expectText(message);
    }
    expect(await storedInvitations()).toHaveLength(1);
  });

  test('an invitation is sent again with another token, and withdrawn', async () => {
    const { token } = await invite(backend, owner, 'again@example.test');
    const { user } = await open();
    await choose(user, 'again@example.test', 'Resend');
    await expectText('Invitation sent.');
    expect(mailRequests).toHaveLength(1);
    expect(JSON.stringify(mailRequests)).not.toContain(token);
    await choose(user, 'again@example.test', 'Revoke');
    await expectText('Invitation cancelled.');
    await expectText('1 of 6 seats used');
    expect(await storedInvitations()).toMatchObject([{ open: false }]);
  });
});

test('no one can be invited while six seats are taken, and the page says why', async () => {
  for (let n = 0; n < 5; n += 1) await backend.employeeOf(owner);
  await open();
  await expectText('6 of 6 seats used');
  await expectText('All 6 seats are used. Remove someone or cancel an invitation first.');
  expect(screen.getByRole('button', { name: 'Invite someone' })).toBeDisabled();
});

test('an employee is suspended, resumed and removed', async () => {
  const { user } = await open();
  const status = async () =>
    (await backend.sql('select person_status, admin_id from public.profiles where id = $1', [driver.id]))[0];
  await choose(user, 'Tom Dale', 'Suspend');
  await expectText('Suspended');
  expect(await status()).toEqual({ person_status: 'suspended', admin_id: owner.id });
  await expectText('1 of 6 seats used');
  await choose(user, 'Tom Dale', 'Resume');
  await expectText('Active');
  await choose(user, 'Tom Dale', 'Remove');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Tom?' }));
  expect(dialog.getByText('Their work and time records stay. They will no longer see your farm.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  expect(await status()).toMatchObject({ admin_id: owner.id });
  await choose(user, 'Tom Dale', 'Remove');
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Remove Tom?' })).getByRole('button', { name: 'Remove' }),
  );
  await expectText('Nobody else yet.');
  await expectText('0 of 6 seats used');
  expect(await status()).toMatchObject({ admin_id: null });
});

test('the list can be exported', async () => {
  await backend.sql(`update public.profiles set first_name = '=HYPERLINK("x")', last_name = null where id = $1`, [
    driver.id,
  ]);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.text();
  expect(text).toContain('name,email,status,last_seen_at,invitation_expires_at\r\n');
  expect(text).toContain(`"'=HYPERLINK(""x"")",${driver.email},Active,,\r\n`);
  vi.restoreAllMocks();
});
