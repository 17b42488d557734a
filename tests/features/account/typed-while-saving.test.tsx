// Forms that are saved over a slow connection: the response arrives while the user is typing.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
});
afterAll(() => backend.close());

const NAME = 'Farm name (optional)';
const SBI = 'SBI (optional)';
const storedFarm = async () => {
  const [row] = await backend.sql('select farm_name, sbi from public.farm_settings where user_id = $1', [owner.id]);
  return row;
};

/** Opens the card's form; its first save waits for `finishSave`. */
async function open(name: string) {
  let finishSave: (result: 'saved' | 'failed') => void = () => undefined;
  const outcome = new Promise<'saved' | 'failed'>((resolve) => {
    finishSave = resolve;
  });
  let saves = 0;
  const { user } = await renderPage('/account', {
    backend: {
      fetch: async (input, init) => {
        const { method } = new Request(input, init);
        if (method === 'PATCH' && ++saves === 1 && (await outcome) === 'failed')
          return Response.json({ message: 'down' }, { status: 500 });
        return backend.fetch(input, init);
      },
    },
    person: owner,
  });
  const form = within(await screen.findByRole('region', { name }));
  const fill = async (label: string, text: string) => {
    const field = await form.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  const save = () => user.click(form.getByRole('button', { name: /^Save/ }));
  return { form, fill, save, finishSave };
}

test('text typed after Save stays, saved values are shown as stored, and the next Save sends the rest', async () => {
  const { form, fill, save, finishSave } = await open('Profile');
  await fill('First name', ' Siân ');
  await save();
  await fill('Last name (optional)', 'Marsh');
  finishSave('saved');
  await waitFor(() => expect(form.getByLabelText('First name')).toHaveValue('Siân'));
  await form.findByRole('button', { name: 'Save profile' });
  expect(form.getByLabelText('Last name (optional)')).toHaveValue('Marsh');
  await save();
  await waitFor(async () =>
    expect(await backend.sql('select first_name, last_name from public.profiles where id = $1', [owner.id])).toEqual([
      { first_name: 'Siân', last_name: 'Marsh' },
    ]),
  );
});

test('a field changed back during the save is saved again, and an unchanged one is not sent again', async () => {
  await backend.sql(`update public.farm_settings set farm_name = 'Old' where user_id = $1`, [owner.id]);
  const { form, fill, save, finishSave } = await open('Farm settings');
  await fill(NAME, 'New');
  await fill(SBI, '1');
  await save();
  await fill(NAME, 'Old');
  finishSave('saved');
  await form.findByRole('button', { name: 'Save farm settings' });
  expect(await storedFarm()).toEqual({ farm_name: 'New', sbi: '1' });
  expect(form.getByLabelText(NAME)).toHaveValue('Old');
  // Another person changes a setting meanwhile.
  await backend.sql(`update public.farm_settings set sbi = '2' where user_id = $1`, [owner.id]);
  await save();
  await waitFor(async () => expect(await storedFarm()).toEqual({ farm_name: 'Old', sbi: '2' }));
});

test('refused values can still be saved, with what was typed meanwhile', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { form, fill, save, finishSave } = await open('Farm settings');
  await fill(NAME, 'New');
  await save();
  await fill(SBI, '1');
  finishSave('failed');
  await form.findByRole('button', { name: 'Save farm settings' });
  expect(await storedFarm()).toEqual({ farm_name: null, sbi: null });
  await save();
  await waitFor(async () => expect(await storedFarm()).toEqual({ farm_name: 'New', sbi: '1' }));
});
