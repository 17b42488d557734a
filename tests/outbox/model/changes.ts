// What the users of the model do: save, change, delete, and answer entries that need attention.
import { randomUUID } from 'node:crypto';
import type { Entry, Columns, NewEntry } from '@/offline/outbox/entry';
import type { Json } from '@/lib/database.types';
import {
  columnsChangedBy,
  firstValues,
  groupColumns,
  groupOf,
  isKind,
  newValues,
  comparable,
  type Kind,
} from './kinds';
import { columnsForVersion, entryFor, shownRecord, actorOn, type JobCustomer, type Phone, type World } from './phone';
import type { Step } from './steps';
import type { Tab } from './tab';
import type { Confirmation } from './confirmations';

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;
const nameKey = (name: Json | undefined) => (typeof name === 'string' ? name.trim().toLowerCase() : '');

/** Records that a screen confirmed something as saved. */
function recordConfirmation(
  world: World,
  phone: Phone,
  one: Pick<Confirmation, 'do' | 'kind' | 'id'> & Partial<Confirmation>,
) {
  const { kind, values = {} } = one;
  world.confirmations.push({
    at: (world.count += 1),
    actor: actorOn(phone),
    userId: phone.userId,
    seen: {},
    groupValues: null,
    uncertain: false,
    overrides: false,
    ...one,
    values: kind === 'other' ? {} : comparable(kind, values),
  });
}

/** The customer of a new job, as its form passes them to the outbox. */
async function customerOf(world: World, phone: Phone, choice: StepOf<'save'>['customer'], count: number) {
  const { userId, tab } = phone;
  const listed = phone.copies.get(userId)?.customers ?? [];
  const typed = choice === 'new' ? `New customer ${count % 3}` : 'Hill Farm';
  // The first version of the app stored only names.
  if (choice === 'name only') return { name: typed, id: null, parents: [], add: null };
  const chosen =
    choice === 'listed' ? listed[count % listed.length] : listed.find(({ name }) => nameKey(name) === nameKey(typed));
  if (chosen) return { name: chosen.name, id: chosen.id, parents: [], add: null };
  const waitingCustomer = (await tab.unacknowledgedEntries(userId)).find(
    ({ kind, fields }) => kind === 'customer' && nameKey(fields['name']) === nameKey(typed),
  );
  if (waitingCustomer) return { name: typed, id: null, parents: [waitingCustomer.id], add: null };
  const id = randomUUID();
  const add: NewEntry = {
    ...entryFor(phone, world.farm, id, 'note'),
    ...{ kind: 'customer', version: 1, title: typed, action: 'insert', fields: { name: typed } },
  };
  return { name: typed, id: null, parents: [id], add };
}

/** The values of a new record as this version of the app saves them. */
function fieldsOf(kind: Kind, values: Columns, tab: Tab, { name, id }: { name: string; id: string | null }): Columns {
  const day = '2024-05-01';
  if (kind === 'note') return { title: 'General', note_date: day, ...values };
  if (kind === 'time')
    return {
      ...values,
      ...{ activity: 'General', customer: null, manual_break_min: null, source: 'manual', clock_skew_s: null },
      log_key: randomUUID(),
    };
  return columnsForVersion(
    {
      ...{ customer: name, task_name: 'Baling', work_date: day },
      ...(id === null ? {} : { customer_id: id }),
      ...values,
    },
    tab.app,
  );
}

export type NewRecord = { entry: NewEntry; values: Columns; job: JobCustomer | null; add: NewEntry | null };

