// What the personas call the functions with.
import { BILLED_CUSTOMER } from '@tests/support/database/persona-ids';
import type { Personas } from '@tests/support/database/personas';
import type { TestBackend } from '@tests/support/embedded/backend';

/** The ids of account A1 that each function is called with, by every caller. */
export type Targets = { account: string; customer: string; employee: string };

export async function targetsOf(backend: TestBackend, { people }: Personas): Promise<Targets> {
  const account = people.A1.id;
  const [row] = await backend.sql<{ id: string }>('select id from public.customers where user_id = $1 and name = $2', [
    account,
    BILLED_CUSTOMER,
  ]);
  if (!row) throw new Error(`A1 has no customer ${BILLED_CUSTOMER}`);
  return { account, customer: row.id, employee: people.E1.id };
}
