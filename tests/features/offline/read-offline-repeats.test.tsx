// In a process of its own: it counts on parts of the app that are not loaded yet.
// What read-offline shows once, with the other ways in which a phone has no connection, and the other switch for prices.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findRows } from '../works/works-helpers';
import { worksOnPhone } from './works-on-phone';

const { account, open, openOnline, expireToken, expectPricesDeleted } = worksOnPhone();

test.each([
  ['every request fails', 'refused'],
  ['a captive portal answers', 'portal'],
] as const)('the list opens offline with totals if %s', async (_, how) => {
  await openOnline(account().owner);
  account().connection.cut(how);
  await open('/works-list');
  expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
  expect(await findRows()).toHaveLength(4);
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries4');
});

// The client library tries for six seconds to renew a token.
test.each([
  [24 * 21, 'refused'],
  [8, 'refused'],
  [8, 'portal'],
] as const)(
  'a token that expired %i hours ago signs no one out while the server can’t be reached: %s (F15)',
  async (hours, how) => {
    const { connection, owner } = account();
    await openOnline(owner);
    expireToken(hours);
    connection.requests.length = 0;
    connection.cut(how);
    await open('/works-list');
    expect(await screen.findByText(/you're offline/)).toBeInTheDocument();
    expect(await findRows()).toHaveLength(4);
    await waitFor(() => expect(connection.requests).toContain('POST /auth/v1/token'));
    expect(screen.getByRole('heading', { name: 'Works List' })).toBeInTheDocument();
    expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
  },
);

test('prices that were hidden from one person meanwhile are deleted from the phone at the next contact', () =>
  expectPricesDeleted(({ backend, driver }) =>
    backend.sql('update public.profiles set sees_rates = false where id = $1', [driver.id]),
  ));