/** A new record as its form saves it. */
export async function newRecord(
  world: World,
  phone: Phone,
  {
    kind,
    id,
    count,
    customer = 'name only',
  }: { kind: Kind; id: string; count: number; customer?: StepOf<'save'>['customer'] },
): Promise<NewRecord> {
  const jobCustomer = await customerOf(world, phone, kind === 'work' ? customer : 'name only', count);
  const values = firstValues(kind, count);
  const entry: NewEntry = {
    ...entryFor(phone, world.farm, id, kind),
    ...{ action: 'insert', parents: jobCustomer.parents, fields: fieldsOf(kind, values, phone.tab, jobCustomer) },
  };
  const job = kind === 'work' ? { work: id, id: jobCustomer.id, name: jobCustomer.name } : null;
  return { entry, values, job, add: jobCustomer.add };
}

/** A new customer is queued before the job. */
export async function queueCustomer(world: World, phone: Phone, { add }: NewRecord) {
  if (!add) return;
  world.otherRecords.push({ userId: phone.userId, id: add.id });
  if (world.farm.isHolder(phone.userId)) world.addedByHolder.add(add.id);
  await phone.tab.save(add, world.now);
}

/** Ids of records that this user deleted or dropped, and has not saved again since. */
function abandonedRecords({ confirmations }: World, actor: string): Set<string> {
  const ids = new Set<string>();
  for (const one of confirmations.filter((other) => other.actor === actor)) {
    if (one.do === 'delete' || one.do === 'drop') ids.add(one.id);
    else if (one.do === 'insert') ids.delete(one.id);
  }
  return ids;
}

export function recordNewConfirmation(
  world: World,
  phone: Phone,
  { entry, values, job }: NewRecord,
  { uncertain = false, id = entry.id } = {},
) {
  const { kind } = entry;
  if (!isKind(kind)) return;
  // The customer of the abandoned job no longer counts.
  if (abandonedRecords(world, actorOn(phone)).has(id))
    world.jobCustomers = world.jobCustomers.filter(({ work }) => work !== id);
  if (job) world.jobCustomers.push({ ...job, work: id });
  recordConfirmation(world, phone, { do: 'insert', kind, id, values, groupValues: groupOf(kind, values), uncertain });
}

/** `step` null: killed before the store has responded. Nothing was shown as saved, so the record may exist or not. */
export async function save(world: World, phone: Phone, step: StepOf<'save'> | null) {
  const count = (world.count += 1);
  const customer = step?.customer ?? 'name only';
  const record = await newRecord(world, phone, { kind: 'work', id: randomUUID(), count, customer });
  if (step?.refusedIfZero === 0) {
    record.entry.fields['quantity'] = -count;
    record.values['quantity'] = -count;
  }
  await queueCustomer(world, phone, record);
  const saving = phone.tab.save(record.entry, world.now);
  recordNewConfirmation(world, phone, record, { uncertain: step === null });
  if (step !== null) await saving;
  else void saving.catch(() => undefined);
}

export async function saveShift(world: World, phone: Phone) {
  const record = await newRecord(world, phone, { kind: 'time', id: randomUUID(), count: (world.count += 1) });
  await phone.tab.save(record.entry, world.now);
  recordNewConfirmation(world, phone, record);
}

/** Ids of the records that this user can open in their lists. */
async function openableRecords(world: World, phone: Phone) {
  const entries = await phone.tab.store.entriesOf(phone.userId);
  const ownIds = entries.filter(({ kind }) => isKind(kind)).map(({ id }) => id);
  const ids = new Set([...(phone.copies.get(phone.userId)?.rows.keys() ?? []), ...ownIds]);
  const abandonedIds = abandonedRecords(world, actorOn(phone));
  return { entries, ids: [...ids].filter((id) => !abandonedIds.has(id)) };
}

/**
 * Whether a change of all these columns resolves what someone else has changed meanwhile, as the conflict showed it.
 */
function resolvesConflict({ problem, seen, fields: ownFields }: Entry, fields: Columns) {
  const own: Columns = { ...seen, ...ownFields };
  return Object.entries(problem?.theirs ?? {}).every(
    ([column, theirs]) =>
      column in fields || (!(column in ownFields) && JSON.stringify(own[column] ?? null) === JSON.stringify(theirs)),
  );
}

