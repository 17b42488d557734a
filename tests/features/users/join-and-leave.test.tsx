import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inviteRedirectUrl, forgetInvite, keepInvite } from '@/session/invitation';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { callFunction, invite, newToken, profileOf } from '@tests/support/account-data/invitations';

const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
let backend: TestBackend;
let owner: Person;
let addresses = 0;
const nextAddress = () => `joins${(addresses += 1)}@example.test`;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  localStorage.clear();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  await owner.from('farm_settings').update({ farm_name: 'Hill Farm' }).eq('user_id', owner.id);
});
afterAll(() => backend.close());

describe('an invitation', () => {
  /** The backend, with this response of the edge function read-invitation. */
  const backendWithResponse = (answer: () => Response) => ({
    fetch: (async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.endsWith('/functions/v1/read-invitation')) return backend.fetch(request);
      requests.push(await request.json());
      return answer();
    }) as TestBackend['fetch'],
  });
  let requests: unknown[] = [];
  beforeEach(() => {
    requests = [];
  });

  test('an invitation is read from the URL if the browser blocks storage', () => {
    const token = newToken();
    window.history.replaceState(null, '', `/?invite=${token}`);
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    try {
      keepInvite();
      expect(inviteRedirectUrl()).toContain(token);
      forgetInvite();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('shows whose farm it is to a signed-out person, is kept on the device, and fills in the invited address', async () => {
    const token = newToken();
    const open = { success: true, email: 'sam@example.test', farm: 'Hill Farm', holder: 'Alex Hill' };
    const { user } = await renderPage(`/?invite=${token}`, { backend: backendWithResponse(() => Response.json(open)) });
    expect(
      await screen.findByText(/Alex Hill has invited you to Hill Farm\. Sign up, or sign in, with/),
    ).toHaveTextContent(/with sam@example\.test\.$/);
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('sam@example.test'));
    expect(screen.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
    expect(localStorage.getItem('farm-diary-invite')).toBe(token);
    await user.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect(screen.getByLabelText('Email')).toHaveValue('sam@example.test');
    expect(requests).toEqual([{ token }]);
  });

  test('an invitation that is no longer open shows a message; an open one does not replace a typed address', async () => {
    const closed = { success: false, error: 'This invitation is not open any more. Ask for a new one.' };
    const first = await renderPage(`/?invite=${newToken()}`, {
      backend: backendWithResponse(() => Response.json(closed, { status: 404 })),
    });
    expect(await screen.findByText('This invitation is not open any more. Ask for a new one.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('');
    first.view.unmount();
    localStorage.clear();
    const open = { success: true, email: 'sam@example.test', farm: null, holder: 'Alex Hill' };
    const later = holdRequests(
      backendWithResponse(() => Response.json(open)),
      /./,
    );
    const { user } = await renderPage(`/?invite=${newToken()}`, { backend: later });
    await user.type(await screen.findByLabelText('Email'), 'other@example.test');
    later.release();
    expect(await screen.findByText(/Alex Hill has invited you to their farm\./)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('other@example.test');
  });

  test('names the farm, asks for confirmation, and lets the person join', async () => {
    const email = nextAddress();
    const { token } = await invite(backend, owner, email);
    const person = await backend.user({ email, firstName: 'Sam', lastName: 'Dale' });
    const { user, address: currentAddress } = await renderPage(`/?invite=${token}`, { backend, person });
    expect(await screen.findByRole('heading', { name: 'Join Hill Farm?' })).toBeInTheDocument();
    expect(screen.getByText(/Alex Hill has invited you to Hill Farm\./)).toBeVisible();
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin' });
    await user.click(screen.getByRole('button', { name: 'Join Hill Farm' }));
    expect(await screen.findByRole('button', { name: 'Sam Dale, Employee' })).toBeVisible();
    expect(currentAddress()).toBe('/');
    expect(await profileOf(backend, person)).toMatchObject({ role: 'employee', admin_id: owner.id });
    expect(localStorage.getItem('farm-diary-invite')).toBeNull();
  });

  test('an invitation that is stored on this device is offered once', async () => {
    const email = nextAddress();
    const { token } = await invite(backend, owner, email);
    const person = await backend.user({ email });
    localStorage.setItem('farm-diary-invite', token);
    const { user } = await renderPage('/works-list', { backend, person });
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(await screen.findByRole('button', { name: /, Admin$/ })).toBeVisible();
    expect(localStorage.getItem('farm-diary-invite')).toBeNull();
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', subscription_status: 'trialing' });
  });

  test.each([
    ['for another address', false, 'This invitation is for another address. Sign in with the address it was sent to.'],
    ['for somebody with an account', true, 'This address already runs an account of its own. Use another address.'],
  ])('%s is refused with a message, and the user can continue', async (_, toOwnAddress, sentence) => {
    const person = await backend.user({ email: nextAddress() });
    const { token } = await invite(backend, owner, toOwnAddress ? person.email : nextAddress());
    await person.from('tasks').insert({ name: 'Baling' });
    const { user } = await renderPage(`/?invite=${token}`, { backend, person });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue without it' }));
    expect(await screen.findByRole('button', { name: /, Admin$/ })).toBeVisible();
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin' });
  });
});

test('a suspended employee sees the red banner on their own page, whichever page they open', async () => {
  const person = await backend.employeeOf(owner, { firstName: 'Sam' });
  await callFunction(backend, owner, 'suspend_employee', { p_employee: person.id, p_suspended: true });
  const { address: currentAddress } = await renderPage('/works-list', { backend, person });
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
  expect(currentAddress()).toBe('/manage-account');
});

test('an employee leaves, and starts an account of their own', async () => {
  const person = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  const { user } = await renderPage('/manage-account', { backend, person });
  await user.click(await screen.findByRole('button', { name: 'Leave this farm' }));
  expect(screen.getByText(/The work you logged stays with the farm\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(await profileOf(backend, person)).toMatchObject({ admin_id: owner.id });
  await user.click(screen.getByRole('button', { name: 'Leave this farm' }));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'No farm' })).toBeInTheDocument();
  expect(await profileOf(backend, person)).toMatchObject({ role: 'employee', admin_id: null });
  await user.click(screen.getByRole('button', { name: 'Start my own account' }));
  await waitFor(async () =>
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', trial_ends_at: null }),
  );
  expect(await screen.findByText(/Your trial has ended or your subscription is inactive\./)).toBeVisible();
});
