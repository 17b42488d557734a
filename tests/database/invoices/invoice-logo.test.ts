// An invoice keeps the logo that it was issued with.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
afterAll(() => backend.close());

test('changing or removing the logo changes no existing invoice, and the picture stays', async () => {
  const account = await setUpInvoicing(backend, owner);
  const path = (letter: string) => `${owner.id}/invoice/${letter.repeat(64)}.png`;
  const setLogo = async (logo_path: string | null) => {
    if (logo_path !== null)
      await owner.storage.from('logos').upload(logo_path, new Blob([logo_path], { type: 'image/png' }));
    const { error } = await owner.from('invoice_settings').update({ logo_path }).eq('user_id', owner.id);
    expect(error).toBeNull();
  };
  const [first = '', second = '', third = ''] = await account.addWorks([10, 20, 30]);
  await setLogo(path('a'));
  await account.issue([first]);
  await setLogo(path('b'));
  await account.issue([second]);
  await setLogo(null);
  await account.issue([third]);
  const rows = await backend.sql<{ logo: string | null }>(
    `select supplier_snapshot ->> 'logo_path' as logo from public.invoices where user_id = $1 order by sequence_no`,
    [owner.id],
  );
  expect(rows.map(({ logo }) => logo)).toEqual([path('a'), path('b'), null]);
  await owner.storage.from('logos').remove([path('a')]);
  expect(await (await owner.storage.from('logos').download(path('a'))).data?.text()).toBe(path('a'));
});
