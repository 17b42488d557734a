// The functions again, as people who have set up two-step verification but passed only the first step: none can do or learn
// anything, whatever their role in an account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { INVITE_OF_ACCOUNT, PERSONAS, type Persona } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Body } from './access-grid';
import { asPersona, forEachPersona, functionCaller } from './as-persona';
import { FUNCTIONS } from './function-table';
import { targetsOf, type Targets } from './targets';

let backend: TestBackend;
let personas: Personas;
let targets: Targets;
let call: Awaited<ReturnType<typeof functionCaller>>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  targets = await targetsOf(backend, personas);
  // A hosted project has this table; the embedded backend does not.
  await backend.script(`create table auth.mfa_factors (user_id uuid not null, status text not null);
    insert into auth.mfa_factors select id, 'verified' from public.profiles`);
  call = await functionCaller(backend);
});
afterAll(() => backend.close());

const ask = (persona: Persona, aal: 'aal1' | 'aal2', name: string, args: Body) =>
  asPersona(backend, personas, persona, (sql) => call(sql, name, args), aal);

// The time is not private: a phone sets its clock before its user passes the second step.
const PRIVATE_FUNCTIONS = Object.entries(FUNCTIONS).filter(([name]) => name !== 'server_time');

test.each(PRIVATE_FUNCTIONS)(
  '%s does and reveals nothing without the second step (A58)',
  async (name, { args, count }) => {
    const outcome = await forEachPersona(PERSONAS, async (persona) => {
      const answered = await ask(persona, 'aal1', name, args(targets));
      if ('refusal' in answered) return answered.refusal.code === '42501' ? 'nothing' : answered.refusal;
      const { result, changed } = answered.answer;
      return changed.length === 0 && count?.(result) === 0 ? 'nothing' : answered.answer;
    });
    expect(Object.entries(outcome).filter(([, what]) => what !== 'nothing')).toEqual([]);
  },
);

test('with the second step passed, the account holder manages people and an employee leaves as usual', async () => {
  const token = { p_token: '0'.repeat(64) };
  expect(await ask('A1', 'aal2', 'crew_people', {})).toMatchObject({ answer: { result: [{}, {}] } });
  for (const [persona, name, args] of [
    ['A1', 'revoke_invitation', { p_invite: INVITE_OF_ACCOUNT.A1 }],
    ['A1', 'invite_employee', { p_email: 'new@example.test' }],
    ['E1', 'leave_farm', {}],
  ] as const) {
    const answered = await ask(persona, 'aal2', name, args);
    expect('answer' in answered && answered.answer.changed.length, name).toBeGreaterThan(0);
  }
  expect(JSON.stringify(await ask('A1', 'aal2', 'read_invitation', token))).toContain('404');
});
