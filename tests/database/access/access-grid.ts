// How the tables of access are written and read.
//
// Columns: K has only the public key; A1 and A2 hold accounts; E1 and E1b work for A1; L's account has lapsed and EL
// works there; R was removed from A1 and still holds a token; U is an employee without an account.
// Letters name the rows that the persona can read, change or delete: o = those that the persona created, h = the account
// holder's, c = another employee's. A row of another account has no letter: it is never visible and never changed.
// Words: none = succeeds (200, or 204 for a change), but returns or changes no row; own = an insert into the persona's own
// account is accepted, into any other refused; 401, 403 = refused with this status and SQLSTATE 42501 (insufficient
// privilege); read = a view that can't be written through.
import type { Persona } from '@tests/support/database/persona-ids';

const PERSONA_ORDER = 'K A1 A2 E1 E1b L EL R U';

type Verb = 'select' | 'insert' | 'update' | 'delete';
export type Grid = Record<Verb, Record<Persona, string>>;
/** The grid of each relation. */
export type Grids = Record<string, Grid>;

export const parseLine = (line: string): [string, Record<Persona, string>] => {
  const [name = '', ...words] = line.trim().split(/\s+/);
  const personas = PERSONA_ORDER.split(' ');
  if (words.length !== personas.length) throw new Error(`the line of ${name} has ${words.length} cells`);
  // Each persona occurs once, and there are as many words (checked above).
  return [name, Object.fromEntries(personas.map((persona, at) => [persona, words[at]])) as Record<Persona, string>];
};
const parseLines = (text: string) => text.trim().split('\n').map(parseLine);
// The four lines of each grid are the four verbs; the matrix tests each of them.
export const parseGrid = (text: string): Grid => Object.fromEntries(parseLines(text)) as Grid;

export const READ_ONLY = `
  insert  read read read read read read read read read
  update  read read read read read read read read read
  delete  read read read read read read read read read`;
export const NO_WRITE = `
  insert  401 403  403  403  403  403  403  403  403
  update  401 403  403  403  403  403  403  403  403
  delete  401 403  403  403  403  403  403  403  403`;

export type Body = Record<string, unknown>;
export const NEW_ID = '99999999-0000-4000-8000-000000000000';
export const namedRow = (user_id: string): Body => ({ id: NEW_ID, user_id, name: 'Written by the matrix' });

/** A row to insert, and a change to make, for each relation. */
export type Bodies = Record<string, { add: (account: string) => Body; change: Body; prefer?: string }>;

/** Whether a cell contains the letter of this relation (o, h or c). Cells with a word, such as `none`, allow no row. */
export const allows = (cell: string | undefined, relationToPersona: string) =>
  /^[ohc]+$/.test(cell ?? '') && cell?.includes(relationToPersona) === true;
