// Invitations for the tests, created through the API as the account holder.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Person, TestBackend } from '../embedded/backend';
import { rest } from '../database/rest';

type CreatedInvite = { id: string; token: string };

export const newToken = () => randomBytes(32).toString('hex');
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Calls one of the database functions; returns its response. */
export const callFunction = (backend: TestBackend, person: Person | null, name: string, args: object = {}) =>
  rest(backend, person)('POST', `/rest/v1/rpc/${name}`, args);

export async function invite(backend: TestBackend, owner: Person, email: string): Promise<CreatedInvite> {
  const { status, body } = await callFunction(backend, owner, 'invite_employee', { p_email: email });
  expect({ status, body }).toMatchObject({ status: 200 });
  // A status of 200 comes with an id and a token.
  return body as CreatedInvite;
}

/** The expected response of a refused call. */
export const refusal = (status: number, message: string) => ({ status, body: { message } });

export const profileOf = async (backend: TestBackend, person: { id: string }) => {
  const [row] = await backend.sql(
    `select role, admin_id, person_status, subscription_status, trial_ends_at, subscription_ends_at
     from public.profiles where id = $1`,
    [person.id],
  );
  return row;
};

/** How many seats of an account are taken. */
export const usedSeats = async (backend: TestBackend, owner: { id: string }) => {
  const [row] = await backend.sql<{ n: number }>(
    `select (private.employees($1) + private.open_invites($1))::int as n`,
    [owner.id],
  );
  return row?.n;
};
