// Forms in the model: unsaved values are stored as a draft, in one or two tabs, with photos that may not be ready.
import { randomUUID } from 'node:crypto';
import { queueCustomer, newRecord, recordNewConfirmation, type NewRecord } from './changes';
import { kill, sendOn, type Phone, type UnsavedForm, type World } from './phone';
import type { Step } from './steps';
import {
  finishPreparing,
  openTab,
  finishPreparingLate,
  killsSoFar,
  photoFile,
  READY,
  selectDevice,
  type Tab,
} from './tab';

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;
type Kind = 'work' | 'note';
const formOf = (kind: Kind) => (kind === 'work' ? 'add-work' : 'add-note');

/** Saves the form's current values as a draft, as the app does while typing. */
async function storeDraft(world: World, phone: Phone, tab: Tab, unsaved: UnsavedForm) {
  const { userId, form, key, id, count } = unsaved;
  await tab.claimDraft(userId, key);
  await tab.store.putDraft({ userId, form: key, id, values: { form, count }, at: world.now });
  phone.unsavedForms = [...phone.unsavedForms.filter((one) => one !== unsaved), unsaved];
}

/** Opens the form in a tab, with its draft if there is one; otherwise something is typed into the empty form. */
async function openForm(world: World, phone: Phone, tab: Tab, kind: Kind): Promise<UnsavedForm> {
  const { userId } = phone;
  const form = formOf(kind);
  const { key, draft } = await tab.openDraft(userId, form);
  if (draft) {
    const { count } = draft.values as UnsavedForm;
    return (
      phone.unsavedForms.find((one) => one.key === key && one.count === count) ?? {
        userId,
        form,
        key,
        id: draft.id,
        count,
      }
    );
  }
  const unsaved: UnsavedForm = { userId, form, key, id: randomUUID(), count: (world.count += 1) };
  await storeDraft(world, phone, tab, unsaved);
  return unsaved;
}

/** Checks that the app offers the draft of every form that was not saved. */
export async function checkDrafts(world: World, phone: Phone) {
  for (const unsaved of phone.unsavedForms) {
    const { userId, key, id, count } = unsaved;
    const draft = (await phone.tab.store.draftsOf(userId)).find((one) => one.form === key);
    if (draft?.id === id && (draft.values as UnsavedForm).count === count) continue;
    world.lost.push(`${key}: the draft with value ${count} is lost`);
    phone.unsavedForms = phone.unsavedForms.filter((one) => one !== unsaved);
  }
}

/** The record that the form passes to the outbox when it is saved. */
const recordOf = async (
  world: World,
  phone: Phone,
  kind: Kind,
  { id, key, count }: UnsavedForm,
): Promise<NewRecord> => {
  const record = await newRecord(world, phone, { kind, id, count, customer: count % 2 === 0 ? 'listed' : 'name only' });
  return { ...record, entry: { ...record.entry, draft: key } };
};

const recordSavedAs = (world: World, { id }: Pick<UnsavedForm, 'id'>, as: string) =>
  world.savedIds.set(id, [...(world.savedIds.get(id) ?? []), as]);
const forgetForm = (phone: Phone, { key }: UnsavedForm) => {
  phone.unsavedForms = phone.unsavedForms.filter((one) => one.key !== key);
};

type SaveOptions = { wantsBoth?: boolean; sameRecord?: NewRecord | null };
/**
 * Presses Save; returns null if nothing was saved. `wantsBoth`: if another record has the id, the user wants both.
 * `sameRecord`: the record with the same content that the other tab has saved under this id.
 */
async function pressSave(
  world: World,
  phone: Phone,
  tab: Tab,
  record: NewRecord,
  unsaved: UnsavedForm,
  { wantsBoth, sameRecord }: SaveOptions = {},
) {
  await queueCustomer(world, phone, record);
  let result = (await tab.save(record.entry, world.now)).result;
  if (result.existingEntry && wantsBoth)
    result = (await tab.save({ ...record.entry, asSeparateRecord: true }, world.now)).result;
  if (result.existingEntry) return null;
  forgetForm(phone, unsaved);
  recordSavedAs(world, unsaved, result.id);
  // The same content again is the same record.
  if (!sameRecord || result.id !== unsaved.id) recordNewConfirmation(world, phone, record, { id: result.id });
  return result.id;
}

/** The app is killed while the store is writing: the record may be saved or not. */
async function killWhileSaving(world: World, phone: Phone, record: NewRecord, unsaved: UnsavedForm) {
  await queueCustomer(world, phone, record);
  void phone.tab.save(record.entry, world.now).catch(() => undefined);
  recordNewConfirmation(world, phone, record, { uncertain: true });
  recordSavedAs(world, unsaved, unsaved.id);
  forgetForm(phone, unsaved);
  await kill(world, phone);
}

const isKnown = async (phone: Phone, { userId, id }: UnsavedForm) =>
  (await phone.tab.store.entriesOf(userId)).some((entry) => entry.id === id);

