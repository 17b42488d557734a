// The model's oracle: compares what screens confirmed as saved with the rows and the audit log of the database.
import type { Json } from '@/lib/database.types';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { ALL_KINDS, columnsOf, groupOf, groupColumns, isKind, comparable, tableOf, type Kind } from './kinds';
import type { SentRecord } from './connection';
import { withoutCalculated } from './farm';

/** A change that a screen confirmed as saved. Every value is used once, so that a row shows whose values it contains. */
export type Confirmation = {
  /** Its position in the order of all confirmations. */
  at: number;
  /** keep: the user kept their version in a conflict; drop: the user discarded the entry. */
  do: 'insert' | 'edit' | 'delete' | 'keep' | 'drop';
  kind: Kind | 'other';
  id: string;
  /** The user and the phone. */
  actor: string;
  userId: string;
  values: Columns;
  /** The values that this user saw before the change. */
  seen: Columns;
  /** All columns of the dependent group as this user had them; null if the change writes none of them. */
  groupValues: Columns | null;
  /** The app was killed before it confirmed anything: the change may be stored or not. */
  uncertain: boolean;
  /** The user saw the database's version and chose their own. */
  overrides: boolean;
};

export type Row = { id: string; kind: Kind; user_id: string; person: string; state: Columns };
/** A line of the audit log, in its order. */
export type Logged = { table_name: string; row_id: string; action: 'update' | 'delete'; changed: Columns };
/** A customer; `formerly`: the names it had before it was renamed. */
export type Customer = { id: string; user_id: string; name: string; formerly: string[] };
/** A photo's row; `stored`: its bytes are in the bucket. */
export type AttachedPhoto = { id: string; parent_id: string; stored: boolean };
export type ScenarioEnd = {
  confirmations: readonly Confirmation[];
  rows: readonly Row[];
  log: readonly Logged[];
  /** Entries that still wait on the phones at the end of the scenario, by person and phone. */
  unsent: ReadonlyMap<string, readonly Entry[]>;
  /** Who wrote which record. */
  sent: readonly SentRecord[];
  /** Who created which record of the other kinds. */
  otherRecords: readonly { userId: string; id: string }[];
  accountOf: ReadonlyMap<string, string>;
};
/**
 * What the oracle found wrong. lost: saved, but not in the database. doubled: written twice, or never confirmed by a
 * screen. stuck: still waiting on a phone without a reason.
 */
export type Findings = { lost: string[]; doubled: string[]; stuck: string[]; other: string[] };

const valueIn = (change: Json | undefined, side: 'old'): Json =>
  typeof change === 'object' && change !== null && !Array.isArray(change) ? (change[side] ?? null) : null;

/** Every state that a record has had, in order. */
function statesOf(id: string, kind: Kind, { rows, log }: Pick<ScenarioEnd, 'rows' | 'log'>): Columns[] {
  const mine = log.filter(({ row_id, table_name }) => row_id === id && table_name === tableOf(kind));
  let state = rows.find((row) => row.id === id)?.state ?? mine.find(({ action }) => action === 'delete')?.changed;
  if (!state) return [];
  const states = [state];
  for (const { changed } of mine.filter(({ action }) => action === 'update').toReversed()) {
    const before = Object.entries(changed).map(([column, change]) => [column, valueIn(change, 'old')] as const);
    state = { ...state, ...Object.fromEntries(before) };
    states.unshift(state);
  }
  return states.map(withoutCalculated);
}

/** Every value that the column of a record has had, in order. */
function history(states: readonly Columns[], kind: Kind, column: string): Json[] {
  const values = states.map((state) => comparable(kind, state)[column] ?? null);
  return values.filter((value, n) => value !== null && value !== values[n - 1]);
}

/** Whether the record has ever had one of the confirmed values. */
const everHad = (states: readonly Columns[], { kind, values }: Confirmation): boolean =>
  kind !== 'other' && Object.entries(values).some(([column, value]) => history(states, kind, column).includes(value));

const sameValues = (a: Columns, b: Columns, columns: readonly string[]) =>
  columns.every((column) => JSON.stringify(a[column] ?? null) === JSON.stringify(b[column] ?? null));

/** States that combine dependent columns in a way that no user ever had. */
function mixedGroups(
  id: string,
  kind: Kind,
  states: readonly Columns[],
  mine: readonly Confirmation[],
  isHolder: IsHolder,
): string[] {
  const groups = mine.filter(({ groupValues }) => groupValues !== null);
  const wrong: string[] = [];
  for (const [n, state] of states.entries()) {
    const group = groupOf(kind, state);
    // A total that only the account holder can type is ignored for employees.
    const had = groups.some(({ groupValues, userId }) =>
      sameValues(
        groupValues ?? {},
        group,
        // The insert can't write the typed total: an update follows it.
        groupColumns(kind).filter((column) => column !== 'total_value' || (n > 0 && isHolder(userId))),
      ),
    );
    if (!had) wrong.push(`${id}: ${JSON.stringify(group)} is a mix of both sides`);
  }
  return wrong;
}
type IsHolder = (userId: string) => boolean;

