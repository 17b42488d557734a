// The demo farm of a hosted project (docs/deploy.md, "A demo farm for visitors"): fills the account of three people who have
// signed up with the records of the demonstration. No signed-in person can change them.
import { DEMO_PEOPLE, joinCrew } from './account.ts';
import { fillFarm } from './demo.ts';
import type { Sql } from '../database/sql.ts';

/** Fills the account of the first address, and marks it as a demo farm. Run it in one transaction. */
export async function fillVisitorsFarm(sql: Sql, addresses: readonly string[], today: string): Promise<void> {
  const people = await sql.query(
    `select u.id from unnest($1::text[]) with ordinality asked (address, place)
     join auth.users u on lower(u.email) = lower(btrim(asked.address)) and u.email_confirmed_at is not null order by asked.place`,
    [addresses],
  );
  const ids = people.map((row) => String(row['id']));
  if (new Set(ids).size !== DEMO_PEOPLE.length || addresses.length !== DEMO_PEOPLE.length)
    throw new Error('Name the addresses of three people who have signed up: the account holder and two drivers.');
  const [used] = await sql.query(
    `select p.id from public.profiles p where p.id = any ($1::uuid[]) and (p.admin_id is not null
       or exists (select from public.customers c where c.user_id = p.id) or exists (select from public.works w where w.user_id = p.id))`,
    [ids],
  );
  if (used) throw new Error('One of them has records or works for a farm already. Use new sign-ups.');
  await sql.query(
    `update public.profiles p set first_name = n.first_name, last_name = n.last_name
     from jsonb_to_recordset($1::jsonb) as n (id uuid, first_name text, last_name text) where p.id = n.id`,
    [
      JSON.stringify(
        DEMO_PEOPLE.map(({ name }, at) => {
          const [first_name, last_name] = name.split(' ');
          return { id: ids[at], first_name, last_name };
        }),
      ),
    ],
  );
  await joinCrew(sql, ids, DEMO_PEOPLE);
  await fillFarm(sql, ids, today);
  await sql.query(
    `update public.profiles set is_demo = true, subscription_status = 'active', subscription_ends_at = '2199-01-01' where id = $1`,
    [ids[0]],
  );
}
