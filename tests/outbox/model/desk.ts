// The account holder at a desk, online: changes what offline phones may be changing too.
import { randomUUID } from 'node:crypto';
import type { Entry, Fields } from '@/offline/outbox/entry';
import { changedBy, groupIn, groupOf, newValues, plainOf, tableOf, type Kind } from './kinds';
import { onEach, type Phone, type World } from './phone';
import type { Step } from './steps';
import { customersOf } from './whom';

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** All waiting entries of all phones, with their owners. */
const waiting = async (world: World, back: Phone): Promise<Entry[]> =>
  (await onEach(world, back, async ({ tab, users }) => Promise.all([...users].map(tab.open)))).flat(2);

const touches = ({ fields, action }: Entry, kind: Kind) =>
  action === 'update' && groupIn(kind).some((column) => column in fields);

/** Edits a job or a shift of the account, preferably one that is being changed on a phone. */
export async function deskEdit(world: World, back: Phone, { which, column }: Of<'desk edit'>) {
  const { holder } = world.farm;
  const rows = (await world.farm.rows()).filter(({ user_id, kind }) => user_id === holder.id && kind !== 'note');
  const open = await waiting(world, back);
  const met = rows.filter(({ id, kind }) => open.some((entry) => entry.id === id && touches(entry, kind)));
  const from = met.length > 0 && which % 3 > 0 ? met : rows;
  const row = from[which % from.length];
  if (!row) return;
  const { id, kind, state } = row;
  const count = (world.count += 1);
  const columns = changedBy(kind, column, true);
  const values = newValues(columns, count, state['clock_in_at']);
  const change: object = kind === 'time' ? { ...values, edit_reason: `Reason ${count}` } : values;
  // Tables by name: only columns that the model defines.
  const table = holder.from(tableOf(kind) as 'works');
  const { data } = await table.update(change).eq('id', id).select('id');
  // Without a subscription nothing can be changed.
  if (!data || data.length === 0) return;
  const grouped = columns.some((one) => groupIn(kind).includes(one));
  if (grouped && met.includes(row)) world.counts.bothSides += 1;
  world.told.push({
    ...{ at: (world.count += 1), do: 'edit', kind, id, who: 'the desk', userId: holder.id },
    values: plainOf(kind, values),
    saw: plainOf(kind, state),
    whole: grouped ? groupOf(kind, { ...state, ...values }) : null,
    ...{ maybe: false, overrides: false },
  });
}

/** Renames a customer; with `taken`, another customer gets the old name. */
export async function rename(world: World, back: Phone, { which, taken }: Of<'rename'>) {
  const { holder } = world.farm;
  const customers = (await world.farm.customers()).filter(({ user_id }) => user_id === holder.id);
  const customer = customers[which % customers.length];
  if (!customer) return;
  const { id, name: before } = customer;
  const open = await waiting(world, back);
  const waits = ({ kind, fields, accountId }: Entry): boolean =>
    kind === 'work' && accountId === holder.id && customersOf(jobOf(fields), [customer]).length > 0;
  const name = `Renamed ${(world.count += 1)}`;
  const { data } = await holder.from('customers').update({ name }).eq('id', id).select('id');
  if (!data || data.length === 0) return;
  if (open.some(waits)) world.counts.renames += 1;
  if (!taken) return;
  const other = randomUUID();
  const { error } = await holder.from('customers').insert({ id: other, user_id: holder.id, name: before });
  if (!error) world.added.add(other);
}

const text = (value: Fields[string] | undefined) => (typeof value === 'string' ? value : null);
const jobOf = (fields: Fields) => ({ id: text(fields['customer_id']), name: text(fields['customer']) ?? '' });
