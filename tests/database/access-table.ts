// Who may do what, in one place. A table, view or function of the public schema that is not named here fails the tests.
//
// Columns: K has only the public key; A1 and A2 hold accounts; E1 and E1b work for A1; L's account has lapsed and EL
// works there; R was removed from A1 and still holds a token; U is an employee of nobody.
// Letters: o = the person's own row, h = the account holder's, c = (another) one of the crew's. A row of another account
// has no letter: it is never seen and never changed.
// Words: none = a 200 that shows or changes nothing; own = a row in the own account is taken, one in any other refused;
// 401, 403 = refused with 42501; read = a view that nothing can be written through.
import { PRICED_TASK, photoOf, rowId, WORK_IN, type Persona } from '@tests/support/personas';

const HEAD = 'K A1 A2 E1 E1b L EL R U';

type Verb = 'select' | 'insert' | 'update' | 'delete';
export type Grid = Record<Verb, Record<Persona, string>>;

const cells = (line: string): [string, Record<Persona, string>] => {
  const [name = '', ...words] = line.trim().split(/\s+/);
  const personas = HEAD.split(' ');
  if (words.length !== personas.length) throw new Error(`the line of ${name} has ${words.length} cells`);
  // The head lists every persona once, and the words are as many.
  return [name, Object.fromEntries(personas.map((persona, at) => [persona, words[at]])) as Record<Persona, string>];
};
const lines = (text: string) => text.trim().split('\n').map(cells);
// The four lines of each grid are the four verbs; the matrix asks for each of them.
const grid = (text: string): Grid => Object.fromEntries(lines(text)) as Grid;

const READ_ONLY = `
  insert  read read read read read read read read read
  update  read read read read read read read read read
  delete  read read read read read read read read read`;
const NO_WRITE = `
  insert  401 403  403  403  403  403  403  403  403
  update  401 403  403  403  403  403  403  403  403
  delete  401 403  403  403  403  403  403  403  403`;

export const ACCESS: Record<string, Grid> = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  profiles: grid(`
    select  401 oc   o    oh   oh   oc   oh   o    o
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    o    o    o    o    o    o
    delete  401 403  403  403  403  403  403  403  403`),
  farm_settings: grid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  customers: grid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  tasks: grid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  prices: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  works: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  invoice_settings: grid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  invoices: grid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  saved_filters: grid(`
    select  401 o    o    o    o    o    o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 o    o    o    o    none none none none
    delete  401 o    o    o    o    none none none none`),
  attachments: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 oc   o    o    o    none none none none`),
  notes: grid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    none none none none none none`),
  audit_log: grid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  crew_customers: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  crew_tasks: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  crew_works: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  listed_works: grid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  invoice_register: grid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
};

type Body = Record<string, unknown>;
const NEW_ID = '99999999-0000-4000-8000-000000000000';
const named = (user_id: string): Body => ({ id: NEW_ID, user_id, name: 'Written by the matrix' });
const work = (user_id: string): Body => ({
  id: NEW_ID,
  user_id,
  customer: 'Written by the matrix',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 1,
  quantity: 1,
  work_date: '2026-11-03',
});

/** A row to add to an account, and what to change, for each relation. */
export const BODIES: Record<string, { add: (account: string) => Body; change: Body; prefer?: string }> = {
  profiles: { add: (id) => ({ id, role: 'admin' }), change: { first_name: 'Changed' } },
  farm_settings: { add: (user_id) => ({ user_id }), change: { farm_name: 'Changed' } },
  customers: { add: named, change: { town: 'Changed' } },
  crew_customers: { add: named, change: { town: 'Changed' } },
  tasks: { add: named, change: { description: 'Changed' } },
  crew_tasks: { add: named, change: { description: 'Changed' } },
  prices: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      task_id: PRICED_TASK,
      chargeable_unit: 'acre',
      rate: 1,
      valid_from: '2026-03-01',
    }),
    change: { rate: 77 },
  },
  works: { add: work, change: { notes: 'Changed' } },
  attachments: {
    // In an account of nobody's there is no entry either.
    add: (user_id) => photoOf(user_id, WORK_IN.get(user_id) ?? NEW_ID, NEW_ID),
    change: { caption: 'Changed' },
  },
  notes: {
    add: (user_id) => ({ id: NEW_ID, user_id, title: 'General', body: 'Gate left open', note_date: '2026-11-03' }),
    change: { body: 'Changed' },
  },
  crew_works: { add: work, change: { notes: 'Changed' } },
  listed_works: { add: work, change: { notes: 'Changed' } },
  saved_filters: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Other', query: 'unit=bale' }),
    change: { name: 'New' },
  },
  // Each account has its row already; the app saves it as an upsert too.
  invoice_settings: {
    add: (user_id) => ({ user_id, footer_text: 'Changed' }),
    change: { footer_text: 'Changed' },
    prefer: 'resolution=merge-duplicates',
  },
  invoices: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
  invoice_register: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
  audit_log: { add: (user_id) => ({ user_id, table_name: 'works' }), change: { actor_name: 'Nobody' } },
};

/** What goes along when a row of a table is deleted. */
export const GOES_ALONG: Record<string, readonly string[]> = {
  tasks: ['public.prices'],
  works: ['public.attachments'],
};

