// Reading completed checklists: by author, filtered, opened, and as files.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ChecklistItem } from '@/domain/checklists/checklist';
import * as files from '@/lib/files/save-file';
import type { Person } from '@tests/support/embedded/backend';
import { waitForCopy } from '@tests/features/offline/phone';
import { checklistAccount, ITEMS, closeApp } from './account';

const { account, open } = checklistAccount();
const OK = { value: 'ok', comment: '', photos: [] };
const UNANSWERED = { ...OK, value: null };

async function addCompletion(
  person: Person,
  details: {
    machine?: string;
    withDefect?: boolean;
    seconds?: number;
    template?: string;
    items?: ChecklistItem[];
  } = {},
) {
  const id = crypto.randomUUID();
  const { error } = await person.from('checklist_completions').insert({
    id,
    user_id: account().owner.id,
    template_id: details.template ?? account().tractor,
    version: 1,
    machine: details.machine ?? null,
    items: details.items ?? ITEMS,
    answers: details.items?.map(() => OK) ?? [
      OK,
      details.withDefect ? { value: 'defect', comment: 'Cracked', photos: [] } : OK,
      OK,
      UNANSWERED,
    ],
    signature: 'M10 20L30 40',
    started_at: new Date(Date.now() - (details.seconds ?? 240) * 1000).toISOString(),
    completed_at: new Date().toISOString(),
  });
  if (error) throw error;
  return id;
}
const rows = () => screen.findAllByRole('button', { name: /^Tractor check/ });

test('the account holder sees all, an employee their own', async () => {
  await addCompletion(account().owner, { machine: 'Manitou' });
  await addCompletion(account().driver, { machine: 'JD', withDefect: true });
  await open('/completed-checklists', account().owner);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  closeApp();
  await open('/completed-checklists');
  const ownRows = await rows();
  expect(ownRows).toHaveLength(1);
  expect(ownRows[0]).toHaveTextContent('Tractor check: JD');
  expect(ownRows[0]).toHaveTextContent('2/3');
  expect(ownRows[0]).toHaveTextContent('Passed with defects');
  expect(screen.queryByRole('combobox', { name: 'Person' })).not.toBeInTheDocument();
});

test('a long checklist completed within seconds is marked for the account holder, others are not', async () => {
  const nine = Array.from({ length: 9 }, (_, n) => ({ ...ITEMS[0], prompt: `Point ${n}` }) as ChecklistItem);
  const template = crypto.randomUUID();
  const row = { id: template, user_id: account().owner.id, name: 'Tractor check, long', items: nine };
  expect((await account().owner.from('checklist_templates').insert(row)).error).toBeNull();
  await addCompletion(account().driver, { template, items: nine, machine: 'JD', seconds: 11 });
  await addCompletion(account().driver, { template, items: nine, machine: 'Manitou', seconds: 20 });
  await addCompletion(account().driver, { machine: 'Quad', seconds: 3 });
  await open('/completed-checklists', account().owner);
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect((await rows()).filter((one) => /Completed in/.test(one.textContent))).toEqual([
    await screen.findByRole('button', { name: /: JD/ }),
  ]);
  expect(screen.getByText('Completed in 11 s')).toBeInTheDocument();
  closeApp();
  await open('/completed-checklists');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(screen.queryByText('Completed in 11 s')).not.toBeInTheDocument();
});

test('the list is filtered by result and person, and the URL keeps the filters', async () => {
  await addCompletion(account().owner);
  await addCompletion(account().driver, { withDefect: true });
  const { user, address } = await open('/completed-checklists', account().owner);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'pass');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(address()).toContain('result=pass');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), account().driver.id);
  expect(await screen.findByText('Nothing was checked that fits these filters.')).toBeInTheDocument();
});

test('a completed checklist opens with its answers, comments and signature', async () => {
  const id = await addCompletion(account().driver, { machine: 'JD', withDefect: true });
  await open(`/completed-checklists?open=${id}`, account().owner);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tractor check' }));
  expect(await dialog.findByText('Cracked')).toBeInTheDocument();
  expect(dialog.getByText('2/3')).toBeInTheDocument();
  expect(dialog.getByRole('img', { name: 'Signature of Sam Driver' })).toBeInTheDocument();
});

test('a checklist of another employee can’t be opened', async () => {
  const id = await addCompletion(account().owner);
  await open(`/completed-checklists?open=${id}`);
  expect(await screen.findByText('This checklist is not there.')).toBeInTheDocument();
});

test('the CSV contains each listed checklist, and no formula', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  await addCompletion(account().driver, { machine: '=HYPERLINK("x")' });
  const { user } = await open('/completed-checklists', account().owner);
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text).toContain('date,completed_at,checklist,version,machine');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text).toContain('Sam Driver,pass,3,3,0,240');
  saved.mockRestore();
});

test('the list is readable offline, with the time of the cached copy', async () => {
  await addCompletion(account().driver, { machine: 'JD' });
  await open('/completed-checklists');
  await rows();
  await waitForCopy('checklist-completions', 'JD');
  closeApp();
  account().connection.cut('refused', true);
  await open('/completed-checklists');
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
});
