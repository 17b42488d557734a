// Forms in the model: typed values are kept as a draft, in one or two tabs, with photos that may not be ready.
import { randomUUID } from 'node:crypto';
import { addFirst, newRecord, tellNew, type New } from './changes';
import { kill, sendOn, type Phone, type Typed, type World } from './phone';
import type { Step } from './steps';
import { endPreparing, openTab, preparedLate, READY, take, type Tab } from './tab';

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;
type Kind = 'work' | 'note';
const formOf = (kind: Kind) => (kind === 'work' ? 'add-work' : 'add-note');

/** Saves the form's current values as a draft, as the app does while typing. */
async function keep(world: World, phone: Phone, tab: Tab, typed: Typed) {
  const { userId, form, key, id, count } = typed;
  await tab.claimDraft(userId, key);
  await tab.store.putDraft({ userId, form: key, id, values: { form, count }, at: world.now });
  phone.typed = [...phone.typed.filter((one) => one !== typed), typed];
}

/** Opens the form in a tab: with its draft, or empty, and then something is typed. */
async function open(world: World, phone: Phone, tab: Tab, kind: Kind): Promise<Typed> {
  const { userId } = phone;
  const form = formOf(kind);
  const { key, draft } = await tab.openDraft(userId, form);
  if (draft) {
    const { count } = draft.values as Typed;
    return (
      phone.typed.find((one) => one.key === key && one.count === count) ?? { userId, form, key, id: draft.id, count }
    );
  }
  const typed: Typed = { userId, form, key, id: randomUUID(), count: (world.count += 1) };
  await keep(world, phone, tab, typed);
  return typed;
}

/** The next start of the app offers the draft, unless the form was saved. */
export async function checkDrafts(world: World, phone: Phone) {
  for (const typed of phone.typed) {
    const { userId, key, id, count } = typed;
    const kept = (await phone.tab.store.draftsOf(userId)).find((one) => one.form === key);
    if (kept?.id === id && (kept.values as Typed).count === count) continue;
    world.lost.push(`${key}: what was typed (${count}) is not kept`);
    phone.typed = phone.typed.filter((one) => one !== typed);
  }
}

/** The record that the form passes to the outbox when it is saved. */
const recordOf = async (world: World, phone: Phone, kind: Kind, { id, key, count }: Typed): Promise<New> => {
  const made = await newRecord(world, phone, { kind, id, count, customer: count % 2 === 0 ? 'listed' : 'old' });
  return { ...made, entry: { ...made.entry, draft: key } };
};

const savedAs = (world: World, { id }: Pick<Typed, 'id'>, as: string) =>
  world.savedAs.set(id, [...(world.savedAs.get(id) ?? []), as]);
const isSaved = (phone: Phone, { key }: Typed) => {
  phone.typed = phone.typed.filter((one) => one.key !== key);
};

type Press = { apart?: boolean; same?: New | null };
/** Presses Save. `apart`: if another record has the id, the user wants both. Returns null if nothing was saved. */
async function pressSave(world: World, phone: Phone, tab: Tab, made: New, typed: Typed, { apart, same }: Press = {}) {
  await addFirst(world, phone, made);
  let result = (await tab.save(made.entry, world.now)).result;
  if (result.taken && apart) result = (await tab.save({ ...made.entry, apart: true }, world.now)).result;
  if (result.taken) return null;
  isSaved(phone, typed);
  savedAs(world, typed, result.id);
  // The same content again is the same record.
  if (!same || result.id !== typed.id) tellNew(world, phone, made, { id: result.id });
  return result.id;
}

/** The app is killed while the store is writing: the record may be saved or not. */
async function killInSave(world: World, phone: Phone, made: New, typed: Typed) {
  await addFirst(world, phone, made);
  void phone.tab.save(made.entry, world.now).catch(() => undefined);
  tellNew(world, phone, made, { maybe: true });
  savedAs(world, typed, typed.id);
  isSaved(phone, typed);
  await kill(world, phone);
}

const isKnown = async (phone: Phone, { userId, id }: Typed) =>
  (await phone.tab.store.entriesOf(userId)).some((entry) => entry.id === id);

