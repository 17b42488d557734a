// Reading completed checklists: by author, filtered, opened, and as files.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ChecklistItem } from '@/domain/checklists/checklist';
import * as files from '@/lib/files/save-file';
import { navigate } from '@tests/support/navigate';
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

test('the account holder sees all, filters, opens and exports them; an employee sees their own, also offline with the time of the copy', async () => {
  const { owner, driver, connection } = account();
  const nine = Array.from({ length: 9 }, (_, n) => ({ ...ITEMS[0], prompt: `Point ${n}` }) as ChecklistItem);
  const template = crypto.randomUUID();
  const row = { id: template, user_id: owner.id, name: 'Tractor check, long', items: nine };
  expect((await owner.from('checklist_templates').insert(row)).error).toBeNull();
  const holders = await addCompletion(owner, { machine: 'Manitou' });
  const withDefect = await addCompletion(driver, { machine: 'JD', withDefect: true });
  await addCompletion(driver, { template, items: nine, machine: 'Claas', seconds: 11 });
  await addCompletion(driver, { template, items: nine, machine: 'Case', seconds: 20 });
  await addCompletion(driver, { machine: 'Quad', seconds: 3 });
  await addCompletion(driver, { machine: '=HYPERLINK("x")' });
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);

  const { user, address } = await open('/completed-checklists', owner);
  await waitFor(async () => expect(await rows()).toHaveLength(6));
  // Only a long checklist is marked if it was completed within seconds.
  expect((await rows()).filter((one) => /Completed in/.test(one.textContent))).toEqual([
    await screen.findByRole('button', { name: /: Claas/ }),
  ]);
  expect(screen.getByText('Completed in 11 s')).toBeInTheDocument();

  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text).toContain('date,completed_at,checklist,version,machine');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text).toContain('Sam Driver,pass,3,3,0,240');
  expect(text?.trim().split('\r\n')).toHaveLength(1 + 6);

  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'pass');
  await waitFor(async () => expect(await rows()).toHaveLength(5));
  expect(address()).toContain('result=pass');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), driver.id);
  await waitFor(async () => expect(await rows()).toHaveLength(4));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'fail');
  expect(await screen.findByText('Nothing was checked that fits these filters.')).toBeInTheDocument();

  navigate(`/completed-checklists?open=${withDefect}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tractor check' }));
  expect(await dialog.findByText('Cracked')).toBeInTheDocument();
  expect(dialog.getByText('2/3')).toBeInTheDocument();
  expect(dialog.getByRole('img', { name: 'Signature of Sam Driver' })).toBeInTheDocument();
  closeApp();

  await open('/completed-checklists');
  await waitFor(async () => expect(await rows()).toHaveLength(5));
  const own = await screen.findByRole('button', { name: /: JD/ });
  expect(own).toHaveTextContent('2/3');
  expect(own).toHaveTextContent('Passed with defects');
  expect(screen.queryByText('Completed in 11 s')).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Person' })).not.toBeInTheDocument();
  await waitForCopy('checklist-completions', 'JD');
  navigate(`/completed-checklists?open=${holders}`);
  expect(await screen.findByText('This checklist is not there.')).toBeInTheDocument();
  closeApp();

  connection.cut('refused', true);
  await open('/completed-checklists');
  expect(await rows()).toHaveLength(5);
  expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
});
