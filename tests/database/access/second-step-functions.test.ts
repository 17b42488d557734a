// The matrix for functions again, as people who have set up two-step verification but passed only the first step: none
// can do or learn anything, whatever their role in an account.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { BILLED_CUSTOMER, INVITE_OF_ACCOUNT, PERSONAS } from '@tests/support/database/persona-ids';
import { createPersonas, type Personas } from '@tests/support/database/personas';
import { rest, tokenOf, type Answer } from '@tests/support/database/rest';
import { signToken, verifyToken } from '../../../supabase/local/auth/tokens';
import { FUNCTIONS } from './function-table';
import type { Targets } from './service-functions';

let backend: TestBackend;
let personas: Personas;
let targets: Targets;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

const SIGNED_IN = PERSONAS.filter((name) => name !== 'K');

beforeAll(async () => {
  backend = await testBackend();
  personas = await createPersonas(backend);
  const account = personas.people.A1.id;
  const [row] = await backend.sql<{ id: string }>(`select id from public.customers where user_id = $1 and name = $2`, [
    account,
    BILLED_CUSTOMER,
  ]);
  targets = { account, customer: row?.id ?? '', employee: personas.people.E1.id };
  // A hosted project has this table; the embedded backend does not.
  await backend.script(`create table auth.mfa_factors (user_id uuid not null, status text not null);
    insert into auth.mfa_factors select id, 'verified' from public.profiles`);
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(() => restore());

async function ask(name: (typeof SIGNED_IN)[number], aal: string, rpc: string, args: object): Promise<Answer> {
  const person = personas.people[name];
  const claims = { ...verifyToken(await tokenOf(person), backend.keys.jwtSecret), aal };
  return rest(backend, person)('POST', `/rest/v1/rpc/${rpc}`, args, {
    authorization: `Bearer ${signToken(claims, backend.keys.jwtSecret)}`,
  });
}

// The time is not private: a phone sets its clock before its user passes the second step.
const PRIVATE_FUNCTIONS = Object.entries(FUNCTIONS).filter(([rpc]) => rpc !== 'server_time');

describe.each(PRIVATE_FUNCTIONS)('%s without the second step (A58)', (rpc, { args, count }) => {
  test.each(SIGNED_IN)('does and reveals nothing for %s with the password only', async (persona) => {
    const answer = await ask(persona, 'aal1', rpc, args(targets));
    if (answer.status === 200) expect(count?.(answer.body)).toBe(0);
    else expect(answer).toMatchObject({ status: 403, body: { code: '42501' } });
    expect(await fingerprint()).toEqual(initial);
  });
});

test('with the second step passed, the account holder manages people and an employee leaves as usual', async () => {
  const token = { p_token: '0'.repeat(64) };
  expect(await ask('A1', 'aal2', 'crew_people', {})).toMatchObject({ status: 200, body: [{}, {}] });
  expect((await ask('A1', 'aal2', 'revoke_invitation', { p_invite: INVITE_OF_ACCOUNT.A1 })).status).toBe(200);
  expect((await ask('A1', 'aal2', 'invite_employee', { p_email: 'new@example.test' })).status).toBe(200);
  expect((await ask('A1', 'aal2', 'read_invitation', token)).status).toBe(404);
  expect((await ask('E1', 'aal2', 'leave_farm', {})).status).toBe(200);
});
