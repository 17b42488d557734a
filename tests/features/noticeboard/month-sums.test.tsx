// What this month's work comes to, below the notices of the account holder's home.
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '@/domain/core/time';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const card = () => screen.findByRole('region', { name: /^Work of \w{3} \d{4}$/ });

test('the account holder sees what this month’s work comes to, and opens the reports of the month', async () => {
  const owner = await backend.user();
  const farm = await setUpInvoicing(backend, owner);
  await farm.addWorks([100, null]);
  await farm.addWorks([70], { on: addMonths(farm.today, -12) });
  await farm.addWorks([999], { on: addMonths(`${farm.today.slice(0, 8)}01`, -1) });
  await farm.issue(await farm.addWorks([40.5]));
  const { data } = await farm.issue(await farm.addWorks([60]));
  await farm.mark([data?.id ?? ''], 'paid');
  const { user, address } = await renderPage('/noticeboard', { backend, person: owner });
  expect(await card()).toHaveTextContent('Earned£200.50Invoiced£100.50Paid£60.00Unbilled£100.00');
  expect(await card()).toHaveTextContent('The same days of last year: £70.00 earned. 1 entry has no value yet.');
  const notices = screen.getByRole('region', { name: 'Notices' });
  expect(notices.compareDocumentPosition(await card()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(within(await card()).getByRole('link', { name: 'Reports' }));
  expect(address()).toBe('/reports?period=month');
  expect(await screen.findByRole('heading', { name: '£200.50 earned' })).toBeVisible();
});
