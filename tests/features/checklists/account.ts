// An account with a driver, their phone and a checklist, for the tests of checklists.
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ChecklistItem } from '@/domain/checklists/checklist';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const item = (values: Partial<ChecklistItem>): ChecklistItem => ({
  ...{ section: '', prompt: '', type: 'ok_defect_na', unit: '', min: null, max: null },
  ...{ required: true, critical: false, help: '' },
  ...values,
});
export const ITEMS = [
  item({ prompt: 'Lights' }),
  item({ prompt: 'Windows' }),
  item({ prompt: 'Handbrake holds', critical: true }),
  item({ prompt: 'Tyre pressure', type: 'number', unit: 'bar', min: 1.2, max: 2, required: false }),
];

type StoredCompletion = {
  template_name: string;
  version: number;
  machine: string | null;
  result: string;
  defects: number;
  answers: { value: string | number | null; comment: string; photos: string[] }[];
  created_by: string;
};
type Account = { owner: Person; driver: Person; connection: ReturnType<typeof connectionTo>; tractor: string };

/** A new account for each test of the file. */
export function checklistAccount() {
  let backend: TestBackend;
  let account: Account | undefined;
  const currentAccount = (): Account => {
    if (!account) throw new Error('the account is created before each test');
    return account;
  };
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    await clearDisk();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    const tractor = crypto.randomUUID();
    const row = { id: tractor, user_id: owner.id, name: 'Tractor check', frequency: 'daily', items: ITEMS };
    const { error } = await owner.from('checklist_templates').insert(row);
    if (error) throw error;
    account = { owner, driver, tractor, connection: connectionTo(backend) };
  });
  return {
    account: currentAccount,
    sql: <Row>(query: string, params: readonly unknown[]) => backend.sql<Row>(query, params),
    /** The completed checklists in the database, oldest first. */
    storedCompletions: () =>
      backend.sql<StoredCompletion>(
        `select template_name, version, machine, result, defects, answers, created_by from public.checklist_completions
         where user_id = $1 order by created_at, id`,
        [currentAccount().owner.id],
      ),
    open: (path: string, person = currentAccount().driver) =>
      renderPage(path, { backend: currentAccount().connection, person }),
    openForm: (person = currentAccount().driver) =>
      renderPage(`/add-checklist?template=${currentAccount().tractor}`, {
        backend: currentAccount().connection,
        person,
      }),
  };
}

type User = Awaited<ReturnType<typeof renderPage>>['user'];

/** Answers a question of the open form. */
export async function answerQuestion(user: User, prompt: string, word: string) {
  const [question] = await screen.findAllByRole('group', { name: new RegExp(`^${prompt}`) });
  if (!question) throw new Error(`there is no question ${prompt}`);
  await user.click(within(question).getByRole('radio', { name: word }));
}
export const saveChecklist = (user: User) => user.click(screen.getByRole('button', { name: 'Save checklist' }));
/** Closes the app; the device's storage stays. */
export const closeApp = () => act(() => cleanup());