/** The ids of A1's that each function is called with, whoever calls. */
export type Targets = { account: string; customer: string };
type Call = { args: (ids: Targets) => Body; who: Record<Persona, string>; count?: (answer: unknown) => unknown };

const REQUEST = '88888888-0000-4000-8000-000000000000';
const rows = (answer: unknown) => (Array.isArray(answer) ? answer.length : answer);
const field = (name: string) => (answer: unknown) =>
  Array.isArray(answer) && typeof answer[0] === 'object' ? (answer[0] as Body)[name] : answer;
const who = (line: string) => cells(`function ${line}`)[1];
/** Asked by the edge functions, with the secret key. */
const NOBODY = '401 403 403 403 403 403 403 403 403';
const HOLDER_ONLY = '401 runs says 403 403 403 403 403 403';

/**
 * Every function the API shows. runs = done; says = refused with a sentence (23514), the ids being nobody's in that
 * account; a number = how many entries the answer is about: those of the own account, never A1's.
 */
export const FUNCTIONS: Record<string, Call> = {
  take_allowance: { args: () => ({ key: 'a', most: 1, per: '1 day' }), who: who(NOBODY) },
  keep_contact_message: { args: () => ({ p_name: 'A', p_email: 'a@b.uk', p_message: 'x' }), who: who(NOBODY) },
  contact_message_mailed: { args: () => ({ p_id: NEW_ID, p_error: 'x' }), who: who(NOBODY) },
  issue_invoice: {
    args: ({ customer }) => ({ p_request_id: REQUEST, p_customer_id: customer, p_work_ids: [rowId(3, 'A1')] }),
    who: who(HOLDER_ONLY),
  },
  withdraw_invoice: {
    args: () => ({ p_request_id: REQUEST, p_invoice_id: rowId(4, 'A1') }),
    who: who(HOLDER_ONLY),
  },
  mark_invoices: {
    args: () => ({ p_request_id: REQUEST, p_invoice_ids: [rowId(4, 'A1')], p_status: 'sent' }),
    who: who(HOLDER_ONLY),
  },
  credit_invoice: {
    args: () => ({ p_request_id: REQUEST, p_invoice_id: rowId(7, 'A1'), p_reason: 'Wrong rate' }),
    who: who(HOLDER_ONLY),
  },
  merge_customers: {
    args: ({ customer }) => ({ p_request_id: REQUEST, p_from: rowId(1, 'A1'), p_into: customer }),
    who: who(HOLDER_ONLY),
  },
  move_works: {
    args: () => ({ p_ids: [rowId(3, 'A1')], p_customer: 'Moved' }),
    who: who(HOLDER_ONLY),
  },
  rename_task: {
    args: () => ({ p_task_id: rowId(2, 'A1'), p_name: 'Renamed' }),
    who: who('401 runs 403 403 403 403 403 403 403'),
  },
  set_price: {
    args: () => ({ p_id: NEW_ID, p_task_id: rowId(2, 'A1'), p_unit: 'acre', p_rate: 70, p_from: '2026-12-01' }),
    who: who(HOLDER_ONLY),
  },
  raise_prices: {
    args: () => ({
      p_from: '2026-12-01',
      p_prices: [{ id: NEW_ID, task_id: rowId(2, 'A1'), customer_id: null, unit: 'acre', was: 60, rate: 62.5 }],
    }),
    who: who(HOLDER_ONLY),
  },
  reprice_works: {
    args: () => ({
      p_entries: [{ work_id: rowId(3, 'A1'), old_rate: 50, new_rate: 60, old_value: 100, new_value: 120 }],
    }),
    who: who(HOLDER_ONLY),
  },
  reprice_preview: {
    args: () => ({}),
    who: who('401 4 1 403 403 2 403 403 403'),
    count: (answer) => rows((answer as { entries?: unknown }).entries),
  },
  //         K   A1 A2 E1 E1b L EL R U
  works_totals: {
    args: ({ customer }) => ({ p_customers: [customer] }),
    who: who('401 4 0 4 4 0 0 0 0'),
    count: field('entries'),
  },
  works_groups: {
    args: ({ customer }) => ({ p_customers: [customer], p_group: 'task' }),
    who: who('401 4 0 4 4 0 0 0 0'),
    count: rows,
  },
  home_summary: {
    args: () => ({ p_today: '2026-11-20' }),
    who: who('401 4 1 4 4 2 2 0 0'),
    count: field('unbilled_entries'),
  },
  recent_jobs: { args: () => ({}), who: who('401 4 1 4 4 2 2 0 0'), count: rows },
  task_usage: { args: () => ({}), who: who('401 4 1 4 4 2 2 0 0'), count: rows },
  register_totals: { args: () => ({}), who: who('401 1 1 0 0 1 0 0 0'), count: rows },
  register_summary: { args: () => ({ p_today: '2026-11-20' }), who: who('401 1 1 0 0 1 0 0 0'), count: rows },
  unused_numbers: { args: () => ({}), who: who('401 0 0 0 0 0 0 0 0'), count: rows },
  merge_preview: {
    args: ({ customer }) => ({ p_from: customer, p_into: rowId(1, 'A1') }),
    who: who('401 4 0 4 4 0 0 0 0'),
    count: field('unbilled'),
  },
  customer_summary: {
    args: ({ customer }) => ({ p_customer_id: customer }),
    who: who('401 1 0 1 1 0 0 0 0'),
    count: rows,
  },
};
