// What people were told, and whether it came true: the oracle of the model.
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/outbox/entry';
import type { Sent } from './line';

export type Column = 'quantity' | 'notes';
export const COLUMNS = ['quantity', 'notes'] as const satisfies Column[];

/** One thing that a screen showed as saved. Every value is given once, so that a row says whose it carries. */
export type Told = {
  at: number;
  do: 'insert' | 'edit' | 'delete' | 'drop';
  id: string;
  /** The person on the phone, as one. */
  who: string;
  userId: string;
  values: Partial<Record<Column, Json>>;
  /** What stood there for this person. */
  saw: Partial<Record<Column, Json>>;
  /** Killed before anything was shown: it may be there or not. */
  maybe: boolean;
  /** Made after the person was shown what the database holds, and wanted theirs. */
  overrides: boolean;
};

export type Row = { id: string; user_id: string; employee_id: string | null; quantity: Json; notes: Json };
/** A line of the audit log, in its order. */
export type Logged = { row_id: string; action: 'update' | 'delete'; changed: Record<string, Json> };
export type End = {
  told: readonly Told[];
  rows: readonly Row[];
  log: readonly Logged[];
  /** What is left on the phones, by person on a phone. */
  left: ReadonlyMap<string, readonly Entry[]>;
  /** Who wrote which record. */
  sent: readonly Sent[];
  /** Who made which customer. */
  customers: readonly { userId: string; id: string }[];
  accountOf: ReadonlyMap<string, string>;
};

const valueIn = (change: Json | undefined, side: 'old' | 'new'): Json | undefined =>
  typeof change === 'object' && change !== null && !Array.isArray(change) ? change[side] : undefined;

/** Every value that the column of a row has had, in order. */
function history(id: string, column: Column, { rows, log }: End): Json[] {
  const values: Json[] = [];
  for (const { row_id, action, changed } of log) {
    if (row_id !== id) continue;
    const change = changed[column];
    const before = action === 'delete' ? change : valueIn(change, 'old');
    if (before !== undefined && values.length === 0) values.push(before);
    const after = action === 'delete' ? undefined : valueIn(change, 'new');
    if (after !== undefined) values.push(after);
  }
  const row = rows.find((one) => one.id === id);
  if (row && values.length === 0) values.push(row[column]);
  return values;
}

/** An entry that nobody has to look at waits for nothing but another one. */
function stuck(entry: Entry, all: readonly Entry[]): boolean {
  if (entry.state === 'attention') return entry.problem === null || entry.problem.sentence === '';
  return !all.some(
    (other) =>
      other !== entry &&
      ((other.id === entry.id && other.seq < entry.seq) || entry.parents.includes(other.id)) &&
      !stuck(other, all),
  );
}

export type Findings = { lost: string[]; doubled: string[]; other: string[] };

/** What is not as it was told. */
export function judge(end: End): Findings {
  const { told, rows, log, left, sent, customers, accountOf } = end;
  const found: Findings = { lost: [], doubled: [], other: [] };
  const deleted = new Set(log.filter(({ action }) => action === 'delete').map(({ row_id }) => row_id));
  const present = new Set(rows.map(({ id }) => id));
  const byValue = new Map<Json, Told>();
  for (const one of told) for (const value of Object.values(one.values)) byValue.set(value, one);
  const works = (all: readonly Entry[] | undefined) => (all ?? []).filter(({ kind }) => kind === 'work');

  for (const [who, all] of left) {
    for (const entry of all) if (stuck(entry, all)) found.other.push(`${entry.id} waits on ${who} without a reason`);
  }
  for (const row of rows) {
    const maker = told.find((one) => one.id === row.id && one.do === 'insert');
    if (!maker) {
      found.doubled.push(`${row.id} was told by nobody`);
      continue;
    }
    const account = accountOf.get(maker.userId);
    if (row.user_id !== account) found.other.push(`${row.id} is in another account`);
    if (row.employee_id !== (maker.userId === account ? null : maker.userId))
      found.other.push(`${row.id} is another person's`);
    if (deleted.has(row.id)) found.doubled.push(`${row.id} came back after it was deleted`);
  }
  for (const { by, table, id } of sent) {
    const mine = (table === 'works' ? told : customers).some((one) => one.userId === by && one.id === id);
    if (!mine) found.other.push(`${id} was sent by somebody who never had it`);
  }

  for (const one of told) {
    const waits = works(left.get(one.who)).some(({ id }) => id === one.id);
    const later = told.filter((other) => other.who === one.who && other.id === one.id && other.at > one.at);
    const excused = one.maybe || waits || later.some((other) => other.do === 'drop');
    const name = `${one.do} ${one.id} ${JSON.stringify(one.values)} of ${one.who}`;
    if (one.do === 'drop' || excused) continue;
    if (one.do === 'delete') {
      if (present.has(one.id)) found.lost.push(`${name}: is still there`);
      continue;
    }
    if (later.some((other) => other.do === 'delete')) continue;
    if (one.do === 'insert' && !present.has(one.id) && !deleted.has(one.id)) found.lost.push(`${name}: is not there`);
    for (const column of COLUMNS) {
      const value = one.values[column];
      if (value === undefined) continue;
      const replaced = later.some((other) => other.values[column] !== undefined && !other.maybe);
      const maybe = later.some((other) => other.values[column] !== undefined && other.maybe);
      const had = history(one.id, column, end).includes(value);
      if (!had && !replaced && !maybe) found.lost.push(`${name}: its ${column} never arrived`);
    }
  }

  const ids = new Set(told.map(({ id }) => id));
  for (const id of ids) {
    for (const column of COLUMNS) found.other.push(...overwritten(history(id, column, end), column, byValue));
    for (const column of COLUMNS) {
      const values = history(id, column, end);
      for (const value of new Set(values.filter((one, n) => values.indexOf(one) !== n)))
        found.doubled.push(`${id}: ${column} became ${JSON.stringify(value)} twice`);
      const order = values.map((value) => byValue.get(value)).filter((one) => one !== undefined);
      for (const [n, one] of order.entries())
        if (order.slice(n + 1).some((after) => after.who === one.who && after.at < one.at))
          found.lost.push(`${id}: an older ${column} came over a newer one of ${one.who}`);
    }
  }
  return found;
}

/** Values that went over one that their person had not seen. */
function overwritten(values: readonly Json[], column: Column, byValue: ReadonlyMap<Json, Told>): string[] {
  const knew = (told: Told, before: Json) => {
    let one: Told | undefined = told;
    while (one) {
      const saw: Json | undefined = one.saw[column];
      if (one.overrides || saw === before) return true;
      one = saw === undefined ? undefined : byValue.get(saw);
    }
    return false;
  };
  const wrong: string[] = [];
  for (const [n, value] of values.entries()) {
    const before = values[n - 1];
    const by = byValue.get(value);
    if (!by) wrong.push(`${column} ${JSON.stringify(value)} was typed by nobody`);
    else if (before !== undefined && !knew(by, before))
      wrong.push(
        `${by.id}: ${column} ${JSON.stringify(value)} went over ${JSON.stringify(before)}, which was not seen`,
      );
  }
  return wrong;
}
