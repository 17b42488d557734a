// Unconfirmed sign-ups are deleted by the hourly run, even if no mail can be sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await functionsBackend({ env: (site) => ({ SITE_URL: site, RESEND_API_KEY: '', MAIL_FROM: '' }) });
});
afterAll(() => backend.close());

/** A sign-up made this many hours ago; `sent`: the hours since its last mail. */
async function signUp(name: string, hours: number, { confirmed = false, sent = hours } = {}) {
  const { auth } = backend.service();
  const created = await auth.admin.createUser({ email: `${name}@example.test`, email_confirm: confirmed });
  await backend.sql(
    `update auth.users set created_at = now() - make_interval(hours => $2), confirmation_sent_at = now() - make_interval(hours => $3)
     where id = $1`,
    [created.data.user?.id, hours, sent],
  );
}

test('removes sign-ups that were not confirmed within a day, and no others', async () => {
  await signUp('old', 25);
  await signUp('new', 23);
  await signUp('again', 25, { sent: 0 });
  await signUp('member', 900, { confirmed: true });
  const before = (await backend.sql('select 1 from public.profiles')).length;
  const answer = await backend.call('send-reminders', { token: backend.keys.secret, body: {} });
  expect(answer.status).toBe(503);
  expect(await backend.sql(`select email from auth.users order by created_at desc, email`)).toEqual(
    ['new', 'again', 'member'].map((name) => ({ email: `${name}@example.test` })),
  );
  expect(await backend.sql('select 1 from public.profiles')).toHaveLength(before - 1);
});
