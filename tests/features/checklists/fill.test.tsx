// A checklist on a phone: filled in online and offline, missing answers, and machines that must not be used.
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { waitForCopy } from '@tests/features/offline/phone';
import { answerQuestion, checklistAccount, ITEMS, closeApp, saveChecklist } from './account';

const { account, storedCompletions, open, openForm } = checklistAccount();
const row = () => screen.findByRole('button', { name: /^Tractor check/ });

async function answerAllOk(user: Awaited<ReturnType<typeof openForm>>['user']) {
  for (const prompt of ['Lights', 'Windows', 'Handbrake holds']) await answerQuestion(user, prompt, 'OK');
}

test('a checklist is chosen, filled in and saved, and listed under its day', async () => {
  const { user, address } = await open('/add-checklist');
  expect(await screen.findByRole('heading', { name: 'Not done today' })).toBeInTheDocument();
  const [link] = await screen.findAllByRole('link', { name: /Tractor check/ });
  if (!link) throw new Error('the checklist is not offered');
  await user.click(link);
  await answerAllOk(user);
  await user.type(screen.getByLabelText(/Tyre pressure/), '1,6');
  await user.type(screen.getByLabelText(/Machine or place/), 'JD 6155R');
  expect(screen.getByText('4 of 4 answered')).toBeInTheDocument();
  await saveChecklist(user);
  expect(await screen.findByText('Checklist saved!')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/completed-checklists'));
  expect(await row()).toHaveTextContent('Tractor check: JD 6155R');
  expect(await row()).toHaveTextContent('4/4');
  await waitFor(async () =>
    expect(await storedCompletions()).toMatchObject([
      {
        template_name: 'Tractor check',
        version: 1,
        machine: 'JD 6155R',
        result: 'pass',
        created_by: account().driver.id,
      },
    ]),
  );
  expect((await storedCompletions())[0]?.answers.map(({ value }) => value)).toEqual(['ok', 'ok', 'ok', 1.6]);
});

test('reports each missing answer at its question, and saves nothing', async () => {
  const { user } = await openForm();
  await answerQuestion(user, 'Lights', 'Defect');
  await answerQuestion(user, 'Handbrake holds', 'N/A');
  await user.type(screen.getByLabelText(/Tyre pressure/), 'soft');
  await saveChecklist(user);
  expect(screen.getByText('Say what is wrong.')).toBeInTheDocument();
  expect(screen.getByText('Answer this question.')).toBeInTheDocument();
  // N/A on a critical question needs a comment (case 69).
  expect(screen.getByText('Say why it does not apply.')).toBeInTheDocument();
  expect(screen.getByText('Enter a number like 12.5.')).toBeInTheDocument();
  expect(screen.getByText('4 questions need an answer.')).toBeInTheDocument();
  expect(document.activeElement).toHaveAttribute('id', 'comment-0');
  expect(await storedCompletions()).toEqual([]);
});

test('reports errors in the fields above the questions, and a checklist without answers', async () => {
  const { user } = await openForm();
  await user.type(await screen.findByLabelText(/Hours on the meter/), 'many');
  await answerAllOk(user);
  await saveChecklist(user);
  expect(screen.getByText('Look at what is marked above.')).toBeInTheDocument();
  expect(screen.getByText('Enter a number like 12.5.')).toBeInTheDocument();
  expect(document.activeElement).toHaveAttribute('id', 'about');
  closeApp();
  const free = ITEMS.map((item) => ({ ...item, required: false }));
  await account()
    .owner.from('checklist_templates')
    .insert({ id: crypto.randomUUID(), user_id: account().owner.id, name: 'Free', items: free });
  const again = await open('/add-checklist');
  await again.user.click(await screen.findByRole('link', { name: /^Free/ }));
  await screen.findByRole('button', { name: 'Save checklist' });
  await saveChecklist(again.user);
  expect(screen.getByText('Answer a question first.')).toBeInTheDocument();
  expect(await storedCompletions()).toEqual([]);
});

test('"All OK" leaves the critical questions unanswered', async () => {
  const { user } = await openForm();
  await user.click(await screen.findByRole('button', { name: 'All OK but the critical ones' }));
  expect(screen.getByText('2 of 4 answered')).toBeInTheDocument();
  await saveChecklist(user);
  expect(await screen.findByText('One question needs an answer.')).toBeInTheDocument();
});

test('a critical defect shows the driver and everyone on the farm not to use the machine (case 69)', async () => {
  const { user } = await open(`/add-checklist?template=${account().tractor}&machine=JD%206155R`);
  await answerQuestion(user, 'Lights', 'OK');
  await answerQuestion(user, 'Windows', 'OK');
  await answerQuestion(user, 'Handbrake holds', 'Defect');
  await user.type(screen.getByLabelText('What is wrong?'), 'Rolls on the ramp');
  await saveChecklist(user);
  expect(await screen.findByText('Do not use this machine. Tell Alex now.')).toBeInTheDocument();
  await waitFor(async () =>
    expect(await storedCompletions()).toMatchObject([{ result: 'fail', defects: 1, machine: 'JD 6155R' }]),
  );
  closeApp();
  await open('/add-checklist', account().owner);
  expect(await screen.findByText('Do not use: JD 6155R')).toBeInTheDocument();
});

test('a checklist saved offline waits on the phone, and is sent once after reconnecting (F1)', async () => {
  const { user } = await openForm();
  await screen.findByRole('button', { name: 'Save checklist' });
  account().connection.cut('refused', true);
  await answerAllOk(user);
  await saveChecklist(user);
  await waitFor(async () => expect(await row()).toHaveTextContent('Waiting on this phone'));
  expect(await row()).toHaveTextContent('3/3');
  expect(await storedCompletions()).toEqual([]);
  await user.click(await row());
  expect(await screen.findByRole('dialog', { name: 'Tractor check' })).toHaveTextContent('Handbrake holds');
  account().connection.restore();
  await waitFor(async () => expect(await storedCompletions()).toHaveLength(1));
  await waitFor(async () => expect(await row()).not.toHaveTextContent('Waiting'));
});

test('offline, a machine that failed on this phone must not be used, and is done for today (case 69)', async () => {
  const { user } = await open(`/add-checklist?template=${account().tractor}&machine=JD%206155R`);
  await screen.findByRole('button', { name: 'Save checklist' });
  // A fast machine would finish the test before the app has written its copies for the next start.
  await waitForCopy('checklists', 'Tractor check');
  account().connection.cut('refused', true);
  await answerAllOk(user);
  await answerQuestion(user, 'Handbrake holds', 'Defect');
  await user.type(screen.getByLabelText('What is wrong?'), 'Rolls');
  await saveChecklist(user);
  await screen.findByText('Do not use this machine. Tell Alex now.');
  closeApp();
  await open('/add-checklist');
  expect(await screen.findByText('Do not use: JD 6155R')).toBeInTheDocument();
  expect(screen.getByText('Everything that is due has been checked.')).toBeInTheDocument();
  expect(await storedCompletions()).toEqual([]);
});

test('a checklist is sent at the next start if the app was closed right after saving (F2)', async () => {
  const { user } = await openForm();
  await screen.findByRole('button', { name: 'Save checklist' });
  account().connection.cut('refused', true);
  await answerAllOk(user);
  await saveChecklist(user);
  await row();
  closeApp();
  account().connection.restore();
  await open('/noticeboard');
  await waitFor(async () => expect(await storedCompletions()).toHaveLength(1));
});

const changeTemplate = () =>
  account()
    .owner.from('checklist_templates')
    .update({ items: [{ ...ITEMS[0], prompt: 'All lamps' }, ...ITEMS.slice(1)] as never })
    .eq('id', account().tractor);

describe('an unfinished checklist', () => {
  async function startChecklist() {
    const { user } = await openForm();
    await answerQuestion(user, 'Lights', 'OK');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(async () =>
      expect(await draftsOf(account().driver.id, `checklist-${account().tractor}`)).toHaveLength(1),
    );
    closeApp();
  }
  test('an unfinished checklist is restored with its answers after the app was closed (F3)', async () => {
    await startChecklist();
    await openForm();
    expect(await screen.findByText(/^Restored what you began at \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(screen.getByText('1 of 4 answered')).toBeInTheDocument();
  });

  test('an unfinished checklist is saved under the version it was begun with if its template has changed (case 70)', async () => {
    await startChecklist();
    expect((await changeTemplate()).error).toBeNull();
    const { user } = await openForm();
    expect(await screen.findByText(/^This checklist has been changed since you began\./)).toBeInTheDocument();
    // Still the original questions.
    await answerAllOk(user);
    await saveChecklist(user);
    await waitFor(async () => expect(await storedCompletions()).toMatchObject([{ version: 1, result: 'pass' }]));
    closeApp();
    await openForm();
    await screen.findAllByRole('group', { name: /^All lamps/ });
  });
});

test('a checklist opened from the copy on the phone takes the questions that have changed since, until it is begun', async () => {
  await open('/add-checklist');
  await screen.findAllByRole('link', { name: /Tractor check/ });
  await waitForCopy('checklists', 'Handbrake holds');
  closeApp();
  account().connection.cut('refused', true);
  await openForm();
  await screen.findAllByRole('group', { name: /^Lights/ });
  expect((await changeTemplate()).error).toBeNull();
  account().connection.restore();
  await screen.findAllByRole('group', { name: /^All lamps/ });
  expect(screen.queryByText(/^This checklist has been changed since you began\./)).not.toBeInTheDocument();
});

test('a checklist for which a machine is chosen keeps its questions and the machine when newer ones arrive', async () => {
  await open('/add-checklist');
  await screen.findAllByRole('link', { name: /Tractor check/ });
  await waitForCopy('checklists', 'Handbrake holds');
  closeApp();
  account().connection.cut('refused', true);
  const { user } = await openForm();
  await user.type(await screen.findByLabelText(/Machine or place/), 'JD 6155R');
  expect((await changeTemplate()).error).toBeNull();
  account().connection.restore();
  await screen.findByText(/^This checklist has been changed since you began\./);
  expect(screen.getByLabelText(/Machine or place/)).toHaveValue('JD 6155R');
});

test('on a full device, reports that the checklist is not saved, keeps the form, and can send it (F21)', async () => {
  const { user } = await openForm();
  await answerAllOk(user);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await saveChecklist(user);
  expect(await screen.findByText('Error Saving Checklist')).toBeInTheDocument();
  expect(screen.queryByText('Checklist saved!')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  await waitFor(async () => expect(await storedCompletions()).toHaveLength(1));
  put.mockRestore();
});

test('a checklist opens offline from the cached lists', async () => {
  await open('/add-checklist');
  await screen.findAllByRole('link', { name: /Tractor check/ });
  await waitForCopy('checklists', 'Handbrake holds');
  closeApp();
  account().connection.cut('refused', true);
  await openForm();
  expect((await screen.findAllByRole('group', { name: /^Handbrake holds/ })).length).toBeGreaterThan(0);
});
