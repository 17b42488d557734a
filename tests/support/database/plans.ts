// Plans as auto_explain writes them into the server's log (JSON, no line prefix): which tables a statement reads,
// through which index, and which reads are not limited to one account or one row.

import { expect } from 'vitest';
import type { Person, TestBackend } from '../embedded/backend';
import type { AccountTable } from './catalogue';

/** Settings of a database in which every statement is explained, and an index used wherever there is one. */
export const EXPLAINING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  // The cost settings below are artificial and would trigger JIT compilation, which takes seconds.
  jit: 'off',
  // The test tables are small: without this the planner would rightly scan them in full.
  enable_seqscan: 'off',
  // Without this the planner would sort a few rows instead of using an index: now a sort means that no index fits.
  enable_sort: 'off',
};

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Subplan Name'?: string;
  Plans?: Node[];
};
type LogEntry = { 'Query Text': string; Plan: Node };

type Scan = { table: string; index: string | null; condition: string | null };
export type Explained = {
  text: string;
  scans: Scan[];
  /** Number of sort nodes. */
  sorts: number;
  /** The parts that are evaluated once before the rest (InitPlans). */
  evaluatedOnce: string[];
  /** Reads of the app's tables that are limited neither by an account nor by a key. */
  unboundedReads: { text: string; table: string; node: string; condition: string | null }[];
};

/** The entries that auto_explain wrote for this database; other databases write into the same log. */
function logEntries(log: string, database: string): LogEntry[] {
  const found: LogEntry[] = [];
  let lines: string[] | null = null;
  const endEntry = () => {
    // What auto_explain writes after "plan:" in its JSON format.
    if (lines) found.push(JSON.parse(lines.join('\n')) as LogEntry);
    lines = null;
  };
  for (const line of log.split('\n')) {
    if (line.startsWith('\t')) {
      lines?.push(line.slice(1));
      continue;
    }
    endEntry();
    if (line.startsWith(`${database}|LOG:  duration: `) && line.endsWith(' plan:')) lines = [];
  }
  endEntry();
  return found;
}

/** Reads the explained statements of this database, which has these tables. */
export function planReader(database: string, tables: readonly AccountTable[]) {
  const tableByName = new Map(tables.map((table) => [table.name, table]));
  const tableByIndex = new Map(tables.flatMap((table) => table.indexes.map((index) => [index, table])));
  /** A condition on the account or on one person. */
  const isBounded = ({ owners }: AccountTable, condition: string | null) =>
    condition !== null && owners.some((column) => new RegExp(`\\b${column} = `).test(condition));

  function read(node: Node, text: string, result: Explained) {
    const type = node['Node Type'];
    const index = node['Index Name'] ?? null;
    const table = tableByName.get(node['Relation Name'] ?? '') ?? tableByIndex.get(index ?? '');
    if (type.endsWith('Sort')) result.sorts += 1;
    if (node['Subplan Name']) result.evaluatedOnce.push(node['Subplan Name']);
    if (table && type.endsWith('Scan') && type !== 'Bitmap Heap Scan') {
      const condition = node['Index Cond'] ?? null;
      result.scans.push({ table: table.name, index, condition });
      if (!isBounded(table, condition)) result.unboundedReads.push({ text, table: table.name, node: type, condition });
    }
    for (const child of node.Plans ?? []) read(child, text, result);
  }

  /** Every explained statement in a piece of the log. */
  return (log: string): Explained[] =>
    logEntries(log, database).map(({ 'Query Text': text, Plan }) => {
      const result: Explained = { text, scans: [], sorts: 0, evaluatedOnce: [], unboundedReads: [] };
      read(Plan, text, result);
      return result;
    });
}

/** The statements that read a table. */
export const statementsReading = (statements: readonly Explained[], table: string) =>
  statements.filter(({ scans }) => scans.some((scan) => scan.table === table));

/** Expects that at least one statement ran and that none read rows of other accounts. */
export function expectOwnRowsOnly(statements: readonly Explained[]) {
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.flatMap(({ unboundedReads }) => unboundedReads)).toEqual([]);
}

export type FilledIds = { customer: string; work: string; invoice: string; number: string };

/**
 * Fills accounts with works, tasks, invoices and invoices from before, a third of the first one's works by the driver.
 */
export async function fillAccounts(backend: TestBackend, accounts: readonly Person[], driver: Person) {
  const [owner] = accounts;
  for (const account of accounts) {
    await backend.sql(
      `insert into public.works (user_id, employee_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name, created_at)
       select $1, case when n % 3 = 0 and $2 then $3::uuid end, 'Farm ' || n % 20, 'Task ' || n % 9, 'bale', 2, 3, '2026-09-01'::date + n % 60, 'Ann',
              now() - n * interval '1 minute'
       from generate_series(1, 180) n`,
      [account.id, account === owner, driver.id],
    );
    await backend.sql(`insert into public.tasks (user_id, name) select $1, 'Task ' || n from generate_series(0, 8) n`, [
      account.id,
    ]);
    await account
      .from('invoice_settings')
      .insert({ user_id: account.id, business_name: 'B', address_line1: '1 Yard', vat_registered: false });
    await backend.sql(
      `insert into public.invoices (user_id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot, issue_date, tax_point,
         due_date, currency, lines, subtotal, vat_amount, total, created_by_name)
       select $1, 'OLD-' || n, n, (select id from public.customers where user_id = $1 limit 1), '{"name": "x"}', '{}', '2026-10-01'::date + n % 30,
         '2026-10-01', '2026-11-01', 'GBP', '[]', 1, 0, 1, 'Ann' from generate_series(1, 120) n`,
      [account.id],
    );
    await backend.sql(
      `insert into public.opening_balances (user_id, customer_id, number, issued_on, due_on, currency, amount, paid_on, created_by_name)
       select $1, (select id from public.customers where user_id = $1 limit 1), n::text, '2026-09-01', '2026-10-01'::date + n % 30, 'GBP', 1,
         case when n % 2 = 0 then '2026-11-01'::date end, 'Ann' from generate_series(1, 120) n`,
      [account.id],
    );
    await backend.sql('update public.invoice_settings set next_number = 121 where user_id = $1', [account.id]);
  }
  await backend.sql('analyze');
}

/** Ids of a filled account. */
export async function filledIds(backend: TestBackend, owner: Person): Promise<FilledIds> {
  const [row] = await backend.sql<FilledIds>(
    `select w.customer_id as customer, w.id as work, i.id as invoice, i.invoice_number as number
     from public.works w, public.invoices i where w.user_id = $1 and i.user_id = $1 limit 1`,
    [owner.id],
  );
  if (!row) throw new Error('the accounts were not filled');
  return row;
}
