// The demonstration account: an owner and two drivers who can sign in at once. Embedded mode only.
import { createUser } from './auth-admin.ts';
import type { Sql } from './sql.ts';

const DEMO_PASSWORD = 'demo-farm-2026';

export type DemoOptions = {
  /** The day the data end on, 'YYYY-MM-DD'. */
  today: string;
};

type DemoPeople = { owner: string; driver: string; secondDriver: string };

async function demoPeople(sql: Sql): Promise<DemoPeople> {
  const make = (email: string, first_name: string, last_name: string) =>
    createUser(sql, { email, password: DEMO_PASSWORD, confirmed: true, metadata: { first_name, last_name } });
  const owner = await make('owner@demo.test', 'Olive', 'Marsh');
  const driver = await make('driver@demo.test', 'Dai', 'Pritchard');
  const secondDriver = await make('second.driver@demo.test', 'Kasia', 'Nowak');
  const [profiles] = await sql.query(`select to_regclass('public.profiles') is not null as there`);
  if (profiles?.['there'])
    await sql.query(
      `update public.profiles set role = 'employee', admin_id = $1, subscription_status = null, trial_ends_at = null
       where id in ($2, $3)`,
      [owner, driver, secondDriver],
    );
  return { owner, driver, secondDriver };
}

/** Fills a fresh database. Runs in one transaction: all of it is there afterwards, or nothing. */
export const loadDemo: (sql: Sql, options: DemoOptions) => Promise<void> = async (sql) => {
  await demoPeople(sql);
};
