// A checklist completed on outdated questions: kept, marked wherever it is shown, and reported to the holder.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '@/lib/files/save-file';
import { checklistFarm, ITEMS, kill } from './farm';

const { now, sql, open } = checklistFarm();
const OK = { value: 'ok', comment: '', photos: [] };
const WHILE = 'Done on version 1 while version 2 was current.';
const LATE = 'Done on version 1, sent after version 2 replaced it.';

async function sent(machine: string, minutesAgo = 0) {
  const id = crypto.randomUUID();
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const { error } = await now()
    .driver.from('checklist_completions')
    .insert({
      ...{ id, user_id: now().owner.id, template_id: now().tractor, version: 1, machine },
      answers: [OK, OK, OK, { ...OK, value: null }],
      ...{ started_at: at, completed_at: at },
    });
  if (error) throw error;
  return id;
}

beforeEach(async () => {
  await sql(`update public.checklist_versions set created_at = now() - interval '1 day' where template_id = $1`, [
    now().tractor,
  ]);
  const { error } = await now()
    .owner.from('checklist_templates')
    .update({ items: ITEMS.slice(1) })
    .eq('id', now().tractor);
  if (error) throw error;
});

test('the list, the opened checklist and the CSV say on which version it was done', async () => {
  const id = await sent('JD');
  await sent('Manitou', 30);
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  const { user } = await open('/completed-checklists', now().owner);
  expect(await screen.findByRole('button', { name: /^Tractor check: JD/ })).toHaveTextContent(WHILE);
  expect(screen.getByRole('button', { name: /^Tractor check: Manitou/ })).toHaveTextContent(LATE);
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [head = '', row = ''] = (await saved.mock.calls[0]?.[0].text())?.split('\r\n') ?? [];
  expect(head).toMatch(/,superseded_at,current_version$/);
  expect(row).toMatch(/,\d{4}-[^,]+,2$/);
  kill();
  await open(`/completed-checklists?open=${id}`, now().owner);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tractor check' }));
  expect(await dialog.findByText(WHILE)).toBeInTheDocument();
});

test('the holder is told on the noticeboard, with a link; its author is not', async () => {
  const id = await sent('JD');
  await open('/', now().owner);
  const list = within(await screen.findByRole('list', { name: 'Needs you' }));
  const alert = await list.findByRole('link', { name: /Tractor check: JD/ });
  expect(alert).toHaveTextContent(`Sam Driver. ${WHILE}`);
  expect(alert).toHaveAttribute('href', `/completed-checklists?open=${id}`);
  kill();
  await open('/');
  await screen.findByRole('heading', { level: 1, name: 'Noticeboard' });
  expect(screen.queryByText(/Tractor check: JD/)).not.toBeInTheDocument();
});

test('more than three are shown as a number', async () => {
  for (const machine of ['A', 'B', 'C', 'D', 'E']) await sent(machine);
  await open('/', now().owner);
  const more = await screen.findByRole('link', { name: /2 more checklists on an old version/ });
  expect(more).toHaveAttribute('href', '/completed-checklists');
});
