// What users were shown as saved, and whether it came true: the oracle of the model.
import type { Json } from '@/lib/database.types';
import type { Entry, Fields } from '@/offline/outbox/entry';
import { ALL, columnsOf, groupOf, groupIn, isKind, plainOf, tableOf, type Kind } from './kinds';
import type { Sent } from './line';
import { asEntered } from './world';

/** One thing that a screen showed as saved. Every value is used once, so that a row shows whose values it contains. */
export type Told = {
  at: number;
  /** keep: in answer to a conflict. */
  do: 'insert' | 'edit' | 'delete' | 'keep' | 'drop';
  kind: Kind | 'other';
  id: string;
  /** The person on this phone. */
  who: string;
  userId: string;
  values: Fields;
  /** The values that this person saw before. */
  saw: Fields;
  /** All columns of the dependent group as the person had them; null if none of them was written. */
  whole: Fields | null;
  /** Killed before anything was shown: it may be stored or not. */
  maybe: boolean;
  /** Made after the person was shown the database's version and chose their own. */
  overrides: boolean;
};

export type Row = { id: string; kind: Kind; user_id: string; person: string; state: Fields };
/** A line of the audit log, in its order. */
export type Logged = { table_name: string; row_id: string; action: 'update' | 'delete'; changed: Fields };
export type Customer = { id: string; user_id: string; name: string; formerly: string[] };
export type Attached = { id: string; parent_id: string; stored: boolean };
export type End = {
  told: readonly Told[];
  rows: readonly Row[];
  log: readonly Logged[];
  /** What is left on the phones, by person and phone. */
  left: ReadonlyMap<string, readonly Entry[]>;
  /** Who wrote which record. */
  sent: readonly Sent[];
  /** Who created which record of the other kinds. */
  made: readonly { userId: string; id: string }[];
  accountOf: ReadonlyMap<string, string>;
};
export type Findings = { lost: string[]; doubled: string[]; stuck: string[]; other: string[] };

const valueIn = (change: Json | undefined, side: 'old'): Json =>
  typeof change === 'object' && change !== null && !Array.isArray(change) ? (change[side] ?? null) : null;

/** Every state that a record has had, in order. */
function statesOf(id: string, kind: Kind, { rows, log }: Pick<End, 'rows' | 'log'>): Fields[] {
  const mine = log.filter(({ row_id, table_name }) => row_id === id && table_name === tableOf(kind));
  let state = rows.find((row) => row.id === id)?.state ?? mine.find(({ action }) => action === 'delete')?.changed;
  if (!state) return [];
  const states = [state];
  for (const { changed } of mine.filter(({ action }) => action === 'update').toReversed()) {
    const before = Object.entries(changed).map(([column, change]) => [column, valueIn(change, 'old')] as const);
    state = { ...state, ...Object.fromEntries(before) };
    states.unshift(state);
  }
  return states.map(asEntered);
}

/** Every value that the column of a record has had, in order. */
function history(states: readonly Fields[], kind: Kind, column: string): Json[] {
  const values = states.map((state) => plainOf(kind, state)[column] ?? null);
  return values.filter((value, n) => value !== null && value !== values[n - 1]);
}

/** Whether the record has ever had one of the values told. */
const carries = (states: readonly Fields[], { kind, values }: Told): boolean =>
  kind !== 'other' && Object.entries(values).some(([column, value]) => history(states, kind, column).includes(value));

const same = (a: Fields, b: Fields, columns: readonly string[]) =>
  columns.every((column) => JSON.stringify(a[column] ?? null) === JSON.stringify(b[column] ?? null));

/** States that combine dependent columns which no one ever had together. */
function mixed(id: string, kind: Kind, states: readonly Fields[], mine: readonly Told[], isHolder: IsHolder): string[] {
  const wholes = mine.filter(({ whole }) => whole !== null);
  const wrong: string[] = [];
  for (const [n, state] of states.entries()) {
    const group = groupOf(kind, state);
    // A total that only the account holder can type is ignored for employees.
    const had = wholes.some(({ whole, userId }) =>
      same(
        whole ?? {},
        group,
        // A typed value is written after the new row.
        groupIn(kind).filter((column) => column !== 'total_value' || (n > 0 && isHolder(userId))),
      ),
    );
    if (!had) wrong.push(`${id}: ${JSON.stringify(group)} is a mix of both sides`);
  }
  return wrong;
}
type IsHolder = (userId: string) => boolean;