export async function change(world: World, phone: Phone, step: StepOf<'edit' | 'delete'>) {
  const { entries, ids } = await openableRecords(world, phone);
  const id = ids[step.which % ids.length];
  const found = id === undefined ? null : shownRecord(phone, id, entries);
  if (id === undefined || !found) return;
  await applyChange(world, phone, { id, step, ...found }, entries);
}

type RecordChange = { id: string; step: StepOf<'edit' | 'delete'>; kind: Kind; row: Columns };
export async function applyChange(
  world: World,
  phone: Phone,
  { id, step, kind, row }: RecordChange,
  entries: readonly Entry[],
) {
  const { tab, userId } = phone;
  const count = (world.count += 1);
  const columns = step.do === 'delete' ? [] : columnsChangedBy(kind, step.column, world.farm.isHolder(userId));
  const values = newValues(columns, count, row['clock_in_at']);
  const fields = columnsForVersion(values, tab.app);
  const action = step.do === 'edit' ? 'update' : 'delete';
  const overrides = entries.some(
    (entry) => entry.id === id && entry.problem?.theirs && (action === 'delete' || resolvesConflict(entry, fields)),
  );
  // Undo right after saving, whatever has happened to the entry since.
  const undone =
    step.do === 'delete' &&
    step.undo &&
    world.confirmations.some((one) => one.id === id && one.actor === actorOn(phone));
  const seen = undone ? null : kind === 'work' ? columnsForVersion(row, tab.app) : row;
  await tab.save({ ...entryFor(phone, world.farm, id, kind), action, fields, seen }, world.now);
  const groupValues = columns.some((column) => groupColumns(kind).includes(column))
    ? groupOf(kind, { ...row, ...values })
    : null;
  recordConfirmation(world, phone, {
    do: step.do,
    kind,
    id,
    values,
    seen: comparable(kind, row),
    groupValues,
    overrides,
  });
}

/** Resolves a conflict with one of the two versions; retries or drops any other entry. */
export async function resolveEntry(world: World, phone: Phone, entry: Entry, choice: StepOf<'resolve entry'>['how']) {
  if (choice === 'keep-mine' && entry.problem?.kind !== 'conflict') return;
  const { store, unacknowledgedEntries } = phone.tab;
  await store.resolveAttention(phone.userId, entry, choice);
  const kind: Confirmation['kind'] = isKind(entry.kind) ? entry.kind : 'other';
  const recordRef = { id: entry.id, kind };
  if (choice === 'drop') recordConfirmation(world, phone, { do: 'drop', ...recordRef });
  if (choice !== 'keep-mine' || kind === 'other' || entry.action === 'delete') {
    if (choice === 'keep-mine')
      for (const one of world.confirmations) if (one.id === entry.id && one.do === 'delete') one.overrides = true;
    return;
  }
  const after = (await unacknowledgedEntries(phone.userId)).find(({ seq }) => seq === entry.seq);
  // The record as the form and the tray show it: the values saved here, the rest as last seen.
  const before: Columns = { ...entry.seen, ...entry.fields };
  recordConfirmation(world, phone, {
    ...{ do: 'keep', ...recordRef, overrides: true },
    values: withNotesColumn(after?.fields ?? {}),
    groupValues: groupColumns(kind).some((column) => column in entry.fields) ? groupOf(kind, before) : null,
  });
}
const withNotesColumn = ({ remark, ...rest }: Columns): Columns =>
  remark === undefined ? rest : { ...rest, notes: remark };

export async function resolveChosenEntry(world: World, phone: Phone, { which, how: choice }: StepOf<'resolve entry'>) {
  const tray = (await phone.tab.store.entriesOf(phone.userId)).filter(({ state }) => state === 'attention');
  const entry = tray[which % tray.length];
  if (entry) await resolveEntry(world, phone, entry, choice);
}
