// Online edits by the account holder, of records that offline phones may be changing too.
import { randomUUID } from 'node:crypto';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { columnsChangedBy, groupColumns, groupOf, newValues, comparable, tableOf, type Kind } from './kinds';
import { onEachPhone, type Phone, type World } from './phone';
import type { Step } from './steps';
import { possibleCustomers } from './relations';

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** All waiting entries of all people on all phones. */
const waiting = async (world: World, current: Phone): Promise<Entry[]> =>
  (
    await onEachPhone(world, current, async ({ tab, users }) => Promise.all([...users].map(tab.unacknowledgedEntries)))
  ).flat(2);

const changesGroup = ({ fields, action }: Entry, kind: Kind) =>
  action === 'update' && groupColumns(kind).some((column) => column in fields);

/** Edits a job or a shift of the account, preferably one that is being changed on a phone. */
export async function editOnline(world: World, current: Phone, { which, column }: StepOf<'online edit'>) {
  const { holder } = world.farm;
  const rows = (await world.farm.rows()).filter(({ user_id, kind }) => user_id === holder.id && kind !== 'note');
  const waitingEntries = await waiting(world, current);
  const contested = rows.filter(({ id, kind }) =>
    waitingEntries.some((entry) => entry.id === id && changesGroup(entry, kind)),
  );
  const candidates = contested.length > 0 && which % 3 > 0 ? contested : rows;
  const row = candidates[which % candidates.length];
  if (!row) return;
  const { id, kind, state } = row;
  const count = (world.count += 1);
  const columns = columnsChangedBy(kind, column, true);
  const values = newValues(columns, count, state['clock_in_at']);
  const change: object = kind === 'time' ? { ...values, edit_reason: `Reason ${count}` } : values;
  // The cast is safe: the change contains only columns that the model defines for this table.
  const table = holder.from(tableOf(kind) as 'works');
  const { data } = await table.update(change).eq('id', id).select('id');
  // Without a subscription nothing can be changed.
  if (!data || data.length === 0) return;
  const grouped = columns.some((one) => groupColumns(kind).includes(one));
  if (grouped && contested.includes(row)) world.counts.bothSides += 1;
  world.confirmations.push({
    ...{ at: (world.count += 1), do: 'edit', kind, id, actor: 'the office', userId: holder.id },
    values: comparable(kind, values),
    seen: comparable(kind, state),
    groupValues: grouped ? groupOf(kind, { ...state, ...values }) : null,
    ...{ uncertain: false, overrides: false },
  });
}

/** Renames a customer; with `oldNameReused`, another customer gets the old name. */
export async function renameCustomer(
  world: World,
  current: Phone,
  { which, oldNameReused }: StepOf<'rename customer'>,
) {
  const { holder } = world.farm;
  const customers = (await world.farm.customers()).filter(({ user_id }) => user_id === holder.id);
  const customer = customers[which % customers.length];
  if (!customer) return;
  const { id, name: before } = customer;
  const waitingEntries = await waiting(world, current);
  const waits = ({ kind, fields, accountId }: Entry): boolean =>
    kind === 'work' && accountId === holder.id && possibleCustomers(jobOf(fields), [customer]).length > 0;
  const name = `Renamed ${(world.count += 1)}`;
  const { data } = await holder.from('customers').update({ name }).eq('id', id).select('id');
  if (!data || data.length === 0) return;
  if (waitingEntries.some(waits)) world.counts.renames += 1;
  if (!oldNameReused) return;
  const other = randomUUID();
  const { error } = await holder.from('customers').insert({ id: other, user_id: holder.id, name: before });
  if (!error) world.addedByHolder.add(other);
}

const text = (value: Columns[string] | undefined) => (typeof value === 'string' ? value : null);
const jobOf = (fields: Columns) => ({ id: text(fields['customer_id']), name: text(fields['customer']) ?? '' });
