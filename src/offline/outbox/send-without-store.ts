// Sends an entry that this device can't store: immediately and without retries, while its form still has the input.
import type { QueryName } from '@/lib/query-keys';
import type { NewEntry } from './entry';
import { typeOf } from './record-type';
import { request } from './send/request';
import { send } from './send/send';
import type { Token } from './send/sender';

const NEVER_STORED = {
  seq: 0,
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
} as const;

/** Resolves with the query keys to invalidate; rejects with a message for the user if it was not accepted. */
export async function sendWithoutStore(entry: NewEntry, token: Token | null): Promise<readonly QueryName[]> {
  if (token?.kind !== 'token') throw new Error('There is no signal. Stay on this page and try again.');
  const sending = { ...entry, ...NEVER_STORED, recordedAt: new Date().toISOString() };
  const [outcome] = await send([sending], { request, token: token.token });
  if (outcome?.kind === 'attention') throw new Error(outcome.problem.sentence);
  if (outcome?.kind !== 'sent' && outcome?.kind !== 'existsElsewhere')
    throw new Error('It did not get through. Stay on this page and try again.');
  return typeOf(entry)?.invalidates ?? [];
}