/** What differs from what was shown. */
export function judge(end: End): Findings {
  const { told, rows, log, left, sent, made, accountOf } = end;
  const found: Findings = { lost: [], doubled: [], stuck: [], other: [] };
  const tables: string[] = ALL.map(tableOf);
  const deleted = new Set(
    log
      .filter(({ action, table_name }) => action === 'delete' && tables.includes(table_name))
      .map(({ row_id }) => row_id),
  );
  const present = new Set(rows.map(({ id }) => id));

  for (const row of rows) {
    const maker = told.find((one) => one.id === row.id && one.do === 'insert');
    if (!maker) {
      found.doubled.push(`${row.id} was told by nobody`);
      continue;
    }
    if (row.user_id !== accountOf.get(maker.userId)) found.other.push(`${row.id} is in another account`);
    if (row.person !== maker.userId) found.other.push(`${row.id} is another person's`);
    if (deleted.has(row.id)) found.doubled.push(`${row.id} came back after it was deleted`);
  }
  for (const { by, id } of sent) {
    if (![...told, ...made].some((one) => one.userId === by && one.id === id))
      found.other.push(`${id} was sent by somebody who never had it`);
  }

  const states = new Map<string, Fields[]>();
  for (const { id, kind } of told) if (kind !== 'other') states.set(id, statesOf(id, kind, end));
  for (const one of told) {
    if (one.kind === 'other' || one.do === 'drop') continue;
    const waits = (left.get(one.who) ?? []).some(({ id, kind }) => isKind(kind) && id === one.id);
    const later = told.filter((other) => other.who === one.who && other.id === one.id && other.at > one.at);
    const name = `${one.do} ${one.id} ${JSON.stringify(one.values)} of ${one.who}`;
    if (one.maybe || waits || later.some((other) => other.do === 'drop')) continue;
    if (one.do === 'delete') {
      if (!present.has(one.id)) continue;
      // An id is free again after the deletion of an entry that never left the phone, and a form in another tab can
      // still have it. What is saved from there is a new record; nothing of the deleted one may be in it.
      const anew = later.some((other) => other.do === 'insert');
      const of = told.filter((other) => other.id === one.id && other.at < one.at);
      if (!anew || of.some((other) => carries(states.get(one.id) ?? [], other)))
        found.lost.push(`${name}: is still there`);
      continue;
    }
    if (later.some((other) => other.do === 'delete')) continue;
    if (one.do === 'insert' && !present.has(one.id) && !deleted.has(one.id)) found.lost.push(`${name}: is not there`);
    for (const column of Object.keys(one.values)) {
      // Emptied, or never typed.
      if (one.values[column] === null) continue;
      const replaced = later.some((other) => column in other.values);
      const had = history(states.get(one.id) ?? [], one.kind, column).includes(one.values[column] ?? null);
      if (!had && !replaced) found.lost.push(`${name}: its ${column} never arrived`);
    }
  }

  for (const [id, had] of states) {
    const mine = told.filter((one) => one.id === id);
    const kind = mine.find((one) => one.kind !== 'other')?.kind ?? 'other';
    if (kind === 'other') continue;
    for (const column of columnsOf(kind)) {
      const values = history(had, kind, column);
      const by = (value: Json) => mine.filter((one) => one.values[column] === value);
      found.other.push(...overwritten(values, column, by).map((what) => `${id}: ${what}`));
      for (const value of new Set(values)) {
        const times = values.filter((one) => one === value).length;
        // Keeping one's own version writes it once more.
        if (times > Math.max(1, by(value).length))
          found.doubled.push(`${id}: ${column} became ${JSON.stringify(value)} ${times} times`);
      }
      const firsts = [...new Set(values)].flatMap((value) => by(value).slice(0, 1));
      for (const [n, one] of firsts.entries())
        if (firsts.slice(n + 1).some((after) => after.who === one.who && after.at < one.at))
          found.lost.push(`${id}: an older ${column} came over a newer one of ${one.who}`);
    }
    if (groupIn(kind).length > 0)
      found.other.push(...mixed(id, kind, had, mine, (userId) => accountOf.get(userId) === userId));
  }
  return found;
}

/** Values that replaced a value which their author had not seen. */
function overwritten(values: readonly Json[], column: string, by: (value: Json) => Told[]): string[] {
  const knew = (told: Told, before: Json, known: ReadonlySet<Told> = new Set()): boolean => {
    const saw = told.saw[column];
    if (told.overrides || saw === before) return true;
    return saw !== undefined && !known.has(told) && by(saw).some((one) => knew(one, before, new Set([...known, told])));
  };
  const wrong: string[] = [];
  for (const [n, value] of values.entries()) {
    const before = values[n - 1];
    const makers = by(value);
    if (makers.length === 0) wrong.push(`${column} ${JSON.stringify(value)} was typed by nobody`);
    else if (before !== undefined && !makers.some((one) => knew(one, before)))
      wrong.push(`${column} ${JSON.stringify(value)} went over ${JSON.stringify(before)}, which was not seen`);
  }
  return wrong;
}
