// Who may do what with each table and view, as access-table.ts promises: one test compares all cells of a relation. They are
// asked in SQL as each persona, in transactions that are rolled back. The attack matrix asks the same through the API in
// a full run, and looks at what else a change touches.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relations } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS, relationOf, type Persona } from '@tests/support/database/persona-ids';
import { createPersonas, type Personas } from '@tests/support/database/personas';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import type { Row, Sql } from '../../../supabase/local/database/sql';
import type { Grid } from './access-grid';
import { ACCESS, BODIES } from './access-table';

let backend: TestBackend;
let personas: Personas;

beforeAll(async () => {
  backend = await testBackend();
  personas = await createPersonas(backend);
});
afterAll(() => backend.close());

type Statement = readonly [text: string, params: readonly unknown[]];

/** Thrown to roll a transaction back once its answer is known. */
class Answered extends Error {
  constructor(readonly word: string) {
    super(word);
  }
}

/** The word of access-table.ts for a refusal; any other error is a word of its own, and so differs from the table. */
function refusalOf(persona: Persona, error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string } };
  const code = (error as { code?: string }).code ?? cause?.code;
  if (code === '42501') return persona === 'K' ? '401' : '403';
  return code === '55000' ? 'read' : `${code} ${message}`;
}

/** What a persona is answered, as a word of access-table.ts; nothing that was done stays. */
async function ask(persona: Persona, work: (sql: Sql) => Promise<string>): Promise<string> {
  const claims =
    persona === 'K' ? { role: 'anon' } : { role: 'authenticated', sub: personas.people[persona].id, aal: 'aal1' };
  try {
    return await backend.transaction(async (sql) => {
      await sql.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        claims.role,
        JSON.stringify(claims),
      ]);
      throw new Answered(await work(sql));
    });
  } catch (error) {
    return error instanceof Answered ? error.word : refusalOf(persona, error);
  }
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

const keysOf = (relation: string) => Object.keys(personas.rows(relation)[0]?.key ?? { id: '' });

/** The rows that a persona reads, with an x if one of another account is among them. */
const readBy = (persona: Persona, relation: string) =>
  ask(persona, async (sql) => {
    // A person reads profiles of people whose rows are in no table.
    const columns = relation === 'profiles' ? keysOf(relation) : [...keysOf(relation), 'user_id'];
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
    const where = Object.entries(key).map(([column, value]) => `t.${column} = '${value}'`);
    const word = await ask(persona, async (sql) =>
      (await sql.query(...statement(where.join(' and ')))).length > 0 ? 'changed' : 'none',
    );
    if (word === 'changed') changed.push(key);
    else if (word !== 'none') return word;
  }
  return lettersOf(relation, persona, changed);
}

/** Whether a persona may insert into their own account; an insert into another one is refused in any case. */
async function insertedBy(persona: Persona, relation: string) {
  const { add, change, prefer } = BODIES[relation] ?? { add: () => ({}), change: {} };
  const insertInto = (user: string) => {
    const values = add(user);
    const names = Object.keys(values).join(', ');
    const update = Object.keys(change).map((column) => `${column} = excluded.${column}`);
    const orUpdate = prefer ? ` on conflict (${keysOf(relation).join(', ')}) do update set ${update.join(', ')}` : '';
    return ask(persona, async (sql) => {
      await sql.query(
        `insert into public.${relation} (${names})
         select ${names} from jsonb_populate_record(null::public.${relation}, $1)${orUpdate}`,
        [JSON.stringify(values)],
      );
      return 'own';
    });
  };
  const account = persona === 'K' ? null : ACCOUNT_OF[persona];
  const own = await insertInto(personas.people[persona === 'K' ? 'A1' : (account ?? persona)].id);
  const foreign = await insertInto(personas.people[account === 'A1' ? 'A2' : 'A1'].id);
  const isRefused = foreign === (own === 'own' ? '403' : own);
  return isRefused ? own : `${own}, and another account: ${foreign}`;
}

async function gridOf(relation: string): Promise<Grid> {
  const change = BODIES[relation]?.change ?? {};
  const keys = keysOf(relation).map((key) => `t.${key}`);
  const set = Object.keys(change).map((column) => `${column} = v.${column}`);
  const update = (where: string): Statement => [
    `update public.${relation} t set ${set.join(', ')}
     from jsonb_populate_record(null::public.${relation}, $1) v where ${where} returning ${keys.join(', ')}`,
    [JSON.stringify(change)],
  ];
  const remove = (where: string): Statement => [
    `delete from public.${relation} t where ${where} returning ${keys.join(', ')}`,
    [],
  ];
  const cells = async (cell: (persona: Persona) => Promise<string>) => {
    const words: [Persona, string][] = [];
    for (const persona of PERSONAS) words.push([persona, await cell(persona)]);
    // Each persona occurs once.
    return Object.fromEntries(words) as Record<Persona, string>;
  };
  return {
    select: await cells((persona) => readBy(persona, relation)),
    insert: await cells((persona) => insertedBy(persona, relation)),
    update: await cells((persona) => changedBy(persona, relation, update)),
    delete: await cells((persona) => changedBy(persona, relation, remove)),
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
