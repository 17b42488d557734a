// The phones of the model: what each stores, who is signed in, and what its list shows.
import type { Entry, Columns, NewEntry } from '@/offline/outbox/entry';
import type { Token } from '@/offline/outbox/send/sender';
import { locksOfOneDevice } from '@tests/outbox/locks';
import { GOOD_CONDITION, type Release, type Connection, type Condition } from './connection';
import { abandonPreparing, newDevice, openTab, selectDevice, type AppVersion, type Device, type Tab } from './tab';
import { columnsOf, isKind, type Kind } from './kinds';
import type { Customer, Confirmation } from './confirmations';
import type { ListedRow, Farm } from './farm';

/** An unsaved form: `key` is the key of its draft, `id` that of the record; its values are derived from `count`. */
export type UnsavedForm = { userId: string; form: 'add-work' | 'add-note'; key: string; id: string; count: number };
/** A photo that was chosen in a form. */
export type Photo = { id: string; userId: string; phone: string; parent: string };

export type Phone = Device & {
  name: string;
  app: AppVersion;
  tab: Tab;
  userId: string;
  session: 'good' | 'expired' | 'gone';
  /** Tabs frozen by the system while sending: `release` lets the held request continue, `pass` is the sending. */
  frozen: { release: Release; pass: Promise<void> }[];
  /** Requests of closed tabs that are still under way, and the step at which they arrive. */
  delayedRequests: { release: Release; due: number }[];
  /** The lists as each person last saw them on this phone. */
  copies: Map<string, { rows: Map<string, ListedRow>; customers: Customer[]; acknowledged: Set<number> }>;
  /** Everyone who has signed in here. */
  users: Set<string>;
  unsavedForms: UnsavedForm[];
};
/**
 * How often the situations that the scenarios aim at occurred. draftLeftAlone: a second tab left a draft to the tab that
 * has it; bothSides: the account holder and a phone changed dependent columns; slow: a request timed out.
 */
export const COUNTS = ['draftInTwoTabs', 'draftLeftAlone', 'photos', 'renames', 'bothSides', 'slow'] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;
/** The customer of a job: the one chosen, or else a name. */
export type JobCustomer = { work: string; id: string | null; name: string };
export type World = {
  farm: Farm;
  connection: Connection;
  phones: Phone[];
  confirmations: Confirmation[];
  /** Records of kinds that are not checked value by value: customers and photos. */
  otherRecords: { userId: string; id: string }[];
  /** Ids of the customers that the account holder added. They may have the former name of a renamed customer. */
  addedByHolder: Set<string>;
  /** The customer that each job was saved for. */
  jobCustomers: JobCustomer[];
  photos: Photo[];
  /** The ids under which a form was saved, by its original id. */
  savedIds: Map<string, string[]>;
  /** Losses noticed while the scenario ran. */
  lost: string[];
  counts: Counts;
  now: number;
  steps: number;
  /** Counts the changes and unsaved forms; the values that they write are derived from it. */
  count: number;
};
export const actorOn = ({ name, userId }: Phone, person = userId) => `${name} ${person}`;

export const entryFor = (phone: Phone, farm: Farm, id: string, kind: Kind): Omit<NewEntry, 'fields' | 'action'> => ({
  userId: phone.userId,
  accountId: farm.accountFor(phone.userId),
  kind,
  id,
  version: kind === 'work' ? phone.tab.app : 1,
  seen: null,
  parents: [],
  title: 'Baling, Hill Farm',
});

export const tokenFor =
  (phone: Phone, farm: Farm) =>
  async (userId: string, fresh: boolean): Promise<Token> => {
    if (phone.userId !== userId || phone.session === 'gone') return { kind: 'signedOut' };
    if (phone.session === 'expired' && !fresh) return { kind: 'token', token: farm.expiredToken(userId) };
    const token = await farm.token(userId, fresh);
    phone.session = 'good';
    return { kind: 'token', token };
  };

export async function sendOn(world: World, phone: Phone, tab: Tab, condition: Condition) {
  selectDevice(phone);
  world.connection.set(condition);
  await tab.send(phone.userId, () => world.now, tokenFor(phone, world.farm));
}

