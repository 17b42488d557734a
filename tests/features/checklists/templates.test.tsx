// Templates: the account holder's editor, and who may use it.
import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { extractText } from 'unpdf';
import { expect, test, vi } from 'vitest';
import { STARTER_CHECKLISTS } from '@/domain/checklists/starter-checklists';
import * as files from '@/lib/files/save-file';
import { navigate } from '@tests/support/navigate';
import { checklistAccount, closeApp } from './account';

const { account, sql, open } = checklistAccount();
const templates = () =>
  sql<{ name: string; version: number; active: boolean; questions: number }>(
    `select name, version, active, jsonb_array_length(items) as questions from public.checklist_templates
     where user_id = $1 order by name`,
    [account().owner.id],
  );
const saveButton = () => screen.findByRole('button', { name: 'Save checklist' });

test('a ready-made checklist is added unchanged, and appears on the list; a custom one reports missing parts, and offers limits only for numbers', async () => {
  const { user, address } = await open('/create-checklist', account().owner);
  expect(await screen.findAllByRole('link', { name: /questions/ })).toHaveLength(STARTER_CHECKLISTS.length);
  await user.click(screen.getByRole('link', { name: /^Quad or ATV, before use/ }));
  await user.click(await saveButton());
  expect(await screen.findByText('Checklist created!')).toBeInTheDocument();
  expect(address()).toBe('/view-checklists');
  expect(await screen.findByText('Quad or ATV, before use')).toBeInTheDocument();
  expect((await templates())[0]).toMatchObject({ name: 'Quad or ATV, before use', version: 1, questions: 12 });

  navigate('/create-checklist?from=');
  await user.click(await saveButton());
  expect(await screen.findByText('Give the checklist a name.')).toBeInTheDocument();
  expect(screen.getByText('Write the question.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Name'), 'Bulk tank');
  await user.type(screen.getByLabelText('Question'), 'Milk temperature');
  expect(screen.queryByLabelText(/At most/)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Answer'), 'number');
  await user.type(screen.getByLabelText(/At least/), '6');
  await user.type(screen.getByLabelText(/At most/), '4');
  await user.click(await saveButton());
  expect(await screen.findByText('The lower limit is above the upper one.')).toBeInTheDocument();
  await user.clear(screen.getByLabelText(/At least/));
  await user.click(await saveButton());
  await waitFor(async () =>
    expect(await templates()).toMatchObject([
      { name: 'Bulk tank' },
      { name: 'Quad or ATV, before use' },
      { name: 'Tractor check' },
    ]),
  );
});

test('an edit creates a new version, and does not overwrite a newer one', async () => {
  const { user } = await open(`/create-checklist?edit=${account().tractor}`, account().owner);
  expect(await screen.findByText(/^Version 1\. Saving makes a new one/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Move Question 1 down' }));
  await user.click(screen.getByRole('button', { name: 'Remove Question 4' }));
  await user.click(await saveButton());
  await waitFor(async () => expect(await templates()).toMatchObject([{ version: 2, questions: 3 }]));
  closeApp();
  const again = await open(`/create-checklist?edit=${account().tractor}`, account().owner);
  await screen.findByText(/^Version 2\./);
  await account().owner.from('checklist_templates').update({ name: 'Tractor, daily' }).eq('id', account().tractor);
  await again.user.click(await saveButton());
  expect(await screen.findByText('This checklist was changed meanwhile. Open it again.')).toBeInTheDocument();
  expect(await templates()).toMatchObject([{ version: 3, name: 'Tractor, daily' }]);
});

test('a checklist is removed from the list, restored, and printed as an empty form; offline the list is readable but can’t be changed (O2)', async () => {
  const { user } = await open('/view-checklists', account().owner);
  await user.click(await screen.findByRole('button', { name: 'Take Tractor check off the list' }));
  expect(await screen.findByText('Tractor check is off the list.')).toBeInTheDocument();
  expect(await screen.findByText('No checklists. Start from a ready-made one.')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Put Tractor check back on the list' }));
  await waitFor(async () => expect(await templates()).toMatchObject([{ active: true, version: 1 }]));

  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const font = typeof input === 'string' ? /noto-sans-(?:regular|bold)\.ttf/.exec(input)?.[0] : undefined;
    return font ? Promise.resolve(new Response(readFileSync(`src/pdf/fonts/${font}`))) : real(input, init);
  });
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Blank form of Tractor check as PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [file] = saved.mock.calls[0] ?? [];
  expect(file?.name).toBe('Checklist Tractor check.pdf');
  const { text } = await extractText(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)), {
    mergePages: true,
  });
  expect(text).toContain('Handbrake holds');
  expect(text).toContain('Should be 1.2 to 2 bar');

  account().connection.cut('refused', true);
  expect(await screen.findByText('You need signal to change this.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take Tractor check off the list' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Blank form of Tractor check as PDF' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /Create/ }));
  await user.click((await screen.findAllByRole('link', { name: /questions/ }))[0] ?? document.body);
  expect(await screen.findByText('You need signal to change this.')).toBeInTheDocument();
});

test('an employee is told that the templates are for the account holder', async () => {
  await open('/create-checklist');
  expect(await screen.findByText(/This page is for the main account holder/)).toBeInTheDocument();
  navigate('/view-checklists');
  await waitFor(() => expect(document.title).toMatch(/^View Checklists/));
  expect(await screen.findByText(/This page is for the main account holder/)).toBeInTheDocument();
  expect(within(screen.getByRole('main')).queryByText('Tractor check')).not.toBeInTheDocument();
});
