// What the users of the model do: save, change, delete, and answer entries that need attention.
import { randomUUID } from 'node:crypto';
import type { Entry, Fields, NewEntry } from '@/offline/outbox/entry';
import type { Json } from '@/lib/database.types';
import { changedBy, firstValues, groupIn, groupOf, isKind, newValues, plainOf, type Kind } from './kinds';
import { asSaved, entryFor, shown, whoOn, type For, type Phone, type World } from './phone';
import type { Step } from './steps';
import type { Tab } from './tab';
import type { Told } from './told';

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;
const key = (name: Json | undefined) => (typeof name === 'string' ? name.trim().toLowerCase() : '');

/** Records what a screen showed as saved. */
function tell(world: World, phone: Phone, one: Pick<Told, 'do' | 'kind' | 'id'> & Partial<Told>) {
  const { kind, values = {} } = one;
  world.told.push({
    at: (world.count += 1),
    who: whoOn(phone),
    userId: phone.userId,
    saw: {},
    whole: null,
    maybe: false,
    overrides: false,
    ...one,
    values: kind === 'other' ? {} : plainOf(kind, values),
  });
}

/** The customer of a new job, as its form passes them to the outbox. */
async function customerOf(world: World, phone: Phone, how: Of<'save'>['customer'], count: number) {
  const { userId, tab } = phone;
  const listed = phone.copies.get(userId)?.customers ?? [];
  const typed = how === 'new' ? `New customer ${count % 3}` : 'Hill Farm';
  // The first version of the app stored only names.
  if (how === 'old') return { name: typed, id: null, parents: [], add: null };
  const chosen = how === 'listed' ? listed[count % listed.length] : listed.find(({ name }) => key(name) === key(typed));
  if (chosen) return { name: chosen.name, id: chosen.id, parents: [], add: null };
  const waits = (await tab.open(userId)).find(
    ({ kind, fields }) => kind === 'customer' && key(fields['name']) === key(typed),
  );
  if (waits) return { name: typed, id: null, parents: [waits.id], add: null };
  const id = randomUUID();
  const add: NewEntry = {
    ...entryFor(phone, world.farm, id, 'note'),
    ...{ kind: 'customer', version: 1, title: typed, action: 'insert', fields: { name: typed } },
  };
  return { name: typed, id: null, parents: [id], add };
}

/** The values of a new record as this version of the app saves them. */
function fieldsOf(kind: Kind, values: Fields, tab: Tab, { name, id }: { name: string; id: string | null }): Fields {
  const day = '2024-05-01';
  if (kind === 'note') return { title: 'General', note_date: day, ...values };
  if (kind === 'time')
    return {
      ...values,
      ...{ activity: 'General', customer: null, manual_break_min: null, source: 'manual', clock_skew_s: null },
      log_key: randomUUID(),
    };
  return asSaved(
    {
      ...{ customer: name, task_name: 'Baling', work_date: day },
      ...(id === null ? {} : { customer_id: id }),
      ...values,
    },
    tab.app,
  );
}

export type New = { entry: NewEntry; values: Fields; job: For | null; add: NewEntry | null };

/** A new record as its form saves it. */
export async function newRecord(
  world: World,
  phone: Phone,
  { kind, id, count, customer = 'old' }: { kind: Kind; id: string; count: number; customer?: Of<'save'>['customer'] },
): Promise<New> {
  const of = await customerOf(world, phone, kind === 'work' ? customer : 'old', count);
  const values = firstValues(kind, count);
  const entry: NewEntry = {
    ...entryFor(phone, world.farm, id, kind),
    ...{ action: 'insert', parents: of.parents, fields: fieldsOf(kind, values, phone.tab, of) },
  };
  return { entry, values, job: kind === 'work' ? { work: id, id: of.id, name: of.name } : null, add: of.add };
}

/** A new customer is queued before the job. */
export async function addFirst(world: World, phone: Phone, { add }: New) {
  if (!add) return;
  world.made.push({ userId: phone.userId, id: add.id });
  if (world.farm.isHolder(phone.userId)) world.added.add(add.id);
  await phone.tab.save(add, world.now);
}

/** What this person deleted or dropped, and has not saved again under the same id since. */
function givenUp({ told }: World, who: string): Set<string> {
  const ids = new Set<string>();
  for (const one of told.filter((other) => other.who === who)) {
    if (one.do === 'delete' || one.do === 'drop') ids.add(one.id);
    else if (one.do === 'insert') ids.delete(one.id);
  }
  return ids;
}

export function tellNew(
  world: World,
  phone: Phone,
  { entry, values, job }: New,
  { maybe = false, id = entry.id } = {},
) {
  const { kind } = entry;
  if (!isKind(kind)) return;
  // The customer of the job that was given up no longer counts.
  if (givenUp(world, whoOn(phone)).has(id)) world.jobsFor = world.jobsFor.filter(({ work }) => work !== id);
  if (job) world.jobsFor.push({ ...job, work: id });
  tell(world, phone, { do: 'insert', kind, id, values, whole: groupOf(kind, values), maybe });
}

