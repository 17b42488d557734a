// Who may do what with each table and view, as access-table.ts promises: one test compares all cells of a relation. They are
// asked in SQL as each persona, in transactions that are rolled back. The attack matrix asks the same through the API in
// a full run, and looks at what else a change touches.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relations } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, relationOf, PERSONAS, type Persona } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { TestBackend } from '@tests/support/embedded/backend';
import type { Row } from '../../../supabase/local/database/sql';
import { allows, type Grid } from './access-grid';
import { ACCESS, BODIES, CASCADE_DELETES, CASCADE_UPDATES } from './access-table';
import { asPersona, forEachPersona, withChanges, type Refusal } from './as-persona';
import { keysOf, whereKey, writesOf, type Statement } from './statements';
import { prepareTries, tryStatements } from './try-statements';

let backend: TestBackend;
let personas: Personas;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  await prepareTries(backend);
});
afterAll(() => backend.close());

/** The word of access-table.ts for a refusal; any other error is a word of its own, and so differs from the table. */
function refusalWord(persona: Persona, { code, message }: Refusal): string {
  if (code === '42501') return persona === 'K' ? '401' : '403';
  return code === '55000' ? 'read' : `${code} ${message}`;
}

/** What a persona is answered to each statement: a word of access-table.ts, or the returned rows; nothing stays. */
const ask = async (persona: Persona, statements: readonly Statement[]): Promise<(string | Row[])[]> =>
  (await tryStatements(backend, personas, persona, statements)).map((tried) =>
    'refusal' in tried ? refusalWord(persona, tried.refusal) : tried.answer.rows,
  );

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

/** The statement with which a persona reads a relation. */
function readingOf(relation: string): Statement {
  // A person reads profiles of people whose rows are in no table.
  const keys = keysOf(personas, relation);
  const columns = relation === 'profiles' ? keys : [...new Set([...keys, 'user_id'])];
  return [`select ${columns.join(', ')} from public.${relation}`, []];
}

/** The rows that a persona reads, with an x if one of another account is among them. */
function readWord(persona: Persona, relation: string, rows: readonly Row[]): string {
  const account = persona === 'K' ? null : ACCOUNT_OF[persona];
  const own = account === null ? undefined : personas.people[account].id;
  const isForeign = relation !== 'profiles' && own !== undefined && rows.some((row) => row['user_id'] !== own);
  return lettersOf(relation, persona, rows) + (isForeign ? ' and another account’s' : '');
}

/** A rule about one row, such as a machine with a history, must not hide what is allowed on the others. */
async function changedOneByOne(persona: Persona, relation: string, statement: (where: string) => Statement) {
  const keys = personas.rows(relation).map(({ key }) => key);
  const changed: Row[] = [];
  for (const [at, word] of (
    await ask(
      persona,
      keys.map((key) => statement(whereKey(key))),
    )
  ).entries()) {
    if (typeof word === 'string') return word;
    if (word.length > 0) changed.push(keys[at] ?? {});
  }
  return lettersOf(relation, persona, changed);
}

/** Whether a persona may insert into their own account; an insert into another one is refused in any case. */
function insertWord(own: string | Row[], foreign: string | Row[]): string {
  const [ownWord, foreignWord] = [own, foreign].map((answer) => (typeof answer === 'string' ? answer : 'own')) as [
    string,
    string,
  ];
  const isRefused = foreignWord === (ownWord === 'own' ? '403' : ownWord);
  return isRefused ? ownWord : `${ownWord}, and another account: ${foreignWord}`;
}

/** What a persona may do with a relation. */
async function cellsOf(persona: Persona, relation: string) {
  const { insert, update, remove } = writesOf(relation, keysOf(personas, relation));
  const account = persona === 'K' ? null : ACCOUNT_OF[persona];
  const home = personas.people[persona === 'K' ? 'A1' : (account ?? persona)].id;
  const foreign = personas.people[account === 'A1' ? 'A2' : 'A1'].id;
  const statements = [readingOf(relation), insert(home), insert(foreign), update('true'), remove('true')];
  const [read, own, other, updated, removed] = (await ask(persona, statements)) as [
    string | Row[],
    string | Row[],
    string | Row[],
    string | Row[],
    string | Row[],
  ];
  const changeWord = async (answer: string | Row[], statement: (where: string) => Statement) =>
    typeof answer !== 'string'
      ? lettersOf(relation, persona, answer)
      : answer.startsWith('23')
        ? changedOneByOne(persona, relation, statement)
        : answer;
  return {
    select: typeof read === 'string' ? read : readWord(persona, relation, read),
    insert: insertWord(own, other),
    update: await changeWord(updated, update),
    delete: await changeWord(removed, remove),
  };
}

async function gridOf(relation: string): Promise<Grid> {
  const cells = await forEachPersona(PERSONAS, (persona) => cellsOf(persona, relation));
  const of = (verb: keyof Grid) =>
    Object.fromEntries(PERSONAS.map((persona) => [persona, cells[persona][verb]])) as Grid[typeof verb];
  return { select: of('select'), insert: of('insert'), update: of('update'), delete: of('delete') };
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
