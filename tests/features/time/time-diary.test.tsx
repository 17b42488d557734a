// The time diary: a week handed in by its person, looked at and approved by the account holder, corrected with a reason.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press, timeFarm } from './farm';

const { now, stored, open, clocked } = timeFarm();
const WEEK = '/time-diary?week=2026-11-02';
const DAY = ['2026-11-03T08:00:00Z', '2026-11-03T16:15:00Z'] as const;
const asDesk = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query.includes('min-width'), media: query }) as MediaQueryList,
    );

test('an employee sees their own week and hands it in', async () => {
  await clocked(now().driver, ...DAY, { activity: 'Hedge cutting' });
  await clocked(now().owner, ...DAY);
  const { user } = await open(WEEK);
  expect(await screen.findByRole('heading', { level: 1, name: 'My Time' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^08:00–16:15/ })).toHaveTextContent('8 h 15');
  expect(screen.queryByText('Alex Owner')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  await user.click(await press('Hand in week'));
  expect(await screen.findByText('Week handed in!')).toBeInTheDocument();
  await waitFor(async () =>
    expect((await stored()).map(({ status }) => status).toSorted()).toEqual(['open', 'submitted']),
  );
});

test('the account holder corrects a shift with a reason, and approves the week', async () => {
  asDesk();
  await clocked(now().driver, ...DAY);
  const { user } = await open(WEEK, now().owner);
  const cell = await screen.findByRole('button', { name: 'Sam Driver, Tue 3 Nov: 8 h 15, warning' });
  await user.click(cell);
  const day = within(await screen.findByRole('dialog', { name: 'Sam Driver, Tue 3 Nov' }));
  expect(day.queryByRole('button', { name: 'Add time' })).not.toBeInTheDocument();
  await user.click(day.getByRole('button', { name: /^08:00–16:15/ }));
  const edit = within(await screen.findByRole('dialog', { name: 'Correct a shift' }));
  await user.clear(edit.getByLabelText('Breaks, unpaid minutes'));
  await user.type(edit.getByLabelText('Breaks, unpaid minutes'), '30');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await edit.findByText('Say why it is changed.')).toBeInTheDocument();
  await user.type(edit.getByLabelText('Why is it changed?'), 'No break was clocked');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () =>
    expect(await stored()).toMatchObject([{ paid_min: 465, source: 'corrected', edit_reason: 'No break was clocked' }]),
  );
  await user.click(await press('Approve'));
  await waitFor(async () => expect((await stored())[0]?.status).toBe('approved'));
  expect(await press('Reopen')).toBeInTheDocument();
});

test('time is written down afterwards, and not over another shift', async () => {
  await clocked(now().driver, ...DAY);
  const { user } = await open(WEEK);
  await screen.findByRole('button', { name: /^08:00–16:15/ });
  await user.click(await press('Add time'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add time' }));
  const fill = async (label: string, value: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), value);
  };
  for (const label of ['Start, date', 'Finish, date']) await fill(label, '2026-11-03');
  await fill('Start, time', '16:00');
  await fill('Finish, time', '18:00');
  await user.click(dialog.getByRole('button', { name: 'Add time' }));
  expect(await dialog.findByText('This overlaps your entry 08:00–16:15 on 3 Nov.')).toBeInTheDocument();
  await fill('Start, time', '16:15');
  await user.click(dialog.getByRole('button', { name: 'Add time' }));
  await waitFor(async () =>
    expect((await stored())[1]).toMatchObject({ source: 'manual', paid_min: 105, status: 'open' }),
  );
});

test('case 5, 7: the hour that comes twice is asked about, the one that never came is moved', async () => {
  const { user } = await open('/time-diary?week=2026-10-19');
  await user.click(await press('Add time'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add time' }));
  const fill = async (label: string, value: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), value);
  };
  await fill('Start, date', '2026-10-24');
  await fill('Start, time', '22:00');
  await fill('Finish, date', '2026-10-25');
  await fill('Finish, time', '01:30');
  expect(await dialog.findByText('3 h 30 paid, 3 h 30 from start to finish.')).toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'After' }));
  expect(await dialog.findByText('4 h 30 paid, 4 h 30 from start to finish.')).toBeInTheDocument();
  await fill('Start, date', '2026-03-29');
  await fill('Start, time', '01:30');
  expect(await dialog.findByText('01:30 did not exist that night; using 02:30.')).toBeInTheDocument();
});

test('a week without time says so', async () => {
  await open('/time-diary?week=2026-09-07');
  expect(await screen.findByText('No time recorded this week.')).toBeInTheDocument();
});
