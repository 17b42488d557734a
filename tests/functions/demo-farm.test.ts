// The functions that people call, as the account holder of a demo farm, whose password is public: each refuses.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';

const FOLDER = 'supabase/functions';
const FOR_PEOPLE = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/index.ts'))
  .filter((file) => readFileSync(`${FOLDER}/${file}`, 'utf8').includes("serveFunction({ caller: 'person'"))
  .map((file) => file.replace('/index.ts', ''));

let backend: FunctionsBackend;
let visitor: Person;
beforeAll(async () => {
  backend = await functionsBackend({ env: (site) => ({ SITE_URL: site }) });
  visitor = await backend.user({ firstName: 'Alex' });
  await visitor.from('farm_settings').update({ farm_name: 'Demo' }).eq('user_id', visitor.id);
  await backend.sql('update public.profiles set is_demo = true where id = $1', [visitor.id]);
});
afterAll(() => backend.close());

test('signed-in people can call exactly these functions', () => {
  expect(FOR_PEOPLE.toSorted()).toEqual([
    'create-checkout-session',
    'create-portal-session',
    'delete-account',
    'invite-employee',
    'send-invoice',
  ]);
});

test.each(FOR_PEOPLE)('%s refuses the demo farm', async (name) => {
  // Enough for the account to be deleted, if it were another one.
  const answer = await backend.call(name, { person: visitor, body: { confirm: 'Demo', password: PASSWORD } });
  expect(answer).toMatchObject({
    status: 403,
    body: { success: false, error: 'This is the demo farm: you can look at everything, but not change it.' },
  });
  expect(await backend.sql('select id from auth.users where id = $1', [visitor.id])).toHaveLength(1);
});
