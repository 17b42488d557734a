// Inserts documents into the register, and compares the totals of the register with its rows.
import { QueryClient } from '@tanstack/react-query';
import { expect } from 'vitest';
import { readWholeRegister, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { registerTotalsQuery } from '@/data/invoices/register-sums';
import { add, toNumeric } from '@/domain/core/money';
import { partBounds, type RegisterPart } from '@/domain/invoices/register';
import type { TestBackend } from '../embedded/backend';

export const TODAY = '2026-11-20';
export const ANY: InvoiceFilter = {
  state: null,
  customerId: null,
  from: null,
  to: null,
  part: null,
  words: [],
  today: TODAY,
};

export type DocumentFields = {
  total: number;
  due?: string;
  issued?: string;
  customer?: string;
  currency?: 'GBP' | 'EUR';
  sent?: string;
  paid?: string;
  voided?: boolean;
  credited?: boolean;
  /** The invoice that it corrects. */
  corrects?: { id: string };
};
let count = 0;

/** Inserts a document into an account, sent unless it was cancelled; returns its id. */
export async function insertDocument(
  backend: TestBackend,
  account: { id: string },
  fields: DocumentFields,
): Promise<{ id: string; number: string }> {
  count += 1;
  const kind = fields.corrects ? 'credit_note' : 'invoice';
  const number = `${fields.corrects ? 'CN-' : 'INV-'}${count}`;
  const [row] = await backend.sql<{ id: string }>(
    `insert into public.invoices (user_id, invoice_number, series, kind, sequence_no, credits_invoice_id, reason, customer_snapshot,
       supplier_snapshot, issue_date, tax_point, due_date, currency, lines, subtotal, vat_rate, vat_amount, total, generated_at,
       sent_at, paid_at, voided_at, credited_at, created_by_name)
     values ($1, $2, $3, $3, $4, $5, case when $5::uuid is null then null else 'Wrong' end, jsonb_build_object('name', $6::text),
       '{}', $7::date, $7::date, $8, $9, '[]', $10::numeric - 0.5, 20, 0.5, $10::numeric, '2020-01-01',
       $11, $12, case when $13 then now() end, case when $14 then now() end, 'Ann')
     returning id`,
    [
      account.id,
      number,
      kind,
      count,
      fields.corrects?.id ?? null,
      fields.customer ?? 'Hill Farm',
      fields.issued ?? '2026-05-01',
      fields.due ?? TODAY,
      fields.currency ?? 'GBP',
      fields.total,
      fields.voided ? null : (fields.sent ?? '2026-05-01'),
      fields.paid ?? null,
      fields.voided ?? false,
      fields.credited ?? false,
    ],
  );
  return { id: row?.id ?? '', number };
}

export const newQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
export const readTotals = (account: { id: string }, filter: Partial<InvoiceFilter>) =>
  newQueryClient().query(registerTotalsQuery(account.id, { ...ANY, ...filter }));
export const boundsOfPart = (name: RegisterPart, today = TODAY) => partBounds(name, today, 'Europe/London');

/** Expects the totals of a filter to match its rows, read one by one; returns the rows' totals. */
export async function expectTotalsMatchRows(
  account: { id: string },
  filter: Partial<InvoiceFilter>,
): Promise<number[]> {
  const rows = await readWholeRegister(account.id, { ...ANY, ...filter });
  const sums = await readTotals(account, filter);
  expect(sums.reduce((all, { documents }) => all + documents, 0)).toBe(rows.length);
  for (const sum of sums) {
    const own = rows.filter((row) => row.currency === sum.currency);
    const live = own.filter((row) => row.voidedAt === null);
    expect(sum.documents).toBe(own.length);
    expect(sum.subtotal).toBe(add(...live.map((row) => row.subtotal)));
    expect(sum.vatAmount).toBe(add(...live.map((row) => row.vatAmount)));
    expect(sum.total).toBe(add(...live.map((row) => row.total)));
  }
  return rows.map((row) => toNumeric(row.total));
}
