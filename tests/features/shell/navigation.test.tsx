import { waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
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

describe('the navigation bar', () => {
  test('of an admin has four links and the menus MyFarm and More, and marks the current page', async () => {
    const { screen } = await open('/fields', owner);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(targets(main.getAllByRole('link'))).toEqual([
      ['Noticeboard', '/noticeboard'],
      ['Diary', '/diary'],
      ['Fields', '/fields'],
      ['Machinery', '/machinery'],
    ]);
    expect(names(main.getAllByRole('button'))).toEqual(['MyFarm', 'More']);
    expect(main.getByRole('link', { name: 'Fields' })).toHaveAttribute('aria-current', 'page');
    expect(main.getByRole('link', { name: 'Diary' })).not.toHaveAttribute('aria-current');
  });

  test('of an employee has no MyFarm', async () => {
    const { screen } = await open('/noticeboard', driver);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(names(main.getAllByRole('link'))).toEqual(['Noticeboard', 'Diary', 'Fields', 'Machinery']);
    expect(names(main.getAllByRole('button'))).toEqual(['More']);
  });

  test('MyFarm links to its six pages, and is marked on them', async () => {
    const { screen, user } = await open('/fields', owner);
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
  });

  test('More of an admin contains checklists and lists', async () => {
    const { screen, user } = await open('/fields', owner);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu', { name: 'More' });
    await user.keyboard('{Home}{ArrowRight}');
    const checklists = within(await screen.findByRole('menu', { name: 'Checklists' }));
    expect(targets(checklists.getAllByRole('menuitem'))).toEqual([
      ['Create', '/create-checklist'],
      ['Complete', '/add-checklist'],
      ['View', '/view-checklists'],
      ['Completed', '/completed-checklists'],
    ]);
    await user.keyboard('{ArrowLeft}{ArrowDown}{ArrowRight}');
    const lists = within(await screen.findByRole('menu', { name: 'Manage Lists' }));
    expect(targets(lists.getAllByRole('menuitem'))).toEqual([
      ['Manage Tasks', '/tasks'],
      ['Manage Customers', '/customers'],
      ['Manage Users', '/manage-users'],
    ]);
  });

  test('More of an employee contains two checklists, and the lists that they may read', async () => {
    const { screen, user } = await open('/fields', driver);
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(names(within(await screen.findByRole('menu', { name: 'More' })).getAllByRole('menuitem'))).toEqual([
      'Checklists',
      'Lists',
    ]);
    await user.keyboard('{Home}{ArrowRight}');
    const checklists = within(await screen.findByRole('menu', { name: 'Checklists' }));
    expect(targets(checklists.getAllByRole('menuitem'))).toEqual([
      ['Complete Checklist', '/add-checklist'],
      ['Completed Checklists', '/completed-checklists'],
    ]);
    await user.keyboard('{ArrowLeft}{ArrowDown}{ArrowRight}');
    const lists = within(await screen.findByRole('menu', { name: 'Lists' }));
    expect(targets(lists.getAllByRole('menuitem'))).toEqual([
      ['Customers', '/customers'],
      ['Tasks', '/tasks'],
    ]);
    await user.click(lists.getByRole('menuitem', { name: 'Customers' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  });
});

describe('the account menu', () => {
  test.each([
    ['an admin', () => owner, 'Alex Hill, Admin', 'AH', '/account'],
    ['an employee', () => driver, 'Sam Dale, Employee', 'SD', '/manage-account'],
  ])(
    'of %s is named after the person, and links to their own settings',
    async (_, person, name, initials, settings) => {
      const { screen, user } = await open('/fields', person());
      const button = screen.getByRole('button', { name });
      expect(button).toHaveTextContent(initials);
      await user.click(button);
      const item = await screen.findByRole('menuitem', { name: 'Account Settings' });
      expect(item).toHaveAttribute('href', settings);
      expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    },
  );

  test('signs out', async () => {
    const leaving = await backend.user({ firstName: 'Lou', lastName: 'Lea' });
    const { screen, user } = await open('/fields', leaving);
    await user.click(screen.getByRole('button', { name: 'Lou Lea, Admin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  });

  test('changes the theme, and stores it on this device', async () => {
    const { screen, user } = await open('/fields', owner);
    const button = screen.getByRole('button', { name: 'Alex Hill, Admin' });
    await user.click(button);
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
  });
});

describe('the diary tabs', () => {
  const diaryTabs = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
    within(screen.getByRole('navigation', { name: 'Diary' }));

  test('of an admin link to eleven pages, and the current one is marked', async () => {
    const { screen } = await open('/time-diary', owner);
    expect(targets(diaryTabs(screen).getAllByRole('link'))).toEqual([
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
    expect(diaryTabs(screen).getByRole('link', { current: 'page' })).toHaveTextContent('Time Diary');
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(main.getByRole('link', { current: 'page' })).toHaveTextContent('Diary');
  });

  test('of an employee link to seven pages, and the current one is marked', async () => {
    const { screen } = await open('/add-note', driver);
    expect(names(diaryTabs(screen).getAllByRole('link'))).toEqual([
      'Diary',
      'Add Work',
      'My Work',
      'Time Tracker',
      'My Time',
      'Time Off',
      'Notes',
    ]);
    expect(diaryTabs(screen).getByRole('link', { current: 'page' })).toHaveTextContent('Notes');
  });

  test('are shown on the diary’s pages only', async () => {
    const { screen } = await open('/machinery', owner);
    expect(screen.queryByRole('navigation', { name: 'Diary' })).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  test('the bar has four links and the menu', async () => {
    const { screen } = await open('/machinery', driver);
    const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
    expect(targets(bar.getAllByRole('link'))).toEqual([
      ['Noticeboard', '/noticeboard'],
      ['Diary', '/diary'],
      ['Add Work', '/add-work'],
      ['Fields', '/fields'],
    ]);
    expect(bar.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
  });

  test.each([
    ['/add-work', 'Add Work'],
    ['/works-list', 'Diary'],
    ['/', 'Noticeboard'],
  ])('%s marks %s as current', async (path, name) => {
    const { screen } = await open(path, driver);
    const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
    expect(names(bar.getAllByRole('link', { current: 'page' }))).toEqual([name]);
  });

  test('everything else is in the menu, which closes on navigation', async () => {
    const { screen, user } = await open('/fields', owner);
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
    await user.click(sheet.getByRole('link', { name: 'Slurry Storage' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Slurry Storage', level: 1 })).toBeVisible());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('an employee’s menu leaves out the account holder’s pages', async () => {
    const { screen, user } = await open('/fields', driver);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
    const all = names(sheet.getAllByRole('link'));
    expect(all).toContain('Complete Checklist');
    expect(all).toContain('My Work');
    expect(all).toContain('Customers');
    expect(all).toContain('Tasks');
    for (const name of ['Invoices', 'Manage Users', 'Slurry Storage', 'Create']) expect(all).not.toContain(name);
  });
});

test('the first link of a page skips to its content', async () => {
  const { screen } = await open('/fields', owner);
  const skip = screen.getByRole('link', { name: 'Skip to the page' });
  expect(screen.getAllByRole('link')[0]).toBe(skip);
  expect(skip).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
});

test('a page that opens sets the title and takes the focus', async () => {
  const { screen, user } = await open('/fields', owner);
  expect(document.title).toBe('Fields · Farm Diary');
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Machinery' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Machinery' });
  expect(heading).toHaveFocus();
  expect(document.title).toBe('Machinery · Farm Diary');
});
