// An open invoice of another program, as an import adds it.
import type { Person, TestBackend } from '../embedded/backend';

/** £480.00, of which £100.01 was paid before it was imported. Returns its id. */
export async function addFromBefore(
  backend: TestBackend,
  owner: Person,
  { customer, number = '2026-114', due = '2026-10-31' }: { customer: string; number?: string; due?: string },
): Promise<string> {
  const [row] = await backend.sql<{ id: string }>(
    `insert into public.opening_balances (user_id, customer_id, number, issued_on, due_on, currency, amount, paid_so_far, created_by_name)
     values ($1, $2, $3, $4::date - 30, $4, 'GBP', 480, 100.01, 'Ann') returning id`,
    [owner.id, customer, number, due],
  );
  return row?.id ?? '';
}
