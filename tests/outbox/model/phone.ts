// The phones of the model: what is on each, who is signed in, and what its list shows.
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import type { Token } from '@/outbox/sender';
import { locksOfOneDevice } from '@tests/outbox/locks';
import { GOOD, type Go, type Line, type Pass } from './line';
import { newMachine, openTab, take, type App, type Machine, type Tab } from './tab';
import type { Told } from './told';
import type { Copy, Farm } from './world';

export type Phone = Machine & {
  name: string;
  app: App;
  tab: Tab;
  userId: string;
  session: 'good' | 'expired' | 'gone';
  /** Tabs that the system froze while they sent: what lets each go on, and its pass. */
  frozen: { go: Go; pass: Promise<void> }[];
  /** Requests of tabs that are gone, still on their way, and the step by which they arrive. */
  late: { go: Go; due: number }[];
  /** The list as each person last saw it on this phone. */
  copies: Map<string, { rows: Map<string, Copy>; acknowledged: Set<number> }>;
  /** Everybody who was signed in here. */
  users: Set<string>;
};
export type World = {
  farm: Farm;
  line: Line;
  phones: Phone[];
  told: Told[];
  customers: { userId: string; id: string }[];
  now: number;
  steps: number;
  count: number;
};
export const whoOn = ({ name, userId }: Phone) => `${name} ${userId}`;

export const entryFor = (phone: Phone, farm: Farm, id: string): Omit<NewEntry, 'fields' | 'action'> => ({
  userId: phone.userId,
  accountId: farm.accountFor(phone.userId),
  kind: 'work',
  id,
  version: phone.tab.app,
  seen: null,
  parents: [],
  title: 'Baling, Hill Farm',
});

export const tokenFor =
  (phone: Phone, farm: Farm) =>
  async (userId: string, fresh: boolean): Promise<Token> => {
    if (phone.userId !== userId || phone.session === 'gone') return { kind: 'signedOut' };
    if (phone.session === 'expired' && !fresh) return { kind: 'token', token: farm.expired(userId) };
    const token = await farm.token(userId, fresh);
    phone.session = 'good';
    return { kind: 'token', token };
  };

export async function sendOn(world: World, phone: Phone, tab: Tab, pass: Pass) {
  take(phone);
  world.line.set(pass);
  await tab.send(phone.userId, () => world.now, tokenFor(phone, world.farm));
}

/** Sends until a request is held where it is; null: there was nothing to send. */
export async function sendUntilHeld(world: World, phone: Phone, pass: Pick<Pass, 'trouble' | 'at'>) {
  let go: Go | null = null;
  let held: () => void = () => undefined;
  const there = new Promise<void>((done) => (held = done));
  const sending = sendOn(world, phone, phone.tab, { ...pass, held, thaw: (next) => (go = next) });
  await Promise.race([there, sending]);
  world.line.set(GOOD);
  // Set from within the pass, which the compiler does not see.
  return { go: go as Go | null, pass: sending };
}

/** How many steps a request can be on its way after whoever asked is gone: a minute, no more. */
const LATE = 2;

/** Ends everything that runs on the phone, and starts the app again. */
export async function kill(world: World, phone: Phone, app = phone.app) {
  phone.locks = locksOfOneDevice();
  phone.late.push(...phone.frozen.splice(0).map(({ go }) => ({ go, due: world.steps + LATE })));
  phone.app = app;
  phone.tab = await openTab(phone, app);
}

/** The same, and the browser finds its database broken: it begins it anew, with nothing in it. */
export async function loseStore(world: World, phone: Phone) {
  await phone.tab.spared(phone.userId);
  phone.disk = newMachine().disk;
  phone.copies.clear();
  await kill(world, phone);
}

export const columnOf = (column: 'quantity' | 'notes', app: App) =>
  column === 'notes' && app === 1 ? 'remark' : column;

/** A row as the list shows it to its person: the last copy, or what was saved here, and the changes since on it. */
export function shown(phone: Phone, id: string, entries: readonly Entry[]): Fields | null {
  const read = phone.copies.get(phone.userId);
  const copy = read?.rows.get(id);
  const mine = entries.filter((entry) => entry.id === id);
  const base = copy ?? mine.find(({ action }) => action === 'insert')?.fields;
  if (!base) return null;
  const row: Fields = {
    quantity: base['quantity'] ?? null,
    notes: base['notes'] ?? ('remark' in base ? (base['remark'] ?? null) : null),
  };
  for (const { action, seq, fields } of mine) {
    if (action !== 'update' || (copy && read?.acknowledged.has(seq))) continue;
    for (const [name, value] of Object.entries(fields)) row[name === 'remark' ? 'notes' : name] = value;
  }
  return copy ? { ...row, updated_at: copy.updated_at } : row;
}

export const asSeen = ({ notes, ...row }: Fields, app: App): Fields => ({
  ...row,
  [columnOf('notes', app)]: notes ?? null,
});

export async function look(world: World, phone: Phone) {
  if (phone.session !== 'good') return;
  const entries = await phone.tab.store.entriesOf(phone.userId);
  const acknowledged = new Set(entries.filter(({ state }) => state === 'acknowledged').map(({ seq }) => seq));
  const rows = await world.farm.list(phone.userId);
  phone.copies.set(phone.userId, { rows: new Map(rows.map((row) => [row.id, row])), acknowledged });
}
