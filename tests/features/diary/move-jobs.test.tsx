// A planned job is moved to another day or person, by dragging or in its dialog.
import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, formatDate } from '@/domain/core/time';
import { mondayOf } from '@/domain/core/calendar';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
let monday: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
  monday = mondayOf(today);
});

async function plan(columns: object = {}) {
  const days = { start_date: monday, end_date: addDays(monday, 1) };
  const { error } = await owner
    .from('diary_events')
    .insert({ user_id: owner.id, kind: 'job', title: 'First cut', ...days, ...columns });
  if (error) throw error;
}
const stored = async () =>
  ((await owner.from('diary_events').select('start_date, end_date, assigned_to')).data ?? []).map((row) => [
    row.start_date,
    row.end_date,
    row.assigned_to,
  ]);

async function openMove() {
  const page = await renderPage(`/diary?view=week&date=${monday}`, { backend, person: owner });
  const { screen, user } = page;
  const [job] = await screen.findAllByRole('button', { name: /First cut/ });
  await user.click(job ?? document.body);
  await user.click(await screen.findByRole('button', { name: 'Move…' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Move “First cut”' })) };
}

test('in its dialog a job moves to another day and person, keeps its length, and undo moves it back', async () => {
  await plan();
  const { screen, user, dialog } = await openMove();
  await user.click(dialog.getByRole('button', { name: 'A day later' }));
  await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  const tuesday = addDays(monday, 1);
  expect(await screen.findByText(`“First cut” moved to ${formatDate(tuesday, today)} for Sam Dale.`)).toBeVisible();
  expect(await stored()).toEqual([[tuesday, addDays(monday, 2), [driver.id]]]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await stored()).toEqual([[monday, tuesday, []]]));
});

test('an undo or a move after somebody else changed the job changes nothing and says why', async () => {
  await plan();
  const { screen, user, dialog } = await openMove();
  const change = async (columns: { assigned_to: string[] } | { title: string }) =>
    expect((await owner.from('diary_events').update(columns).eq('user_id', owner.id)).error).toBeNull();
  const changed = [[addDays(monday, 1), addDays(monday, 2), [driver.id]]];
  await user.click(dialog.getByRole('button', { name: 'A day later' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText(/^“First cut” moved/);
  await change({ assigned_to: [driver.id] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Could not undo it')).toBeVisible();
  expect(await stored()).toEqual(changed);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [job] = await screen.findAllByRole('button', { name: /First cut/ });
  await user.click(job ?? document.body);
  await user.click(await screen.findByRole('button', { name: 'Move…' }));
  const again = within(await screen.findByRole('dialog', { name: 'Move “First cut”' }));
  await change({ title: 'Second cut' });
  await user.click(again.getByRole('button', { name: 'A week later' }));
  await user.click(again.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Could not move it')).toBeVisible();
  expect(screen.getByText('It was changed or deleted meanwhile. Look at it again.')).toBeVisible();
  expect(await stored()).toEqual(changed);
  // The diary shows what the other person did.
  expect((await screen.findAllByRole('button', { name: /Second cut/, hidden: true })).length).toBeGreaterThan(0);
});

test('in its dialog a job that moves onto another job of the same person says so', async () => {
  await plan({ all_day: false, start_time: '08:00', end_time: '12:00', end_date: monday, assigned_to: [driver.id] });
  const tuesday = addDays(monday, 1);
  const other = {
    title: 'Hedges',
    all_day: false,
    start_date: tuesday,
    end_date: tuesday,
    start_time: '11:00',
    end_time: '15:00',
  };
  await plan({ ...other, assigned_to: [driver.id] });
  const { user, dialog } = await openMove();
  expect(dialog.queryByText(/book anyway/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'A day later' }));
  expect(await dialog.findByText('Sam Dale has Hedges that day, 11:00–15:00 – book anyway?')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'A day later' }));
  await waitFor(() => expect(dialog.queryByText(/book anyway/)).toBeNull());
});

test('a drag to another day moves the job, and a drag that ends outside a day does not', async () => {
  await plan();
  const { screen } = await renderPage(`/diary?view=week&date=${monday}`, { backend, person: owner });
  const [job] = await screen.findAllByRole('button', { name: /First cut/ });
  if (!job) throw new Error('no job');
  const friday = document.querySelector(`[data-day="${addDays(monday, 4)}"]`);
  // The layer that follows the pointer is loaded after the page.
  const under = vi.spyOn(document, 'elementFromPoint').mockReturnValue(friday);
  const drag = (end: () => void) => {
    fireEvent.pointerDown(job, { button: 0, clientX: 10, clientY: 10, pointerType: 'mouse' });
    fireEvent.pointerMove(window, { clientX: 200, clientY: 40, pointerType: 'mouse' });
    end();
  };
  await vi.waitFor(
    () => {
      drag(() => fireEvent.keyDown(window, { key: 'Escape' }));
      expect(document.documentElement.dataset['dragging']).toBeUndefined();
      fireEvent.pointerDown(job, { button: 0, clientX: 10, clientY: 10, pointerType: 'mouse' });
      fireEvent.pointerMove(window, { clientX: 200, clientY: 40, pointerType: 'mouse' });
      expect(document.documentElement.dataset['dragging']).toBe('');
    },
    { timeout: 30_000 },
  );
  expect(friday).toHaveAttribute('data-drop');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(friday).not.toHaveAttribute('data-drop');
  drag(() => fireEvent.pointerUp(window, { clientX: 200, clientY: 40 }));
  expect(await screen.findByText(`“First cut” moved to ${formatDate(addDays(monday, 4), today)}.`)).toBeVisible();
  expect(await stored()).toEqual([[addDays(monday, 4), addDays(monday, 5), []]]);
  under.mockRestore();
});

test('a drag onto a day on which the person is away asks before it moves the job', async () => {
  const friday = addDays(monday, 4);
  const away = { kind: 'absence', absence_type: 'holiday', title: null, start_date: friday, end_date: friday };
  await plan({ ...away, assigned_to: [driver.id] });
  await plan({ end_date: monday, assigned_to: [driver.id] });
  const { screen, user } = await renderPage(`/diary?view=week&date=${monday}`, { backend, person: owner });
  const [job] = await screen.findAllByRole('button', { name: /First cut/ });
  if (!job) throw new Error('no job');
  const under = vi
    .spyOn(document, 'elementFromPoint')
    .mockReturnValue(document.querySelector(`[data-day="${friday}"]`));
  // The layer that follows the pointer is loaded after the page.
  await vi.waitFor(
    () => {
      fireEvent.pointerDown(job, { button: 0, clientX: 10, clientY: 10, pointerType: 'mouse' });
      fireEvent.pointerMove(window, { clientX: 200, clientY: 40, pointerType: 'mouse' });
      expect(document.documentElement.dataset['dragging']).toBe('');
    },
    { timeout: 30_000 },
  );
  fireEvent.pointerUp(window, { clientX: 200, clientY: 40 });
  under.mockRestore();
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “First cut”' }));
  expect(await dialog.findByText('Sam Dale is on holiday that day – book anyway?')).toBeVisible();
  const start = async () => (await owner.from('diary_events').select('start_date').eq('kind', 'job').single()).data;
  expect(await start()).toEqual({ start_date: monday });
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(async () => expect(await start()).toEqual({ start_date: friday }));
});
