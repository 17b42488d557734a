import { waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
});
afterEach(() => {
  document.documentElement.removeAttribute('data-theme');
});
afterAll(() => backend.close());

const open = async (path: string, person: Person) => {
  const page = await renderPage(path, { backend, person });
  await page.screen.findByRole('heading', { level: 1 });
  return page;
};

const names = (elements: HTMLElement[]) => elements.map((element) => element.textContent);
const targets = (elements: HTMLElement[]) =>
  elements.map((element) => [element.textContent, element.getAttribute('href')]);

type Page = Awaited<ReturnType<typeof open>>;
const inNavigation = ({ screen }: Page, name: string) => within(screen.getByRole('navigation', { name }));

/** The menu of the account, named after the person, links to their own settings. */
async function expectAccountMenu({ screen, user }: Page, name: string, initials: string, settings: string) {
  const button = screen.getByRole('button', { name });
  expect(button).toHaveTextContent(initials);
  await user.click(button);
  const item = await screen.findByRole('menuitem', { name: 'Account Settings' });
  expect(item).toHaveAttribute('href', settings);
  expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
}

async function openMore({ screen, user }: Page, first: string, second: string) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(names(within(await screen.findByRole('menu', { name: 'More' })).getAllByRole('menuitem'))).toEqual([
    first,
    second,
  ]);
  await user.keyboard('{Home}{ArrowRight}');
  const checklists = targets(within(await screen.findByRole('menu', { name: first })).getAllByRole('menuitem'));
  await user.keyboard('{ArrowLeft}{ArrowDown}{ArrowRight}');
  const lists = within(await screen.findByRole('menu', { name: second }));
  return { checklists, lists };
}