/** Chooses photos in a form; each is prepared asynchronously. */
function choose(world: World, phone: Phone, tab: Tab, typed: Typed, files: number) {
  const { userId, id: parent, form } = typed;
  const ids = Array.from({ length: files }, () => randomUUID());
  const who = { userId, ownerId: world.farm.accountFor(userId) };
  const of = { who, work: parent, table: form === 'add-work' ? ('works' as const) : ('notes' as const) };
  const ready = tab.prepareFor(parent, async (patience) => {
    const refused: string[] = [];
    for (const id of ids) {
      const sentence = await tab.keepPhoto(of, new File(['gate'], 'gate.jpg'), patience, id);
      if (sentence !== null) refused.push(sentence);
      else world.photos.push({ id, userId, phone: phone.name, parent, kept: true });
    }
    return refused;
  });
  world.made.push(...ids.map((id) => ({ userId, id })));
  return { ids, ready };
}

/** Returns whether the app was killed. */
export async function twoTabs(world: World, phone: Phone, step: Of<'draft in two tabs'>): Promise<number> {
  const { kind, kill: at } = step;
  const first = phone.tab;
  // A browser without locks gives the draft to both.
  take(phone, step.locks);
  const mine = await open(world, phone, first, kind);
  const second = await openTab(phone, phone.app);
  take(phone, step.locks);
  let other = await open(world, phone, second, kind);
  const shared = other.id === mine.id;
  if (shared) world.counts.draftInTwoTabs += 1;
  else world.counts.draftLeftAlone += 1;
  if (shared && !step.same) {
    other = { ...other, count: (world.count += 1) };
    // Both write to the same draft: the last one is kept.
    if (!step.locks) isSaved(phone, other);
    await keep(world, phone, second, other);
  }
  take(phone);
  const end = async (killed: boolean) => {
    first.releaseDraft(mine.userId, mine.key);
    second.releaseDraft(other.userId, other.key);
    if (killed) await kill(world, phone);
    await checkDrafts(world, phone);
    return killed ? 1 : 0;
  };
  if (at === 'typed') return end(true);
  const early = step.photo === 'before' ? choose(world, phone, second, other, 1) : null;
  if (early) {
    await endPreparing(READY);
    await early.ready;
  }
  const made = await recordOf(world, phone, kind, mine);
  if (at === 'saving' && !(await isKnown(phone, mine))) {
    await killInSave(world, phone, made, mine);
    return 1;
  }
  const saved = await pressSave(world, phone, first, made, mine, { apart: true });
  if (at === 'saved') return end(true);
  if (step.trouble !== 'none') await sendOn(world, phone, first, step);
  const late = step.photo === 'after' ? choose(world, phone, second, other, 1) : null;
  if (late) {
    await endPreparing(READY);
    await late.ready;
  }
  const same = shared && step.same && saved === mine.id ? made : null;
  const next = same ?? (await recordOf(world, phone, kind, other));
  const as = await pressSave(world, phone, second, next, other, { apart: step.apart, same });
  // It is still in the form, and the user continues another time.
  if (as === null) await keep(world, phone, second, other);
  return end(at === 'both saved');
}

/**
 * Presses Save while photos are being prepared, as widgets/photos/photo-wait.tsx handles it. Returns whether the app
 * was killed.
 */
export async function photos(world: World, phone: Phone, step: Of<'photos'>): Promise<number> {
  const { kind, kill: at } = step;
  const { tab } = phone;
  const typed = await open(world, phone, tab, kind);
  const { ids, ready } = choose(world, phone, tab, typed, step.files);
  const kept = tab.photosReady(typed.id);
  if (kept) world.counts.photos += 1;
  const leave = async (killed: boolean) => {
    tab.releaseDraft(typed.userId, typed.key);
    if (killed) await kill(world, phone);
    await checkDrafts(world, phone);
    return killed ? 1 : 0;
  };
  if (at === 'preparing') return leave(true);
  for (const [n] of ids.entries()) {
    const last = n === ids.length - 1;
    if (last && step.end === 'left out') tab.leavePhotosOut(typed.id);
    else await endPreparing(last && step.end === 'refused' ? { ok: false, sentence: 'Damaged.' } : READY);
  }
  await ready;
  // Preparing photos that were left out finishes all the same.
  preparedLate();
  if (at === 'ready') return leave(true);
  const made = await recordOf(world, phone, kind, typed);
  // If a photo was refused nothing is saved: the user has to press Save again.
  if (kept && !(await kept) && step.end === 'refused' && at === 'saved') return leave(false);
  if (at === 'saving' && !(await isKnown(phone, typed))) {
    await killInSave(world, phone, made, typed);
    return 1;
  }
  if ((await pressSave(world, phone, tab, made, typed, { apart: true })) === null) await keep(world, phone, tab, typed);
  await leave(at === 'saved');
  if (step.trouble !== 'none') await sendOn(world, phone, phone.tab, step);
  return at === 'saved' ? 1 : 0;
}