/** Where the database differs from what was confirmed. */
export function checkConfirmations(end: ScenarioEnd): Findings {
  const { confirmations, rows, log, unsent, sent, otherRecords, accountOf } = end;
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  const tables: string[] = ALL_KINDS.map(tableOf);
  const deleted = new Set(
    log
      .filter(({ action, table_name }) => action === 'delete' && tables.includes(table_name))
      .map(({ row_id }) => row_id),
  );
  const present = new Set(rows.map(({ id }) => id));

  for (const row of rows) {
    const creator = confirmations.find((one) => one.id === row.id && one.do === 'insert');
    if (!creator) {
      found.doubled.push(`${row.id} was never confirmed by a screen`);
      continue;
    }
    if (row.user_id !== accountOf.get(creator.userId)) found.other.push(`${row.id} is in another account`);
    if (row.person !== creator.userId) found.other.push(`${row.id} is another person's`);
    if (deleted.has(row.id)) found.doubled.push(`${row.id} came back after it was deleted`);
  }
  for (const { writer, id } of sent) {
    if (![...confirmations, ...otherRecords].some((one) => one.userId === writer && one.id === id))
      found.other.push(`${id} was sent by somebody who never had it`);
  }

  const states = new Map<string, Columns[]>();
  for (const { id, kind } of confirmations) if (kind !== 'other') states.set(id, statesOf(id, kind, end));
  for (const one of confirmations) {
    if (one.kind === 'other' || one.do === 'drop') continue;
    const waits = (unsent.get(one.actor) ?? []).some(({ id, kind }) => isKind(kind) && id === one.id);
    const later = confirmations.filter(
      (other) => other.actor === one.actor && other.id === one.id && other.at > one.at,
    );
    const name = `${one.do} ${one.id} ${JSON.stringify(one.values)} of ${one.actor}`;
    if (one.uncertain || waits || later.some((other) => other.do === 'drop')) continue;
    if (one.do === 'delete') {
      if (!present.has(one.id)) continue;
      // Deleting an entry that was never sent frees its id, and a form in another tab can still have that id. Saving
      // the form creates a new record, which must contain nothing of the deleted one.
      const savedAgain = later.some((other) => other.do === 'insert');
      const earlier = confirmations.filter((other) => other.id === one.id && other.at < one.at);
      if (!savedAgain || earlier.some((other) => everHad(states.get(one.id) ?? [], other)))
        found.lost.push(`${name}: is still there`);
      continue;
    }
    if (later.some((other) => other.do === 'delete')) continue;
    if (one.do === 'insert' && !present.has(one.id) && !deleted.has(one.id)) found.lost.push(`${name}: is not there`);
    for (const column of Object.keys(one.values)) {
      // The value was cleared or never typed.
      if (one.values[column] === null) continue;
      const replaced = later.some((other) => column in other.values);
      const had = history(states.get(one.id) ?? [], one.kind, column).includes(one.values[column] ?? null);
      if (!had && !replaced) found.lost.push(`${name}: its ${column} never arrived`);
    }
  }

  for (const [id, had] of states) {
    const mine = confirmations.filter((one) => one.id === id);
    const kind = mine.find((one) => one.kind !== 'other')?.kind ?? 'other';
    if (kind === 'other') continue;
    for (const column of columnsOf(kind)) {
      const values = history(had, kind, column);
      const writersOf = (value: Json) => mine.filter((one) => one.values[column] === value);
      found.other.push(...unseenOverwrites(values, column, writersOf).map((what) => `${id}: ${what}`));
      for (const value of new Set(values)) {
        const times = values.filter((one) => one === value).length;
        // Keeping one's own version in a conflict writes the value again.
        if (times > Math.max(1, writersOf(value).length))
          found.doubled.push(`${id}: ${column} became ${JSON.stringify(value)} ${times} times`);
      }
      const firsts = [...new Set(values)].flatMap((value) => writersOf(value).slice(0, 1));
      for (const [n, one] of firsts.entries())
        if (firsts.slice(n + 1).some((after) => after.actor === one.actor && after.at < one.at))
          found.lost.push(`${id}: an older ${column} came over a newer one of ${one.actor}`);
    }
    if (groupColumns(kind).length > 0)
      found.other.push(...mixedGroups(id, kind, had, mine, (userId) => accountOf.get(userId) === userId));
  }
  return found;
}

/** Values that replaced a value that their author had not seen. */
function unseenOverwrites(
  values: readonly Json[],
  column: string,
  writersOf: (value: Json) => Confirmation[],
): string[] {
  const hadSeen = (confirmation: Confirmation, before: Json, known: ReadonlySet<Confirmation> = new Set()): boolean => {
    const seen = confirmation.seen[column];
    if (confirmation.overrides || seen === before) return true;
    return (
      seen !== undefined &&
      !known.has(confirmation) &&
      writersOf(seen).some((one) => hadSeen(one, before, new Set([...known, confirmation])))
    );
  };
  const wrong: string[] = [];
  for (const [n, value] of values.entries()) {
    const before = values[n - 1];
    const writers = writersOf(value);
    if (writers.length === 0) wrong.push(`${column} ${JSON.stringify(value)} was never typed`);
    else if (before !== undefined && !writers.some((one) => hadSeen(one, before)))
      wrong.push(`${column} ${JSON.stringify(value)} went over ${JSON.stringify(before)}, which was not seen`);
  }
  return wrong;
}
