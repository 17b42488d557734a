// A checklist on a phone: filled in online and offline, missing answers, and machines that must not be used.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { waitForCopy } from '@tests/features/offline/phone';
import { navigate } from '@tests/support/navigate';
import { answerQuestion, checklistAccount, ITEMS, closeApp, saveChecklist } from './account';

const { account, storedCompletions, open, openForm } = checklistAccount();
const row = () => screen.findByRole('button', { name: /^Tractor check/ });

async function answerAllOk(user: Awaited<ReturnType<typeof openForm>>['user']) {
  for (const prompt of ['Lights', 'Windows', 'Handbrake holds']) await answerQuestion(user, prompt, 'OK');
}

test('a checklist is chosen and filled in; what is missing is reported at its question and nothing is saved; then it is listed under its day', async () => {
  const free = ITEMS.map((item) => ({ ...item, required: false }));
  const second = { id: crypto.randomUUID(), user_id: account().owner.id, name: 'Free', items: free };
  expect((await account().owner.from('checklist_templates').insert(second)).error).toBeNull();
  const claas = { id: crypto.randomUUID(), user_id: account().owner.id, name: 'Claas 2', machine_type: 'tractor' };
  expect((await account().owner.from('machines').insert(claas)).error).toBeNull();
  const read = { id: crypto.randomUUID(), user_id: claas.user_id, machine_id: claas.id, reading: 2812 };
  expect((await account().owner.from('machine_readings').insert(read)).error).toBeNull();
  const { user, address } = await open('/add-checklist');
  expect(await screen.findByRole('heading', { name: 'Not done today' })).toBeInTheDocument();
  const [link] = await screen.findAllByRole('link', { name: /Tractor check/ });
  if (!link) throw new Error('the checklist is not offered');
  await user.click(link);

  await user.click(await screen.findByRole('button', { name: 'All OK but the critical ones' }));
  expect(screen.getByText('2 of 4 answered')).toBeInTheDocument();
  await saveChecklist(user);
  expect(await screen.findByText('One question needs an answer.')).toBeInTheDocument();
  expect(screen.getByText('Answer this question.')).toBeInTheDocument();
  await answerQuestion(user, 'Lights', 'Defect');
  await answerQuestion(user, 'Handbrake holds', 'N/A');
  await user.type(screen.getByLabelText(/Tyre pressure/), 'soft');
  await saveChecklist(user);
  expect(screen.getByText('Say what is wrong.')).toBeInTheDocument();
  // N/A on a critical question needs a comment (case 69).
  expect(screen.getByText('Say why it does not apply.')).toBeInTheDocument();
  expect(screen.getByText('Enter a number like 12.5.')).toBeInTheDocument();
  expect(screen.getByText('3 questions need an answer.')).toBeInTheDocument();
  expect(document.activeElement).toHaveAttribute('id', 'comment-0');

  await answerAllOk(user);
  await user.clear(screen.getByLabelText(/Tyre pressure/));
  await user.type(screen.getByLabelText(/Tyre pressure/), '1,6');
  await user.type(screen.getByLabelText(/Hours on the meter/), 'many');
  await saveChecklist(user);
  expect(screen.getByText('Look at what is marked above.')).toBeInTheDocument();
  expect(screen.getByText('Enter a number like 12.5.')).toBeInTheDocument();
  expect(document.activeElement).toHaveAttribute('id', 'about');
  expect(await storedCompletions()).toEqual([]);

  // A reading in doubt is said at entry. It would not prevent saving.
  await user.selectOptions(screen.getByLabelText('Machine'), 'Claas 2');
  await user.clear(screen.getByLabelText(/Hours on the meter/));
  await user.type(screen.getByLabelText(/Hours on the meter/), '2790');
  expect(screen.getByLabelText(/Hours on the meter/)).toHaveAccessibleDescription(
    'Lower than the last reading, 2,812 h. Saved like this, it is marked as in doubt and does not count.',
  );
  await user.clear(screen.getByLabelText(/Hours on the meter/));
  await user.selectOptions(screen.getByLabelText('Machine'), 'Another machine, or a place');
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

  navigate(`/add-checklist?template=${second.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Free' });
  await screen.findByRole('button', { name: 'Save checklist' });
  await saveChecklist(user);
  expect(screen.getByText('Answer a question first.')).toBeInTheDocument();
  expect(await storedCompletions()).toHaveLength(1);
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

test('a checklist saved offline waits on the phone, where a machine that failed must not be used, and is sent once after reconnecting (F1, case 69)', async () => {
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
  // Closed right after saving, the app has it at the next start.
  closeApp();
  const again = await open('/add-checklist');
  expect(await screen.findByText('Do not use: JD 6155R')).toBeInTheDocument();
  expect(screen.getByText('Everything that is due has been checked.')).toBeInTheDocument();
  navigate('/completed-checklists');
  await waitFor(async () => expect(await row()).toHaveTextContent('Waiting on this phone'));
  expect(await row()).toHaveTextContent('2/3');
  expect(await storedCompletions()).toEqual([]);
  await again.user.click(await row());
  expect(await screen.findByRole('dialog', { name: 'Tractor check' })).toHaveTextContent('Handbrake holds');
  account().connection.restore();
  await waitFor(async () => expect(await storedCompletions()).toMatchObject([{ machine: 'JD 6155R', result: 'fail' }]));
  await waitFor(async () => expect(await row()).not.toHaveTextContent('Waiting'));
});

const changeTemplate = async (prompt: string) => {
  const items = [{ ...ITEMS[0], prompt }, ...ITEMS.slice(1)] as never;
  const { error } = await account().owner.from('checklist_templates').update({ items }).eq('id', account().tractor);
  expect(error).toBeNull();
};
const CHANGED = /^This checklist has been changed since you began\./;

test('an unfinished checklist is restored with its answers (F3), and is saved under the version it was begun with if its template has changed (case 70)', async () => {
  const { user } = await openForm();
  await answerQuestion(user, 'Lights', 'OK');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(async () =>
    expect(await draftsOf(account().driver.id, `checklist-${account().tractor}`)).toHaveLength(1),
  );
  closeApp();
  await openForm();
  expect(await screen.findByText(/^Restored what you began at \d\d:\d\d\.$/)).toBeInTheDocument();
  expect(screen.getByText('1 of 4 answered')).toBeInTheDocument();
  closeApp();
  await changeTemplate('All lamps');
  const later = await openForm();
  expect(await screen.findByText(CHANGED)).toBeInTheDocument();
  // Still the original questions.
  await answerAllOk(later.user);
  await saveChecklist(later.user);
  await waitFor(async () => expect(await storedCompletions()).toMatchObject([{ version: 1, result: 'pass' }]));
  navigate(`/add-checklist?template=${account().tractor}`);
  await screen.findAllByRole('group', { name: /^All lamps/ });
});

test('a checklist opens offline from the copy on the phone, and takes the questions that have changed since, until a machine is chosen', async () => {
  await open('/add-checklist');
  await screen.findAllByRole('link', { name: /Tractor check/ });
  await waitForCopy('checklists', 'Handbrake holds');
  closeApp();
  account().connection.cut('refused', true);
  await openForm();
  await screen.findAllByRole('group', { name: /^Handbrake holds/ });
  await screen.findAllByRole('group', { name: /^Lights/ });
  await changeTemplate('All lamps');
  account().connection.restore();
  await screen.findAllByRole('group', { name: /^All lamps/ });
  expect(screen.queryByText(CHANGED)).not.toBeInTheDocument();
  await waitForCopy('checklists', 'All lamps');
  closeApp();

  account().connection.cut('refused', true);
  const { user } = await openForm();
  await user.type(await screen.findByLabelText(/Machine or place/), 'JD 6155R');
  await changeTemplate('Every lamp');
  account().connection.restore();
  await screen.findByText(CHANGED);
  expect(screen.getByLabelText(/Machine or place/)).toHaveValue('JD 6155R');
  expect(screen.getAllByRole('group', { name: /^All lamps/ })).not.toHaveLength(0);
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
