// A checklist completed with outdated questions is kept, marked wherever it is shown, and reported to the account
// holder.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '@/lib/files/save-file';
import { navigate } from '@tests/support/navigate';
import { checklistAccount, ITEMS, closeApp } from './account';

const { account, sql, open } = checklistAccount();
const OK = { value: 'ok', comment: '', photos: [] };
const DONE_ON_OLD_VERSION = 'Done on version 1 while version 2 was current.';
const SENT_LATE = 'Done on version 1, in the office after version 2 replaced it.';

async function addCompletion(machine: string, minutesAgo = 0) {
  const id = crypto.randomUUID();
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const { error } = await account()
    .driver.from('checklist_completions')
    .insert({
      ...{ id, user_id: account().owner.id, template_id: account().tractor, version: 1, machine },
      answers: [OK, OK, OK, { ...OK, value: null }],
      ...{ started_at: at, completed_at: at },
    });
  if (error) throw error;
  return id;
}

beforeEach(async () => {
  await sql(`update public.checklist_versions set created_at = now() - interval '1 day' where template_id = $1`, [
    account().tractor,
  ]);
  const { error } = await account()
    .owner.from('checklist_templates')
    .update({ items: ITEMS.slice(1) })
    .eq('id', account().tractor);
  if (error) throw error;
});

test('the list, the opened checklist and the CSV state the outdated version', async () => {
  const id = await addCompletion('JD');
  await addCompletion('Manitou', 30);
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  const { user } = await open('/completed-checklists', account().owner);
  expect(await screen.findByRole('button', { name: /^Tractor check: JD/ })).toHaveTextContent(DONE_ON_OLD_VERSION);
  expect(screen.getByRole('button', { name: /^Tractor check: Manitou/ })).toHaveTextContent(SENT_LATE);
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [head = '', row = ''] = (await saved.mock.calls[0]?.[0].text())?.split('\r\n') ?? [];
  expect(head).toMatch(/,superseded_at,current_version$/);
  expect(row).toMatch(/,\d{4}-[^,]+,2$/);
  navigate(`/completed-checklists?open=${id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tractor check' }));
  expect(await dialog.findByText(DONE_ON_OLD_VERSION)).toBeInTheDocument();
});

test('the noticeboard shows three outdated checklists to the account holder, with links, and the number of the others; to their author none', async () => {
  for (const machine of ['A', 'B', 'C', 'D']) await addCompletion(machine);
  const id = await addCompletion('JD');
  await open('/', account().owner);
  const list = within(await screen.findByRole('list', { name: 'Needs you' }));
  const alert = await list.findByRole('link', { name: /Tractor check: JD/ });
  expect(alert).toHaveTextContent(`Sam Driver. ${DONE_ON_OLD_VERSION}`);
  expect(alert).toHaveAttribute('href', `/completed-checklists?open=${id}`);
  expect(list.getAllByRole('link', { name: /Tractor check: / })).toHaveLength(3);
  const more = await screen.findByRole('link', { name: /2 more checklists on an old version/ });
  expect(more).toHaveAttribute('href', '/completed-checklists');
  closeApp();
  await open('/');
  await screen.findByRole('heading', { level: 1, name: 'Noticeboard' });
  expect(screen.queryByText(/Tractor check: JD/)).not.toBeInTheDocument();
});
