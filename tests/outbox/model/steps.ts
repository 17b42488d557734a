// The steps of a scenario: what users do and what happens to their phones, in random order.
import fc from 'fast-check';
import type { EditTarget } from './kinds';

/** How requests fail after the first `at` requests of a pass. */
export type Trouble =
  | 'none'
  /** Nothing reaches the server. */
  | 'cut before'
  /** The server handles the request, but the response is lost. */
  | 'cut after'
  /** The response breaks off in the middle of its body. */
  | 'cut in the body'
  /** A captive portal's page instead of a response. */
  | 'portal'
  /** An intermediary responds with an empty list, as if it had succeeded. */
  | 'empty list'
  /** Only small requests finish within the timeout. */
  | 'slow'
  | 'server down';

const PHONES = 3;
const phone = fc.nat(PHONES - 1);
/** The index of the record, entry or customer that a step concerns, modulo their number. */
const which = fc.nat(30);
/** How many requests go through before the trouble starts. */
const at = fc.nat(3);
const trouble = fc.constantFrom<Trouble[]>(
  'none',
  'none',
  'cut before',
  'cut after',
  'cut after',
  'cut in the body',
  'portal',
  'empty list',
  'slow',
  'server down',
);
const column = fc.constantFrom<EditTarget[]>('quantity', 'notes', 'both', 'unit', 'rate', 'price', 'all', 'value');
/** Decides what a second save under the same id does: for a job the user is asked, for a note it creates another note. */
const kind = fc.constantFrom<('work' | 'note')[]>('work', 'note');
const stepOf = <Name extends string, More extends object>(
  name: Name,
  more: { [K in keyof More]: fc.Arbitrary<More[K]> },
): fc.Arbitrary<{ do: Name; phone: number } & More> =>
  fc.tuple(phone, fc.record<More>(more)).map(([whose, rest]) => ({ do: name, phone: whose, ...rest }));

const step = fc.oneof(
  // `customer`: only its name, as the first version of the app stores it; chosen from the list; or a new one.
  // `refusedIfZero`: at 0 the quantity is negative, which the database refuses.
  {
    weight: 6,
    arbitrary: stepOf('save', { customer: fc.constantFrom('name only', 'listed', 'new'), refusedIfZero: fc.nat(11) }),
  },
  { weight: 6, arbitrary: stepOf('edit', { which, column }) },
  { weight: 2, arbitrary: stepOf('delete', { which, undo: fc.boolean() }) },
  { weight: 5, arbitrary: stepOf('send', { trouble, at }) },
  { weight: 2, arbitrary: stepOf('two tabs', { trouble, at, otherIsFirstVersion: fc.boolean() }) },
  { weight: 1, arbitrary: stepOf('kill', {}) },
  // The browser loses its database and recreates it empty.
  { weight: 1, arbitrary: stepOf('lose database', {}) },
  { weight: 1, arbitrary: stepOf('kill while saving', {}) },
  { weight: 2, arbitrary: stepOf('kill while sending', { committed: fc.boolean(), at }) },
  { weight: 2, arbitrary: stepOf('freeze while sending', { committed: fc.boolean(), at }) },
  { weight: 1, arbitrary: stepOf('thaw tabs', {}) },
  { weight: 2, arbitrary: stepOf('resolve entry', { which, how: fc.constantFrom('retry', 'keep-mine', 'drop') }) },
  { weight: 2, arbitrary: stepOf('refresh lists', {}) },
  { weight: 1, arbitrary: stepOf('expire session', { forGood: fc.boolean() }) },
  { weight: 1, arbitrary: stepOf('switch user', { to: fc.nat(2) }) },
  { weight: 2, arbitrary: stepOf('upgrade', {}) },
  {
    weight: 1,
    arbitrary: stepOf('change clock', {
      hours: fc.oneof(fc.integer({ min: -48, max: 48 }), fc.constant(-490_000), fc.constant(8766)),
    }),
  },
  { weight: 2, arbitrary: stepOf('subscription', { active: fc.boolean() }) },
  // From here on, requests that contain one chosen record get this response, until the records are unblocked.
  {
    weight: 2,
    arbitrary: stepOf('block record', {
      which,
      answer: fc.constantFrom('blocked page', 'server error', 'cut before', 'cut after'),
    }),
  },
  { weight: 1, arbitrary: stepOf('unblock records', {}) },
  { weight: 2, arbitrary: stepOf('save shift', {}) },
  // The account holder, online: edits a record that a phone may be changing, and renames a customer.
  { weight: 3, arbitrary: stepOf('online edit', { which, column }) },
  { weight: 1, arbitrary: stepOf('rename customer', { which, oldNameReused: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: stepOf('draft in two tabs', {
      kind,
      trouble,
      at,
      // Old browsers have no locks.
      locks: fc.boolean(),
      // Both tabs have the same values.
      sameValues: fc.boolean(),
      // If the first tab has saved another record with this id, the user of the second one wants both.
      wantsBoth: fc.boolean(),
      // Whether the second tab's photo is chosen before or after the first one saves.
      photo: fc.constantFrom('none', 'before', 'after'),
      kill: fc.constantFrom('none', 'none', 'typed', 'saving', 'saved', 'both saved'),
    }),
  },
  {
    weight: 2,
    arbitrary: stepOf('save with photos', {
      kind,
      trouble,
      at,
      files: fc.integer({ min: 1, max: 2 }),
      end: fc.constantFrom('ready', 'ready', 'refused', 'left out'),
      kill: fc.constantFrom('none', 'none', 'preparing', 'ready', 'saving', 'saved'),
    }),
  },
);

/** A scenario with one to three phones; a step of a missing phone applies to another one. */
export const scenario = fc.noBias(
  fc.record({
    phones: fc.integer({ min: 1, max: PHONES }),
    steps: fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }),
  }),
);
type ArbitraryValue<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Scenario = ArbitraryValue<typeof scenario>;
export type Step = Scenario['steps'][number];
