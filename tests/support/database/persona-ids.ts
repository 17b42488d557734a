// The personas of the access tests, and the fixed ids of their rows.

/**
 * K has only the public key; A1, A2 hold accounts; E1, E1b work for A1; L has lapsed, EL works there; R was removed;
 * U was never linked.
 */
export const PERSONAS = ['K', 'A1', 'A2', 'E1', 'E1b', 'L', 'EL', 'R', 'U'] as const;
export type Persona = (typeof PERSONAS)[number];
export type SignedIn = Exclude<Persona, 'K'>;

/** The account a row belongs to, and its author. */
export type FixtureRow = { account: 'A1' | 'A2' | 'L' | null; maker: SignedIn; key: Record<string, string> };
/** A row's relation to one person: own, holder's, crew's, or (x) another account's. */
export type Relation = 'o' | 'h' | 'c' | 'x';

/** The account to which each person belongs now; null if to none. */
export const ACCOUNT_OF = {
  A1: 'A1',
  A2: 'A2',
  E1: 'A1',
  E1b: 'A1',
  L: 'L',
  EL: 'L',
  K: null,
  R: null,
  U: null,
} as const;

export function relationOf(row: FixtureRow, persona: Persona): Relation {
  if (row.maker === persona) return 'o';
  if (row.account === null || row.account !== ACCOUNT_OF[persona]) return 'x';
  return row.maker === row.account ? 'h' : 'c';
}

/** The account that contains each person's rows. They stay there after the person has left. */
export const ACCOUNT_OF_ROWS = { A1: 'A1', A2: 'A2', E1: 'A1', E1b: 'A1', R: 'A1', L: 'L', EL: 'L' } as const;
export type Maker = keyof typeof ACCOUNT_OF_ROWS;
export const MAKERS = Object.keys(ACCOUNT_OF_ROWS) as Maker[];
export const HOLDERS = ['A1', 'A2', 'L'] as const;

/** The customer of all works. The customers that the personas created have no works, so that they can be deleted. */
export const BILLED_CUSTOMER = 'Billed customer';

/** A fixed id for each table and person, so that a failing test names the row. */
export const rowId = (table: number | string, maker: Maker) =>
  `0000000${table}-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** The id of a planned job that each maker has for themselves. */
export const eventId = (maker: Maker) => `000000d1-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** The id of an open request for time off of each maker. */
export const requestId = (maker: Maker) => `000000d4-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** The id of a shift of each maker. */
export const shiftId = (maker: Maker) => `000000e1-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** The id of an unread message of each maker. */
export const messageId = (maker: Maker) => `000000d2-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** The id of a device of each maker that receives notifications. */
export const deviceId = (maker: Maker) => `000000d3-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** A task with the same id in each account, so that a price of it can be written without looking it up. */
export const PRICED_TASK = '0000000a-0000-4000-8000-000000000000';

/** An item of the compliance list with the same id in each account. */
export const COMPLIANCE_ITEM = '00000052-0000-4000-8000-000000000000';
/** A slurry store with the same id in each account. */
export const SLURRY_STORE = '00000051-0000-4000-8000-000000000000';

/** An open invitation of each account. */
export const INVITE_OF_ACCOUNT = {
  A1: '0000000b-0000-4000-8000-000000000001',
  A2: '0000000b-0000-4000-8000-000000000002',
  L: '0000000b-0000-4000-8000-000000000003',
} as const;

/** A notice with the same id in each account, so that anyone's confirmation can be written without looking it up. */
export const READ_NOTICE = '0000000f-0000-4000-8000-000000000000';

/** A checklist with the same id in each account, so that it can be completed without looking it up. */
export const CHECKLIST = '0000000a-0001-4000-8000-000000000000';
/** One question, normalised as the database stores it. */
export const CHECKLIST_ITEMS = [
  {
    section: '',
    prompt: 'Handbrake holds',
    type: 'ok_defect_na',
    unit: '',
    min: null,
    max: null,
    required: true,
    critical: true,
    help: '',
  },
];
export const checklistId = (table: number, maker: Maker) => rowId(table, maker).replace('-0000-', '-0001-');

/** A feed, a TMR mix and a meal mix with the same ids in each account, so that they can be used without a look-up. */
export const FEED = '0000000a-0002-4000-8000-000000000000';
export const TMR_MIX = '0000000b-0002-4000-8000-000000000000';
export const MEAL_MIX = '0000000c-0002-4000-8000-000000000000';
/** The copy of that feed in a mix. */
export const MIX_FEED = {
  ...{ feed: FEED, name: 'Barley', category: 'straight', dm: 86, me: 13.1, cp: 11, basis: 'dm', cost: 195 },
};
export const rationId = (table: number, maker: Maker) => rowId(table, maker).replace('-0000-', '-0002-');
/** A field with the same id in each account, so that its entries can be written without looking it up. */
export const FIELD_WITH_ENTRIES = '0000000a-0002-4000-8000-000000000000';
/** Rows of fields and of their seasons, one in each account. */
export const fieldId = (table: number, maker: Maker) => rowId(table, maker).replace('-0000-', '-0002-');
/** Machines and a field with the same ids in each account, for parts of a job. */
export const JOB_MACHINES = ['0000000b-0001-4000-8000-000000000000', '0000000b-0002-4000-8000-000000000000'] as const;
export const JOB_FIELD = '0000000b-0003-4000-8000-000000000000';

/** The id of a part of each maker's job. */
export const jobPartId = (part: number, maker: Maker) =>
  `000000b${part}-0000-4000-8000-00000000000${MAKERS.indexOf(maker)}`;

/** A machine with the same id in each account, so that it can be read and serviced without looking it up. */
export const MACHINE = '0000000a-0002-4000-8000-000000000000';

/** The id of one work of each account, by the account's id. */
export const WORK_OF_ACCOUNT = new Map<string, string>();

/** A photo's row as the app sends it. */
/** The id of the document that the matrix adds: its file must be stored before its row. */
export const ADDED_DOCUMENT = '99999999-0000-4000-8000-000000000000';
/** A document of a machine. */
export const documentOf = (user_id: string, id: string) => ({
  id,
  user_id,
  parent_table: 'machines',
  parent_id: JOB_MACHINES[0],
  name: 'Manual.pdf',
  storage_path: `${user_id}/${id}.pdf`,
  mime: 'application/pdf',
  bytes: 1000,
});

export const photoOf = (user_id: string, parent_id: string, id: string) => ({
  id,
  user_id,
  parent_table: 'works',
  parent_id,
  storage_path: `${user_id}/works/${parent_id}/${id}.jpg`,
  mime: 'image/jpeg',
  bytes: 1000,
});