/** Chooses photos in a form; each is prepared asynchronously. */
function choosePhotos(world: World, phone: Phone, tab: Tab, unsaved: UnsavedForm, files: number) {
  const { userId, id: parent, form } = unsaved;
  const ids = Array.from({ length: files }, () => randomUUID());
  const owner = { userId, ownerId: world.farm.accountFor(userId) };
  const target = { owner, recordId: parent, table: form === 'add-work' ? ('works' as const) : ('notes' as const) };
  const file = photoFile(killsSoFar());
  const ready = tab.prepareFor(parent, async (patience) => {
    const refused: string[] = [];
    for (const id of ids) {
      const sentence = await tab.storePhoto(target, file, patience, id);
      if (sentence !== null) refused.push(sentence);
      else world.photos.push({ id, userId, phone: phone.name, parent });
    }
    return refused;
  });
  world.otherRecords.push(...ids.map((id) => ({ userId, id })));
  return { ids, ready };
}

/** Returns 1 if the app was killed, otherwise 0. */
export async function saveDraftInTwoTabs(
  world: World,
  phone: Phone,
  step: StepOf<'draft in two tabs'>,
): Promise<number> {
  const { kind, kill: at } = step;
  const first = phone.tab;
  // A browser without locks gives the draft to both.
  selectDevice(phone, step.locks);
  const mine = await openForm(world, phone, first, kind);
  const second = await openTab(phone, phone.app);
  selectDevice(phone, step.locks);
  let other = await openForm(world, phone, second, kind);
  const shared = other.id === mine.id;
  if (shared) world.counts.draftInTwoTabs += 1;
  else world.counts.draftLeftAlone += 1;
  if (shared && !step.sameValues) {
    other = { ...other, count: (world.count += 1) };
    // Without locks both tabs write to the same draft: the last write wins.
    if (!step.locks) forgetForm(phone, other);
    await storeDraft(world, phone, second, other);
  }
  selectDevice(phone);
  const end = async (killed: boolean) => {
    first.releaseDraft(mine.userId, mine.key);
    second.releaseDraft(other.userId, other.key);
    if (killed) await kill(world, phone);
    await checkDrafts(world, phone);
    return killed ? 1 : 0;
  };
  if (at === 'typed') return end(true);
  const early = step.photo === 'before' ? choosePhotos(world, phone, second, other, 1) : null;
  if (early) {
    await finishPreparing(READY);
    await early.ready;
  }
  const record = await recordOf(world, phone, kind, mine);
  if (at === 'saving' && !(await isKnown(phone, mine))) {
    await killWhileSaving(world, phone, record, mine);
    return 1;
  }
  const saved = await pressSave(world, phone, first, record, mine, { wantsBoth: true });
  if (at === 'saved') return end(true);
  if (step.trouble !== 'none') await sendOn(world, phone, first, step);
  const late = step.photo === 'after' ? choosePhotos(world, phone, second, other, 1) : null;
  if (late) {
    await finishPreparing(READY);
    await late.ready;
  }
  const sameRecord = shared && step.sameValues && saved === mine.id ? record : null;
  const next = sameRecord ?? (await recordOf(world, phone, kind, other));
  const as = await pressSave(world, phone, second, next, other, { wantsBoth: step.wantsBoth, sameRecord });
  // The values are still in the form, and the user continues later.
  if (as === null) await storeDraft(world, phone, second, other);
  return end(at === 'both saved');
}

/**
 * Presses Save while photos are being prepared, as widgets/photos/photo-wait.tsx handles it. Returns 1 if the app was
 * killed, otherwise 0.
 */
export async function saveWhilePreparingPhotos(
  world: World,
  phone: Phone,
  step: StepOf<'save with photos'>,
): Promise<number> {
  const { kind, kill: at } = step;
  const { tab } = phone;
  const unsaved = await openForm(world, phone, tab, kind);
  const { ids, ready } = choosePhotos(world, phone, tab, unsaved, step.files);
  const photosReady = tab.photosReady(unsaved.id);
  if (photosReady) world.counts.photos += 1;
  const closeForm = async (killed: boolean) => {
    tab.releaseDraft(unsaved.userId, unsaved.key);
    if (killed) await kill(world, phone);
    await checkDrafts(world, phone);
    return killed ? 1 : 0;
  };
  if (at === 'preparing') return closeForm(true);
  for (const [n] of ids.entries()) {
    const last = n === ids.length - 1;
    if (last && step.end === 'left out') tab.leavePhotosOut(unsaved.id);
    else await finishPreparing(last && step.end === 'refused' ? { ok: false, sentence: 'Damaged.' } : READY);
  }
  await ready;
  // The preparation of photos that were left out goes on, and finishes here.
  finishPreparingLate();
  if (at === 'ready') return closeForm(true);
  const record = await recordOf(world, phone, kind, unsaved);
  // If a photo was refused nothing is saved: the user has to press Save again.
  if (photosReady && !(await photosReady) && step.end === 'refused' && at === 'saved') return closeForm(false);
  if (at === 'saving' && !(await isKnown(phone, unsaved))) {
    await killWhileSaving(world, phone, record, unsaved);
    return 1;
  }
  if ((await pressSave(world, phone, tab, record, unsaved, { wantsBoth: true })) === null)
    await storeDraft(world, phone, tab, unsaved);
  await closeForm(at === 'saved');
  if (step.trouble !== 'none') await sendOn(world, phone, phone.tab, step);
  return at === 'saved' ? 1 : 0;
}
