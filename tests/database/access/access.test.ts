// Who may do what with each table and view, as access-table.ts promises: one test compares all cells of a relation. They are
// asked in SQL as each persona, in transactions that are rolled back. The attack matrix asks the same through the API in
// a full run, and looks at what else a change touches.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relations } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, relationOf, PERSONAS, type Persona } from '@tests/support/database/persona-ids';
import { createPersonas, type Personas } from '@tests/support/database/personas';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import type { Row, Sql } from '../../../supabase/local/database/sql';
import { allows, type Grid } from './access-grid';
import { ACCESS, BODIES, CASCADE_DELETES, CASCADE_UPDATES } from './access-table';
import { asPersona, forEachPersona, withChanges, type Refusal } from './as-persona';
import { keysOf, whereKey, writesOf, type Statement } from './statements';

let backend: TestBackend;
let personas: Personas;

beforeAll(async () => {
  backend = await testBackend();
  personas = await createPersonas(backend);
});
afterAll(() => backend.close());

/** The word of access-table.ts for a refusal; any other error is a word of its own, and so differs from the table. */
function refusalWord(persona: Persona, { code, message }: Refusal): string {
  if (code === '42501') return persona === 'K' ? '401' : '403';
  return code === '55000' ? 'read' : `${code} ${message}`;
}

/** What a persona is answered, as a word of access-table.ts; nothing that was done stays. */
async function ask(persona: Persona, work: (sql: Sql) => Promise<string>): Promise<string> {
  const answered = await asPersona(backend, personas, persona, work);
  return 'refusal' in answered ? refusalWord(persona, answered.refusal) : answered.answer;
}

/**
 * The letters of the rows among these; `none` if there are none. A letter stands for all rows of its relation to the
 * persona: one that stands for some of them gets a question mark.
 */
function lettersOf(relation: string, persona: Persona, among: readonly Row[]): string {
  const isAmong = (key: Record<string, string>) =>
    among.some((row) => Object.entries(key).every(([column, value]) => String(row[column]) === value));
  const letters = ['o', 'h', 'c', 'x'].map((letter) => {
    const rows = personas.rows(relation).filter((row) => relationOf(row, persona) === letter);
    const found = rows.filter(({ key }) => isAmong(key)).length;
    return found === 0 ? '' : found === rows.length ? letter : `${letter}?`;
  });
  return letters.join('') || 'none';
}

/** The rows that a persona reads, with an x if one of another account is among them. */
const readBy = (persona: Persona, relation: string) =>
  ask(persona, async (sql) => {
    // A person reads profiles of people whose rows are in no table.
    const keys = keysOf(personas, relation);
    const columns = relation === 'profiles' ? keys : [...keys, 'user_id'];
    const rows = await sql.query(`select ${columns.join(', ')} from public.${relation}`);
    const account = persona === 'K' ? null : ACCOUNT_OF[persona];
    const own = account === null ? undefined : personas.people[account].id;
    const isForeign = relation !== 'profiles' && own !== undefined && rows.some((row) => row['user_id'] !== own);
    return lettersOf(relation, persona, rows) + (isForeign ? ' and another account’s' : '');
  });

/**
 * The rows that a statement changes for a persona. A rule about one row, such as a machine with a history, must not hide
 * what is allowed on the others: then each row is changed by itself.
 */
async function changedBy(persona: Persona, relation: string, statement: (where: string) => Statement) {
  const together = await ask(persona, async (sql) =>
    lettersOf(relation, persona, await sql.query(...statement('true'))),
  );
  if (!together.startsWith('23')) return together;
  const changed: Row[] = [];
  for (const { key } of personas.rows(relation)) {
    const word = await ask(persona, async (sql) =>
      (await sql.query(...statement(whereKey(key)))).length > 0 ? 'changed' : 'none',
    );
    if (word === 'changed') changed.push(key);
    else if (word !== 'none') return word;
  }
  return lettersOf(relation, persona, changed);
}

/** Whether a persona may insert into their own account; an insert into another one is refused in any case. */
async function insertedBy(persona: Persona, insert: (account: string) => Statement) {
  const insertInto = (user: string) =>
    ask(persona, async (sql) => {
      await sql.query(...insert(user));
      return 'own';
    });
  const account = persona === 'K' ? null : ACCOUNT_OF[persona];
  const own = await insertInto(personas.people[persona === 'K' ? 'A1' : (account ?? persona)].id);
  const foreign = await insertInto(personas.people[account === 'A1' ? 'A2' : 'A1'].id);
  const isRefused = foreign === (own === 'own' ? '403' : own);
  return isRefused ? own : `${own}, and another account: ${foreign}`;
}

async function gridOf(relation: string): Promise<Grid> {
  const { insert, update, remove } = writesOf(relation, keysOf(personas, relation));
  return {
    select: await forEachPersona(PERSONAS, (persona) => readBy(persona, relation)),
    insert: await forEachPersona(PERSONAS, (persona) => insertedBy(persona, insert)),
    update: await forEachPersona(PERSONAS, (persona) => changedBy(persona, relation, update)),
    delete: await forEachPersona(PERSONAS, (persona) => changedBy(persona, relation, remove)),
  };
}

test('every table and view has a line, and every line a table or view', async () => {
  const names = (await relations(backend)).map(({ name }) => name);
  expect(Object.keys(ACCESS).sort()).toEqual(names);
  expect(Object.keys(BODIES).sort()).toEqual(names);
});

test.each(Object.entries(ACCESS))('%s is read and changed only as its grid says', async (relation, grid) => {
  expect(await gridOf(relation)).toEqual(grid);
});

const CHANGES = Object.entries(ACCESS).flatMap(([relation, grid]) =>
  (['update', 'delete'] as const).filter((verb) => allows(grid[verb].A1, 'o')).map((verb) => [verb, relation] as const),
);

test.each(CHANGES)('the %s of a row of %s touches no other table', async (verb, relation) => {
  const row = personas.rows(relation).find(({ maker }) => maker === 'A1');
  if (!row) throw new Error(`A1 has no row of ${relation}`);
  const { update, remove } = writesOf(relation, keysOf(personas, relation));
  const statement = (verb === 'update' ? update : remove)(whereKey(row.key));
  const answered = await asPersona(backend, personas, 'A1', (sql) => withChanges(sql, () => sql.query(...statement)));
  if ('refusal' in answered) throw new Error(answered.refusal.message);
  const cascaded = (verb === 'delete' ? CASCADE_DELETES : CASCADE_UPDATES)[relation] ?? [];
  expect(answered.answer.changed.filter((table) => table !== 'public.audit_log')).toEqual(
    [`public.${relation}`, ...cascaded].toSorted(),
  );
});
