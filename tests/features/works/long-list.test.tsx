import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as snapshotWorks from '@/offline/snapshot/snapshot-works';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { scrollTo } from '@tests/support/browser/scroll';
import { FULL } from '@tests/support/full';
import { pendingRequests } from '@tests/support/test-network';
import { resizeWindow, storedWorks, today } from './works-helpers';

// Thousands of rows take long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const ENTRIES = 3500;
/** The estimated heights of a row on a desktop and of a card, before they are measured. */
const [ROW_HEIGHT, CARD_HEIGHT] = [41, 100];

let backend: TestBackend;
let owner: Person;
let requests: URL[];
/** The rows of each response that has a part of the list. */
let parts: { id: string }[][];

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  // Copying the list to the device makes requests that this file must not count.
  vi.spyOn(snapshotWorks, 'syncWorks').mockImplementation(() => new Promise(() => undefined));
  requests = [];
  parts = [];
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});

/** Inserts this many jobs, ten on each day, of forty tasks. */
const insertJobs = (count: number) =>
  backend.transaction(async (sql) => {
    // The limit is for requests.
    await sql.script('set local statement_timeout = 0');
    await sql.query(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       select $1, 'Hill Farm', 'Job ' || n % 40, 'bale', 1, 1, $2::date - ((n - 1) / 10)::integer, 'Alex Owner'
       from generate_series(1, $3::integer) n`,
      [owner.id, today(), count],
    );
  });

const recordingBackend = (): Pick<TestBackend, 'fetch'> => ({
  fetch: async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const answer = await backend.fetch(input, init);
    if (url.pathname === '/rest/v1/works') {
      requests.push(url);
      // Only requests for rows have an order. While a busy page does not read an answer, as both share a process, the database
      // may end the statement: the app then asks again.
      if (answer.ok && url.searchParams.has('order')) parts.push((await answer.clone().json()) as { id: string }[]);
    }
    return answer;
  },
});
const open = (query = '') => renderPage(`/works-list${query}`, { backend: recordingBackend(), person: owner });
/** Waits until the table has rows; its header is rendered before them. */
const table = async () => {
  await waitFor(() => expect(links()).not.toHaveLength(0), { timeout: 60_000 });
  return screen.getByRole('table', { name: 'Work entries' });
};
const body = async () => {
  const [, list] = within(await table()).getAllByRole('rowgroup');
  if (!list) throw new Error('the table has no body');
  return list;
};
/** The links of the rendered rows, found by class, because a query by role takes a second here. */
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('tbody .row-link')];
/** The id of the entry that a link opens. */
const idOf = (link: HTMLAnchorElement | null) => new URLSearchParams(link?.search).get('edit') ?? 'none';
const shownIds = () => links().map(idOf);
const rowOf = (id: string) => {
  const row = links()
    .find((link) => idOf(link) === id)
    ?.closest('tr');
  if (!row) throw new Error(`the row of ${id} is not rendered`);
  return row;
};

/** Scrolls to a row and waits until it is rendered. */
async function scrollToRow(list: Element, row: number) {
  scrollTo(list, row * ROW_HEIGHT);
  await waitFor(() => expect(list.querySelector(`[data-row="${row}"]`)).toBeInTheDocument());
}

/** The rows around each boundary between two parts of the list: it is loaded 30 rows, then 200, then 500 at a time. */
const BOUNDARIES = [30, ...Array.from({ length: 7 }, (_, part) => 230 + part * 500)];
const STEPS = [
  ...[0, ...BOUNDARIES.map((row) => row - 10)],
  ...(FULL ? Array.from({ length: 23 }, (_, step) => step * 150) : []),
];

test('3,500 entries arrive complete and in order, in few requests, with only some of them rendered', async () => {
  await insertJobs(ENTRIES);
  const expected = await backend.sql<{ id: string }>(
    'select id from public.works where user_id = $1 order by work_date desc, id desc',
    [owner.id],
  );
  const { user } = await open();
  const list = await body();
  await waitFor(async () => expect(await table()).toHaveAttribute('aria-rowcount', `${ENTRIES + 1}`));

  // A row that is scrolled out of view keeps its tick and the focus.
  const [first = ''] = shownIds();
  await user.click(within(rowOf(first)).getByRole('checkbox'));
  rowOf(first).querySelector('a')?.focus();
  await scrollToRow(list, 400);
  expect(links().length).toBeGreaterThan(20);
  expect(rowOf(first)).toContainElement(document.activeElement as HTMLElement);
  expect(rowOf(first)).toHaveAttribute('aria-rowindex', '2');
  act(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await scrollToRow(list, 300);
  expect(list.querySelector('[data-row="0"]')).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Chosen entries' })).toHaveTextContent('1 chosen');
  await scrollToRow(list, 0);
  expect(within(rowOf(first)).getByRole('checkbox')).toBeChecked();

  for (const row of [...STEPS, ENTRIES - 1]) {
    await scrollToRow(list, row);
    const rendered = [...list.querySelectorAll('[data-row]')];
    expect(rendered.length).toBeLessThan(70);
    for (const entry of rendered) {
      const index = Number(entry.getAttribute('data-row'));
      // The header is row 1.
      expect(entry.getAttribute('aria-rowindex')).toBe(`${index + 2}`);
      expect(idOf(entry.querySelector('a.row-link'))).toBe(expected[index]?.id);
    }
  }
  const ids = parts.flat().map(({ id }) => id);
  expect(ids).toHaveLength(ENTRIES);
  expect(new Set(ids).size).toBe(ENTRIES);
  expect(parts.length).toBeLessThanOrEqual(9);

  // One press chooses the first thousand, and the button says so.
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  await user.click(bar.getByRole('button', { name: 'Choose the first 1,000' }));
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('1,000 chosen £1,000.00'));
  expect(bar.getByRole('button', { name: 'Create invoice' })).toBeInTheDocument();
});

test('a jump loads the list until there; an edit far down keeps the position, and only what is in view is fetched again', async () => {
  await insertJobs(ENTRIES);
  const { user } = await open();
  const list = await body();
  await scrollToRow(list, ENTRIES - 10);
  expect(list.querySelector(`[data-row="${ENTRIES - 1}"]`)).toBeInTheDocument();
  expect(list.querySelector('[data-row="0"]')).not.toBeInTheDocument();
  await scrollToRow(list, 1500);
  const before = shownIds();
  const id = idOf(list.querySelector('[data-row="1500"] a.row-link'));
  requests.length = 0;
  await user.click(rowOf(id).querySelector('.row-link') ?? list);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /note/i }), 'Gate');
  await user.click(dialog.getByRole('button', { name: /save/i }));
  await waitFor(() => expect(rowOf(id)).toHaveTextContent('Has a note'));
  expect(shownIds()).toEqual(before);
  const lists = () => requests.filter((url) => url.searchParams.has('order')).length;
  // The note is shown before it is sent: what is in view is fetched again after that.
  await waitFor(() => expect(lists()).toBeGreaterThan(0));
  await waitFor(() => expect(pendingRequests()).toBe(0));
  const fetched = lists();
  expect(fetched).toBeLessThanOrEqual(2);
  await scrollToRow(list, 0);
  // What was out of view is fetched again when it comes into view.
  await waitFor(() => expect(lists()).toBe(fetched + 1));
});

const printedRows = () => document.querySelectorAll('.print-sheet tbody tr').length;
const browserPrint = (event: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(event)));

test('420 entries of a filter are printed, chosen and changed all together', async () => {
  await insertJobs(420);
  const { user } = await open('?status=ready&from=2020-01-31&q=a');
  await table();
  // From the browser's menu only the loaded entries can be printed. The list says so, beside its date and filters.
  await waitFor(() => {
    browserPrint('beforeprint');
    expect(printedRows()).toBe(230);
    expect(screen.getByText(/^The first 230 of 420\./)).toBeInTheDocument();
  });
  expect(
    screen.getByText(/^Farm Diary, printed on \d+ \w{3} 20\d\d\. Only: from 31 Jan 2020, Ready, “a”\.$/),
  ).toBeInTheDocument();
  browserPrint('afterprint');

  // The list's own button loads the missing parts first.
  const printed: number[] = [];
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(printedRows());
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printed).toEqual([420]));
  vi.unstubAllGlobals();
  expect(printedRows()).toBe(0);
  expect(links().length).toBeLessThan(70);

  // Of another filter only the first parts are loaded.
  navigate('/works-list?unit=bale');
  await waitFor(() => expect(pendingRequests()).toBe(0));
  await user.click(screen.getByRole('checkbox', { name: 'Choose all entries shown' }));
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  await user.click(await bar.findByRole('button', { name: 'Choose all 420' }));
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('420 chosen £420.00'));
  await user.click(bar.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change customer' }));
  await user.type(await screen.findByRole('combobox', { name: 'New customer for these entries' }), 'Manor');
  await user.click(screen.getByRole('button', { name: 'Change 420 entries' }));
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Work entry updated!'));
  const moved = (await storedWorks(backend, owner)).filter(({ customer }) => customer === 'Manor');
  expect(moved).toHaveLength(420);
  await waitFor(() => expect(screen.queryByText('Hill Farm', { selector: 'td' })).not.toBeInTheDocument());
});

test('a phone renders some of its cards, ticks them after "Choose", and sums a day only when all of it is loaded', async () => {
  resizeWindow(390);
  await insertJobs(600);
  const { user } = await open();
  const list = await screen.findByRole('list', { name: 'Work entries' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '600'));
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  const boxes = await screen.findAllByRole('checkbox', { name: /^Job/ });
  for (const box of boxes.slice(0, 2)) await user.click(box);
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 chosen £2.00');
  expect(bar.getByRole('button', { name: 'Create invoice' })).toBeInTheDocument();
  // Further actions are in the menu.
  expect(bar.queryByRole('button', { name: 'Choose all 600' })).not.toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Choose all 600' }));
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('600 chosen £600.00'));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Chosen entries' })).not.toBeInTheDocument();
  scrollTo(list, 590 * CARD_HEIGHT);
  await waitFor(() => expect(list.querySelector('[data-row="599"]')).toBeInTheDocument());
  const last = list.querySelector('[data-row="599"]');
  expect(last).toHaveAttribute('aria-posinset', '600');
  expect(list.querySelector('[data-row="590"] h2')).toHaveTextContent('£10.00');
});

test('a list opened by a link renders its rows before the totals and before filters load their lists', async () => {
  await insertJobs(20);
  const slow = holdRequests(backend, /\/rest\/v1\/works\?/);
  let totalsLoaded = false;
  const listRequests = new Set<string>();
  const { user } = await renderPage('/diary', {
    person: owner,
    backend: {
      fetch: async (input, init) => {
        const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
        if (/\/(tasks|recent_jobs|saved_filters)$/.test(path)) listRequests.add(path);
        const answer = await slow.fetch(input, init);
        totalsLoaded ||= path.endsWith('/works_totals');
        return answer;
      },
    },
  });
  const link = (await screen.findAllByRole('link', { name: 'Works List' }))[0] as HTMLElement;
  listRequests.clear();
  await user.click(link);
  await waitFor(() => expect(totalsLoaded).toBe(true));
  // Leaves enough time to render the response.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole('region', { name: 'Totals' })).not.toBeInTheDocument();
  expect([...listRequests]).toEqual([]);
  // The header is there already, so that the rows do not shift it.
  const head = screen.getByRole('table', { name: 'Work entries' });
  expect(within(head).getByRole('columnheader', { name: 'Customer' })).toBeInTheDocument();
  expect(head).toHaveAttribute('aria-busy', 'true');
  // The loading message is outside the busy element, because a screen reader would hold it back.
  expect(screen.getByText('Loading your data...').closest('[aria-busy=true]')).toBeNull();
  const selectAll = screen.getByRole('checkbox', { name: 'Choose all entries shown' });
  expect(selectAll).toBeDisabled();
  /** Whether the totals were rendered when the first row appeared. */
  const totalsAtFirstRow = new Promise<boolean>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return;
      watch.disconnect();
      resolve(document.querySelector('.total-bar') !== null);
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  slow.release();
  expect(await totalsAtFirstRow).toBe(false);
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries20');
  expect(screen.getByRole('table', { name: 'Work entries' })).toBe(head);
  expect(head).toHaveAttribute('aria-busy', 'false');
  expect(screen.queryByText('Loading your data...')).not.toBeInTheDocument();
  expect(selectAll).toBeEnabled();
  await waitFor(() => expect(listRequests.size).toBe(3));
});