/** `step` null: killed before the store has responded. Nothing was shown as saved, so the record may exist or not. */
export async function save(world: World, phone: Phone, step: Of<'save'> | null) {
  const count = (world.count += 1);
  const customer = step?.customer ?? 'old';
  const made = await newRecord(world, phone, { kind: 'work', id: randomUUID(), count, customer });
  if (step?.poison === 0) {
    made.entry.fields['quantity'] = -count;
    made.values['quantity'] = -count;
  }
  await addFirst(world, phone, made);
  const saving = phone.tab.save(made.entry, world.now);
  tellNew(world, phone, made, { maybe: step === null });
  if (step !== null) await saving;
  else void saving.catch(() => undefined);
}

export async function writeShift(world: World, phone: Phone) {
  const made = await newRecord(world, phone, { kind: 'time', id: randomUUID(), count: (world.count += 1) });
  await phone.tab.save(made.entry, world.now);
  tellNew(world, phone, made);
}

/** Ids of the records that this person can open in their lists. */
async function pressable(world: World, phone: Phone) {
  const entries = await phone.tab.store.entriesOf(phone.userId);
  const mine = entries.filter(({ kind }) => isKind(kind)).map(({ id }) => id);
  const ids = new Set([...(phone.copies.get(phone.userId)?.rows.keys() ?? []), ...mine]);
  const over = givenUp(world, whoOn(phone));
  return { entries, ids: [...ids].filter((id) => !over.has(id)) };
}

/**
 * Whether a change of all these columns resolves what someone else has changed meanwhile, as the conflict showed it.
 */
function decides({ problem, seen, fields: mine }: Entry, fields: Fields) {
  const own: Fields = { ...seen, ...mine };
  return Object.entries(problem?.theirs ?? {}).every(
    ([column, theirs]) =>
      column in fields || (!(column in mine) && JSON.stringify(own[column] ?? null) === JSON.stringify(theirs)),
  );
}

export async function change(world: World, phone: Phone, step: Of<'edit' | 'delete'>) {
  const { entries, ids } = await pressable(world, phone);
  const id = ids[step.which % ids.length];
  const found = id === undefined ? null : shown(phone, id, entries);
  if (id === undefined || !found) return;
  await changeOf(world, phone, { id, step, ...found }, entries);
}

type Changed = { id: string; step: Of<'edit' | 'delete'>; kind: Kind; row: Fields };
export async function changeOf(
  world: World,
  phone: Phone,
  { id, step, kind, row }: Changed,
  entries: readonly Entry[],
) {
  const { tab, userId } = phone;
  const count = (world.count += 1);
  const columns = step.do === 'delete' ? [] : changedBy(kind, step.column, world.farm.isHolder(userId));
  const values = newValues(columns, count, row['clock_in_at']);
  const fields = asSaved(values, tab.app);
  const action = step.do === 'edit' ? 'update' : 'delete';
  const overrides = entries.some(
    (entry) => entry.id === id && entry.problem?.theirs && (action === 'delete' || decides(entry, fields)),
  );
  // Undo right after saving, whatever has happened to the entry since.
  const undone =
    step.do === 'delete' && step.undo && world.told.some((one) => one.id === id && one.who === whoOn(phone));
  const seen = undone ? null : kind === 'work' ? asSaved(row, tab.app) : row;
  await tab.save({ ...entryFor(phone, world.farm, id, kind), action, fields, seen }, world.now);
  const whole = columns.some((column) => groupIn(kind).includes(column)) ? groupOf(kind, { ...row, ...values }) : null;
  tell(world, phone, { do: step.do, kind, id, values, saw: plainOf(kind, row), whole, overrides });
}

/** Answers a conflict with one of both values; retries or drops any other entry. */
export async function answerEntry(world: World, phone: Phone, entry: Entry, how: Of<'answer'>['how']) {
  if (how === 'keep-mine' && entry.problem?.kind !== 'conflict') return;
  const { store, open } = phone.tab;
  await store.resolveAttention(phone.userId, entry, how);
  const kind: Told['kind'] = isKind(entry.kind) ? entry.kind : 'other';
  const told = { id: entry.id, kind };
  if (how === 'drop') tell(world, phone, { do: 'drop', ...told });
  if (how !== 'keep-mine' || kind === 'other' || entry.action === 'delete') {
    if (how === 'keep-mine')
      for (const one of world.told) if (one.id === entry.id && one.do === 'delete') one.overrides = true;
    return;
  }
  const after = (await open(phone.userId)).find(({ seq }) => seq === entry.seq);
  // As the form and the tray show it: the values saved here, the rest as last seen.
  const before: Fields = { ...entry.seen, ...entry.fields };
  tell(world, phone, {
    ...{ do: 'keep', ...told, overrides: true },
    values: named(after?.fields ?? {}),
    whole: groupIn(kind).some((column) => column in entry.fields) ? groupOf(kind, before) : null,
  });
}
const named = ({ remark, ...rest }: Fields): Fields => (remark === undefined ? rest : { ...rest, notes: remark });

export async function answer(world: World, phone: Phone, { which, how }: Of<'answer'>) {
  const tray = (await phone.tab.store.entriesOf(phone.userId)).filter(({ state }) => state === 'attention');
  const entry = tray[which % tray.length];
  if (entry) await answerEntry(world, phone, entry, how);
}
