// Postgres with a session for each request, and a new account for each test: for the tests of races.
import postgres from 'postgres';
import { copyOnServer } from './shared-server';

export const SESSIONS = 16;
export type IssuedInvoice = { id: string; invoice_number: string; sequence_no: number };
/** Thrown to roll a transaction back; does not count as a failure. */
export class Rollback extends Error {}

export type Races = Awaited<ReturnType<typeof openRaces>>;
export type RaceAccount = Awaited<ReturnType<Races['newAccount']>>;

export const oneTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

/** The messages of everything that failed. */
export const failures = (settled: PromiseSettledResult<unknown>[]): string[] =>
  settled.flatMap((one) =>
    one.status === 'rejected' && !(one.reason instanceof Rollback) ? [String(one.reason)] : [],
  );

export async function openRaces() {
  const { url, drop } = await copyOnServer();
  const quiet = { onnotice: () => undefined };
  // The database's owner, whom no row level security limits; not an account holder.
  const owner = postgres(url, { max: 2, ...quiet });
  const sessions = postgres(url, {
    max: SESSIONS,
    ...quiet,
    connection: { deadlock_timeout: '200ms', lock_timeout: 20_000 },
  });

  const signUp = async () => {
    const id = crypto.randomUUID();
    await owner`insert into auth.users (id, email) values (${id}, ${`${id}@example.test`})`;
    return id;
  };

  /** A request of one person in a session and transaction of its own. */
  const asPerson = <T>(person: string, work: (sql: postgres.TransactionSql) => Promise<T>) =>
    sessions.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await sql`set local role authenticated`;
      return work(sql);
    }) as Promise<T>;

  return {
    /** The database's address, for sessions that a test opens itself. */
    url,
    close: async () => {
      await owner.end();
      await sessions.end();
      await drop();
    },
    /** A new account that can invoice, with a driver and the customer Hill Farm. */
    newAccount: async () => {
      const holder = await signUp();
      const driver = await signUp();
      await owner`update public.profiles set role = 'employee', admin_id = ${holder} where id = ${driver}`;
      await owner`insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered) values (${holder}, 'B', '1 Yard', false)`;
      const [row] =
        await owner`insert into public.customers (user_id, name) values (${holder}, 'Hill Farm') returning id`;
      const customer = String(row?.['id']);
      return {
        owner,
        asPerson,
        /** The id of the account holder, and of the account. */
        holder,
        driver,
        works: async (n: number): Promise<string[]> => {
          const rows = await owner<{ id: string }[]>`
            insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
            select ${holder}, 'Hill Farm', 'Baling', 'bale', 2, 5, '2026-11-02', 'Ann' from generate_series(1, ${n}) returning id`;
          return rows.map(({ id }) => id);
        },
        issue: async (sql: postgres.TransactionSql, workIds: string[], request: string = crypto.randomUUID()) => {
          const [invoice] = await sql<IssuedInvoice[]>`
            select id, invoice_number, sequence_no from public.issue_invoice(${request}, ${customer}, ${workIds}::uuid[])`;
          if (!invoice) throw new Error('no invoice came back');
          return invoice;
        },
        numbers: async () => {
          const rows = await owner<{ n: number }[]>`
            select sequence_no as n from public.invoices where user_id = ${holder} and series = 'invoice' order by 1`;
          return rows.map(({ n }) => n);
        },
        nextNumber: async () => {
          const [row] = await owner`
            select c.next, s.next_number as shown from private.counters c join public.invoice_settings s using (user_id)
            where user_id = ${holder} and c.series = 'invoice'`;
          return row;
        },
      };
    },
  };
}