test('the bar of an admin has four links and the menus MyFarm and More, and marks the current page; a page sets the title and takes the focus', async () => {
  const page = await open('/fields', owner);
  const { screen, user } = page;
  const skip = screen.getByRole('link', { name: 'Skip to the page' });
  expect(screen.getAllByRole('link')[0]).toBe(skip);
  expect(skip).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
  const main = inNavigation(page, 'Main');
  expect(targets(main.getAllByRole('link'))).toEqual([
    ['Noticeboard', '/noticeboard'],
    ['Diary', '/diary'],
    ['Fields', '/fields'],
    ['Machinery', '/machinery'],
  ]);
  expect(names(main.getAllByRole('button'))).toEqual(['MyFarm', 'More']);
  expect(main.getByRole('link', { name: 'Fields' })).toHaveAttribute('aria-current', 'page');
  expect(main.getByRole('link', { name: 'Diary' })).not.toHaveAttribute('aria-current');

  const { checklists, lists } = await openMore(page, 'Checklists', 'Manage Lists');
  expect(checklists).toEqual([
    ['Create', '/create-checklist'],
    ['Complete', '/add-checklist'],
    ['View', '/view-checklists'],
    ['Completed', '/completed-checklists'],
  ]);
  expect(targets(lists.getAllByRole('menuitem'))).toEqual([
    ['Manage Tasks', '/tasks'],
    ['Manage Customers', '/customers'],
    ['Manage Users', '/manage-users'],
  ]);
  await user.keyboard('{Escape}');
  if (screen.queryByRole('menu')) await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());

  // MyFarm links to its six pages, and is marked on them.
  const menus = () =>
    ['MyFarm', 'More', 'Menu'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-current'));
  expect(menus()).toEqual([null, null, null]);
  await user.click(screen.getByRole('button', { name: 'MyFarm' }));
  const menu = within(await screen.findByRole('menu', { name: 'MyFarm' }));
  expect(targets(menu.getAllByRole('menuitem'))).toEqual([
    ['Compliance Center', '/compliance-center'],
    ['Stocking Rate Calculator', '/stocking-rate'],
    ['Slurry Storage', '/slurry-storage'],
    ['N&P Loading', '/np-loading'],
    ['Meal Mixes', '/meal-mixes'],
    ['TMR Mixes', '/tmr-mixes'],
  ]);
  await user.click(menu.getByRole('menuitem', { name: 'Meal Mixes' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Meal Mixes' })).toBeVisible();
  expect(menus()).toEqual(['true', null, 'true']);
  await user.click(screen.getByRole('button', { name: 'MyFarm' }));
  expect(await screen.findByRole('menuitem', { current: 'page' })).toHaveTextContent('Meal Mixes');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());

  expect(document.title).toBe('Meal Mixes · Farm Diary');
  await user.click(main.getByRole('link', { name: 'Machinery' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Machinery' });
  expect(heading).toHaveFocus();
  expect(document.title).toBe('Machinery · Farm Diary');
});

test('the account menu of an admin changes the theme, and stores it on this device; on a phone everything else is in the menu', async () => {
  const page = await open('/fields', owner);
  const { screen, user } = page;
  await expectAccountMenu(page, 'Alex Hill, Admin', 'AH', '/account');
  const button = screen.getByRole('button', { name: 'Alex Hill, Admin' });
  expect(await screen.findByRole('menuitemcheckbox', { name: 'As this device' })).toBeChecked();
  for (const [label, theme] of [
    ['Sunlight screen', 'sunlight'],
    ['Dark screen', 'dark'],
    ['Light screen', 'light'],
  ] as const) {
    if (!screen.queryByRole('menu')) await user.click(button);
    await user.click(await screen.findByRole('menuitemcheckbox', { name: label }));
    expect(document.documentElement).toHaveAttribute('data-theme', theme);
    expect(localStorage.getItem('farm-diary-theme')).toBe(theme);
  }
  if (screen.queryByRole('menu')) await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());

  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  expect(targets(sheet.getAllByRole('link')).slice(0, 11)).toEqual([
    ['Machinery', '/machinery'],
    ['Account', '/account'],
    ['Files', '/files'],
    ['Works List', '/works-list'],
    ['Time Tracker', '/time-tracker'],
    ['Time Diary', '/time-diary'],
    ['Time Off', '/time-off'],
    ['Invoices', '/invoices'],
    ['View Invoices', '/view-invoices'],
    ['Reports', '/reports'],
    ['Invoice Settings', '/invoice-settings'],
  ]);
  for (const group of ['MyFarm', 'Checklists', 'Manage Lists']) {
    expect(sheet.getByRole('heading', { name: group })).toBeVisible();
  }
  // It closes on navigation.
  await user.click(sheet.getByRole('link', { name: 'Slurry Storage' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Slurry Storage', level: 1 })).toBeVisible());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the diary tabs of an admin link to eleven pages, and the current one is marked; they are on the diary’s pages only', async () => {
  const page = await open('/time-diary', owner);
  const { screen } = page;
  const tabs = inNavigation(page, 'Diary');
  expect(targets(tabs.getAllByRole('link'))).toEqual([
    ['Diary', '/diary'],
    ['Add Work', '/add-work'],
    ['Works List', '/works-list'],
    ['Time Tracker', '/time-tracker'],
    ['Time Diary', '/time-diary'],
    ['Time Off', '/time-off'],
    ['Invoices', '/invoices'],
    ['View Invoices', '/view-invoices'],
    ['Reports', '/reports'],
    ['Invoice Settings', '/invoice-settings'],
    ['Notes', '/view-notes'],
  ]);
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Time Diary');
  expect(inNavigation(page, 'Main').getByRole('link', { current: 'page' })).toHaveTextContent('Diary');
  navigate('/machinery');
  await screen.findByRole('heading', { level: 1, name: 'Machinery' });
  expect(screen.queryByRole('navigation', { name: 'Diary' })).not.toBeInTheDocument();
});

test('an employee has no MyFarm, and only the checklists, lists and tabs that are theirs', async () => {
  const page = await open('/fields', driver);
  const { screen, user } = page;
  const main = inNavigation(page, 'Main');
  expect(names(main.getAllByRole('link'))).toEqual(['Noticeboard', 'Diary', 'Fields', 'Machinery']);
  expect(names(main.getAllByRole('button'))).toEqual(['More']);
  await expectAccountMenu(page, 'Sam Dale, Employee', 'SD', '/manage-account');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());

  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  const all = names(sheet.getAllByRole('link'));
  expect(all).toEqual(expect.arrayContaining(['Complete Checklist', 'My Work', 'Customers', 'Tasks']));
  for (const name of ['Invoices', 'Manage Users', 'Slurry Storage', 'Create']) expect(all).not.toContain(name);
  await user.click(sheet.getByRole('link', { name: 'Tasks' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  const { checklists, lists } = await openMore(page, 'Checklists', 'Lists');
  expect(checklists).toEqual([
    ['Complete Checklist', '/add-checklist'],
    ['Completed Checklists', '/completed-checklists'],
  ]);
  expect(targets(lists.getAllByRole('menuitem'))).toEqual([
    ['Customers', '/customers'],
    ['Tasks', '/tasks'],
  ]);
  await user.click(lists.getByRole('menuitem', { name: 'Customers' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();

  // The bar of a phone has four links and the menu.
  const bar = inNavigation(page, 'Shortcuts');
  expect(targets(bar.getAllByRole('link'))).toEqual([
    ['Noticeboard', '/noticeboard'],
    ['Diary', '/diary'],
    ['Add Work', '/add-work'],
    ['Fields', '/fields'],
  ]);
  expect(bar.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
  for (const [path, name] of [
    ['/add-work', 'Add Work'],
    ['/works-list', 'Diary'],
    ['/', 'Noticeboard'],
  ] as const) {
    navigate(path);
    await waitFor(() => expect(names(bar.getAllByRole('link', { current: 'page' })), path).toEqual([name]));
  }

  navigate('/add-note');
  await screen.findByRole('heading', { level: 1, name: 'Add Note' });
  const tabs = inNavigation(page, 'Diary');
  expect(names(tabs.getAllByRole('link'))).toEqual([
    'Diary',
    'Add Work',
    'My Work',
    'Time Tracker',
    'My Time',
    'Time Off',
    'Notes',
  ]);
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Notes');
});
