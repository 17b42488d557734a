// The farm of a scenario: its people in a real backend, and queries for what the database holds at the end.
import { randomUUID } from 'node:crypto';
import { signToken } from '../../../supabase/local/auth/tokens';
import { PASSWORD, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { tokenOf } from '@tests/support/database/rest';
import type { Json } from '@/lib/database.types';
import type { Columns } from '@/offline/outbox/entry';
import { ALL_KINDS, personColumn, tableOf, type Kind } from './kinds';
import type { AttachedPhoto, Customer, Logged, Row } from './confirmations';

export type ListedRow = Row & { updated_at: Json };
let farms = 0;

/** The account holder, a driver of theirs, and a stranger with a separate account. */
export async function newFarm(backend: TestBackend) {
  farms += 1;
  const email = (name: string) => `${name}-${farms}-${randomUUID().slice(0, 8)}@example.test`;
  const holder = await backend.user({ email: email('holder') });
  const driver = await backend.employeeOf(holder, { email: email('driver') });
  const stranger = await backend.user({ email: email('stranger') });
  const people = [holder, driver, stranger] as const;
  const accounts = [holder.id, stranger.id];
  const accountOf = new Map([
    [holder.id, holder.id],
    [driver.id, holder.id],
    [stranger.id, stranger.id],
  ]);
  const tokens = new Map<string, string>();
  const person = (userId: string): Person => people.find(({ id }) => id === userId) ?? holder;
  const rowsOf = async (kind: Kind): Promise<Row[]> => {
    const found = await backend.sql<Omit<Row, 'kind'>>(
      `select id, user_id, ${personColumn(kind)} as person, to_jsonb(t) as state from public.${tableOf(kind)} t
       where user_id = any($1) order by created_at, id`,
      [accounts],
    );
    return found.map((row) => ({ ...row, kind, state: withoutCalculated(row.state) }));
  };
  const rows = async () => (await Promise.all(ALL_KINDS.map(rowsOf))).flat();

  return {
    people,
    holder,
    accountOf,
    accountFor: (userId: string) => accountOf.get(userId) ?? userId,
    isHolder: (userId: string) => accountOf.get(userId) === userId,
    /** A person's current token; `renewed` requests a new one. */
    token: async (userId: string, renewed = false): Promise<string> => {
      const known = tokens.get(userId);
      if (known !== undefined && !renewed) return known;
      if (renewed) {
        const { error } = await person(userId).auth.refreshSession();
        if (error) await person(userId).auth.signInWithPassword({ email: person(userId).email, password: PASSWORD });
      }
      const token = await tokenOf(person(userId));
      tokens.set(userId, token);
      return token;
    },
    /** A token of this person that expired an hour ago. */
    expiredToken: (userId: string) =>
      signToken(
        { sub: userId, role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) - 3600 },
        backend.keys.jwtSecret,
      ),
    /** Makes the subscription of both accounts active, or lets it lapse. */
    setSubscription: async (active: boolean) => {
      await backend.sql(
        `update public.profiles set subscription_status = $2, trial_ends_at = now() - interval '1 day',
           subscription_ends_at = now() + $3::interval where id = any($1)`,
        [accounts, active ? 'active' : 'canceled', active ? '1 year' : '-1 day'],
      );
    },
    /** The lists as this person fetches them: the account's jobs, and their own shifts and notes. */
    list: async (userId: string): Promise<ListedRow[]> => {
      const all = (await rows()).filter(
        ({ kind, user_id, person: author }) =>
          user_id === accountOf.get(userId) && (author === userId || (kind === 'work' && user_id === userId)),
      );
      return all.map((row) => ({ ...row, updated_at: row.state['updated_at'] ?? null }));
    },
    rows,
    log: (): Promise<Logged[]> =>
      backend.sql<Logged>(
        `select table_name, row_id, action, changed from public.audit_log where user_id = any($1) order by id`,
        [accounts],
      ),
    customers: (): Promise<Customer[]> =>
      backend.sql<Customer>(
        `select id, user_id, name, array(
           select l.changed #>> '{name,old}' from public.audit_log l
           where l.user_id = c.user_id and l.table_name = 'customers' and l.row_id = c.id and l.changed ? 'name') as formerly
         from public.customers c where user_id = any($1) order by created_at, id`,
        [accounts],
      ),
    /** Photos, each with whether its file is stored. */
    attachments: (): Promise<AttachedPhoto[]> =>
      backend.sql<AttachedPhoto>(
        `select id, parent_id, exists (select from storage.objects o
           where o.bucket_id = 'photos' and o.name = a.storage_path) as stored
         from public.attachments a where user_id = any($1)`,
        [accounts],
      ),
    /** Rows of other accounts that a person can read through the API. */
    readableForeignIds: async (): Promise<string[]> => {
      const foreignIds: string[] = [];
      for (const one of people) {
        const { data, error } = await one.from('listed_works').select('id, user_id');
        if (error) throw new Error(error.message);
        // Both columns are ids.
        const seen = data as { id: string; user_id: string }[];
        foreignIds.push(...seen.filter(({ user_id }) => user_id !== accountOf.get(one.id)).map(({ id }) => id));
      }
      return foreignIds;
    },
  };
}
export type Farm = Awaited<ReturnType<typeof newFarm>>;

/** A row without calculated values. */
export const withoutCalculated = (row: Columns): Columns =>
  row['value_overridden'] === false ? { ...row, total_value: null } : row;
