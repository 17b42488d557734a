// The statements with which the personas try to write a relation, with the bodies of access-table.ts.
import type { Personas } from '@tests/support/database/personas';
import { BODIES } from './access-table';

export type Statement = readonly [text: string, params: readonly unknown[]];
type Key = Record<string, string>;

/** The key columns of a relation's rows. */
export const keysOf = (personas: Personas, relation: string) =>
  Object.keys(personas.rows(relation)[0]?.key ?? { id: '' });

/** The condition for one row, `t`. */
export const whereKey = (key: Key) =>
  Object.entries(key)
    .map(([column, value]) => `t.${column} = '${value}'`)
    .join(' and ');

/** The statements for a relation with these key columns; `where` is a condition on its rows `t`. */
export function writesOf(relation: string, keys: readonly string[], body = BODIES[relation]) {
  const { add, change, prefer } = body ?? { add: () => ({}), change: {} };
  const returning = keys.map((key) => `t.${key}`).join(', ');
  const set = Object.keys(change).map((column) => `${column} = v.${column}`);
  return {
    insert: (account: string): Statement => {
      const values = add(account);
      const names = Object.keys(values).join(', ');
      const update = Object.keys(change).map((column) => `${column} = excluded.${column}`);
      const orUpdate = prefer ? ` on conflict (${keys.join(', ')}) do update set ${update.join(', ')}` : '';
      return [
        `insert into public.${relation} (${names})
         select ${names} from jsonb_populate_record(null::public.${relation}, $1)${orUpdate}`,
        [JSON.stringify(values)],
      ];
    },
    update: (where: string): Statement => [
      `update public.${relation} t set ${set.join(', ')}
       from jsonb_populate_record(null::public.${relation}, $1) v where ${where} returning ${returning}`,
      [JSON.stringify(change)],
    ],
    remove: (where: string): Statement => [
      `delete from public.${relation} t where ${where} returning ${returning}`,
      [],
    ],
  };
}