/** Sends until a request is held; `release` is null if there was nothing to send. */
export async function sendUntilHeld(world: World, phone: Phone, condition: Pick<Condition, 'trouble' | 'at'>) {
  let release: Release | null = null;
  let held: () => void = () => undefined;
  const reached = new Promise<void>((done) => (held = done));
  const sending = sendOn(world, phone, phone.tab, {
    ...condition,
    onHeld: held,
    onRelease: (next) => (release = next),
  });
  await Promise.race([reached, sending]);
  world.connection.set(GOOD_CONDITION);
  // The cast: TypeScript does not see the assignment inside the callback.
  return { release: release as Release | null, pass: sending };
}

/** For how many steps a request may stay under way after its sender is gone: about a minute. */
const MAX_DELAY_STEPS = 2;

/** Ends everything that runs on the phone, and starts the app again. */
export async function kill(world: World, phone: Phone, app = phone.app) {
  abandonPreparing();
  phone.locks = locksOfOneDevice();
  phone.delayedRequests.push(
    ...phone.frozen.splice(0).map(({ release }) => ({ release, due: world.steps + MAX_DELAY_STEPS })),
  );
  phone.app = app;
  phone.tab = await openTab(phone, app);
}

/** Kills the app; the browser then finds its database corrupt and recreates it empty. */
export async function loseStore(world: World, phone: Phone) {
  const waiting = new Set<string>();
  for (const userId of phone.users) {
    await phone.tab.backupSynced(userId);
    for (const { id } of await phone.tab.store.entriesOf(userId)) waiting.add(id);
  }
  // Unsaved forms are stored only in the database.
  phone.unsavedForms = [];
  world.photos = world.photos.filter(({ id, phone: phoneName }) => phoneName !== phone.name || waiting.has(id));
  phone.disk = newDevice().disk;
  phone.copies.clear();
  await kill(world, phone);
}

const withNotesColumn = ({ remark, ...rest }: Columns): Columns =>
  remark === undefined ? rest : { ...rest, notes: remark };
/** Columns of a job under the names that this version of the app uses. */
export const columnsForVersion = ({ notes, ...rest }: Columns, app: AppVersion): Columns =>
  notes === undefined ? rest : { ...rest, [app === 1 ? 'remark' : 'notes']: notes };

/** A record as the list shows it to the user: the last copy or what was saved here, with later changes applied. */
export function shownRecord(phone: Phone, id: string, entries: readonly Entry[]): { kind: Kind; row: Columns } | null {
  const read = phone.copies.get(phone.userId);
  const copy = read?.rows.get(id);
  const own = entries.filter((entry) => entry.id === id);
  const base = copy?.state ?? own.find(({ action }) => action === 'insert')?.fields;
  const kind = copy?.kind ?? own[0]?.kind ?? '';
  if (!base || !isKind(kind)) return null;
  const columns = columnsOf(kind);
  const modelColumns = (fields: Columns) =>
    Object.entries(withNotesColumn(fields)).filter(([column]) => columns.includes(column));
  const row: Columns = Object.fromEntries([...columns.map((column) => [column, null] as const), ...modelColumns(base)]);
  for (const { action, seq, fields } of own) {
    if (action === 'update' && !(copy && read?.acknowledged.has(seq)))
      Object.assign(row, Object.fromEntries(modelColumns(fields)));
  }
  return { kind, row: copy ? { ...row, updated_at: copy.updated_at } : row };
}

export async function refreshLists(world: World, phone: Phone) {
  if (phone.session !== 'good') return;
  const { userId } = phone;
  const entries = await phone.tab.store.entriesOf(userId);
  const acknowledged = new Set(entries.filter(({ state }) => state === 'acknowledged').map(({ seq }) => seq));
  const [rows, all] = await Promise.all([world.farm.list(userId), world.farm.customers()]);
  const customers = all.filter(({ user_id }) => user_id === world.farm.accountFor(userId));
  phone.copies.set(userId, { rows: new Map(rows.map((row) => [row.id, row])), customers, acknowledged });
}

/** Runs something on each phone in turn, and then switches back to `current`. */
export async function onEachPhone<T>(
  { phones }: World,
  current: Phone,
  work: (phone: Phone) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  for (const phone of phones) {
    selectDevice(phone);
    answers.push(await work(phone));
  }
  selectDevice(current);
  return answers;
}
