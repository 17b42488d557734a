// Photos of an answer that are still being prepared: whatever the user does meanwhile, the saved checklist refers to
// each of them.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { holdPreparation } from '@tests/features/files/held-preparation';
import { answerQuestion, checklistAccount, saveChecklist } from './account';

const preparation = holdPreparation();

const { storedCompletions, sql, openForm } = checklistAccount();
type User = Awaited<ReturnType<typeof openForm>>['user'];

async function answerWithDefect(user: User) {
  await answerQuestion(user, 'Lights', 'Defect');
  await user.type(screen.getByLabelText('What is wrong?'), 'Left one is out');
  await answerQuestion(user, 'Windows', 'OK');
  await answerQuestion(user, 'Handbrake holds', 'OK');
}
async function choosePhoto(user: User) {
  preparation.forget();
  await user.upload(screen.getByLabelText('Choose photos'), new File(['light'], 'light.jpg', { type: 'image/jpeg' }));
  return screen.findByRole('button', { name: 'Preparing the photo...' });
}
const preparePhoto = async () => {
  await preparation.finish();
  await screen.findByRole('button', { name: 'Save checklist' });
};
const photo = (at: number) => screen.findByRole('img', { name: `Lights, photo ${at}` });

/** The photos that the saved answer refers to, and those that were stored with it. */
async function savedPhotos() {
  await waitFor(async () => expect(await storedCompletions()).toHaveLength(1));
  const [row] = await storedCompletions();
  const referenced = row?.answers[0]?.photos ?? [];
  const attached = await waitFor(async () => {
    const rows = await sql<{ id: string }>(
      `select id from public.attachments where parent_table = 'checklist_completions' and id = any($1)`,
      [referenced],
    );
    expect(rows).toHaveLength(referenced.length);
    return rows;
  });
  return { referenced, attached };
}

test('a checklist is saved once its photo is ready, and refers to it; one removed while the next is prepared does not come back', async () => {
  const { user } = await openForm();
  await answerWithDefect(user);
  await user.clickBusy(await choosePhoto(user));
  expect(await screen.findByRole('button', { name: 'Preparing the photo...' })).toBeInTheDocument();
  expect(await storedCompletions()).toEqual([]);
  await preparePhoto();
  await photo(1);
  await choosePhoto(user);
  const [lights] = screen.getAllByRole('group', { name: /^Lights/ });
  if (!lights) throw new Error('the question is missing');
  await user.click(within(lights).getByRole('button', { name: 'Remove photo 1 of Lights' }));
  await waitFor(() => expect(within(lights).queryByRole('img')).not.toBeInTheDocument());
  await preparePhoto();
  await photo(1);
  await saveChecklist(user);
  const { referenced, attached } = await savedPhotos();
  expect(referenced).toHaveLength(1);
  expect(attached).toHaveLength(1);
});

test('a photo is saved and shown even if the answer is changed to OK while it is prepared', async () => {
  const { user } = await openForm();
  await answerQuestion(user, 'Lights', 'Defect');
  await choosePhoto(user);
  await answerQuestion(user, 'Lights', 'OK');
  await answerQuestion(user, 'Windows', 'OK');
  await answerQuestion(user, 'Handbrake holds', 'OK');
  await preparePhoto();
  await photo(1);
  await saveChecklist(user);
  expect((await savedPhotos()).attached).toHaveLength(1);
});

test('a photo that never gets ready can be left out, and the checklist is saved without it', async () => {
  const { user } = await openForm();
  await answerWithDefect(user);
  await choosePhoto(user);
  await user.click(await screen.findByRole('button', { name: 'Leave the photo out' }));
  await screen.findByRole('button', { name: 'Save checklist' });
  await saveChecklist(user);
  expect((await savedPhotos()).referenced).toEqual([]);
});
