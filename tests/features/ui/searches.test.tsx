// The URL stores the search of each list: navigation that clears it also empties the field.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { registerDocuments } from '@tests/support/account-data/register-documents';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
});
afterAll(() => backend.close());

const open = (path: string) => renderPage(path, { backend, person: owner });
const field = () => screen.findByRole('searchbox');
const clearButton = () => screen.findByRole('button', { name: 'Clear filters' });

async function linkOf(user: UserEvent, menu: string, name: string) {
  if (menu !== 'More') return within(screen.getByRole('navigation', { name: menu })).getByRole('link', { name });
  await user.click(screen.getByRole('button', { name: menu }));
  await screen.findByRole('menu', { name: menu });
  await user.keyboard('{End}{ArrowRight}');
  return screen.findByRole('menuitem', { name });
}

const insert = async (table: 'customers' | 'tasks' | 'notices' | 'notes', rows: object[]) => {
  const { error } = await owner.from(table).insert(rows.map((row) => ({ user_id: owner.id, ...row })));
  if (error) throw error;
};
const insertNote = () => insert('notes', [{ title: 'General', body: 'Mend the fence', note_date: '2026-01-05' }]);

describe('the menu’s link to the same screen', () => {
  test.each([
    ['/customers', 'More', 'Manage Customers', () => insert('customers', [{ name: 'Hill Farm' }])],
    ['/tasks', 'More', 'Manage Tasks', () => insert('tasks', [{ name: 'Baling' }])],
    [
      '/noticeboard',
      'Main',
      'Noticeboard',
      () =>
        insert(
          'notices',
          Array.from({ length: 6 }, () => ({ title: 'Slurry' })),
        ),
    ],
    [
      '/view-invoices',
      'Diary',
      'View Invoices',
      async () => registerDocuments(backend, owner, await setUpInvoicing(backend, owner)).addSentInvoice(1),
    ],
  ])('%s: the search accepts two words, and the link clears it', async (path, menu, link, insertRows) => {
    await insertRows();
    const { user, address } = await open(path);
    await user.type(await field(), 'one ');
    expect(await field()).toHaveValue('one ');
    await user.type(await field(), 'two');
    expect(address()).toMatch(/=one\+two$/);
    await user.click(await linkOf(user, menu, link));
    expect(address()).toBe(path);
    await waitFor(async () => expect(await field()).toHaveValue(''));
  });
});

describe('a debounced search', () => {
  test.each([
    ['notes', '/view-notes', 'Action', 'Needs action'],
    ['entries', '/works-list', 'Status', 'Paid'],
  ])(
    'in the search of %s, text typed just before the filters were cleared does not come back',
    async (_, path, filter, option) => {
      await insertNote();
      const { user, address } = await open(path);
      await user.selectOptions(await screen.findByRole('combobox', { name: filter }), option);
      const clear = await clearButton();
      fireEvent.change(await field(), { target: { value: 'fence' } });
      fireEvent.click(clear);
      // Longer than the debounce delay.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(address()).not.toContain('?');
      expect(await field()).toHaveValue('');
    },
  );

  test('the search of notes is empty after clearing, also if it ended in a space', async () => {
    await insertNote();
    const { user, address } = await open('/view-notes');
    await user.type(await field(), 'fence ');
    await waitFor(() => expect(address()).toBe('/view-notes?q=fence+'));
    expect(await field()).toHaveValue('fence ');
    await user.click(await clearButton());
    await waitFor(async () => expect(await field()).toHaveValue(''));
    expect(address()).toBe('/view-notes');
  });
});
