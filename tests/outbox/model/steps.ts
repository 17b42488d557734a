// What can happen to people and their phones, in whatever order.
import fc from 'fast-check';
import type { What } from './kinds';

/** What a request meets, from the `at`-th of a pass on. */
export type Trouble =
  | 'none'
  /** Nothing reaches the server. */
  | 'cut before'
  /** The server has done it and nobody hears. */
  | 'cut after'
  /** The answer breaks off in the middle of its body. */
  | 'cut in the body'
  /** A stranger's page in place of an answer. */
  | 'portal'
  /** A stranger answers with an empty list, as if it were done. */
  | 'empty list'
  /** Only small requests are through in their time. */
  | 'slow'
  | 'server down';

const PHONES = 3;
const phone = fc.nat(PHONES - 1);
const which = fc.nat(30);
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
const column = fc.constantFrom<What[]>('quantity', 'notes', 'both', 'unit', 'rate', 'price', 'all', 'value');
/** Of a second save under one id a job asks, a note becomes one more. */
const kind = fc.constantFrom<('work' | 'note')[]>('work', 'note');
const one = <Name extends string, More extends object>(
  name: Name,
  more: { [K in keyof More]: fc.Arbitrary<More[K]> },
): fc.Arbitrary<{ do: Name; phone: number } & More> =>
  fc.tuple(phone, fc.record<More>(more)).map(([whose, rest]) => ({ do: name, phone: whose, ...rest }));

const step = fc.oneof(
  { weight: 6, arbitrary: one('save', { customer: fc.constantFrom('old', 'listed', 'new'), poison: fc.nat(11) }) },
  { weight: 6, arbitrary: one('edit', { which, column }) },
  { weight: 2, arbitrary: one('delete', { which, undo: fc.boolean() }) },
  { weight: 5, arbitrary: one('send', { trouble, at }) },
  { weight: 2, arbitrary: one('two tabs', { trouble, at, older: fc.boolean() }) },
  { weight: 1, arbitrary: one('kill', {}) },
  // The browser loses its database, and begins it anew.
  { weight: 1, arbitrary: one('lose', {}) },
  { weight: 1, arbitrary: one('kill while saving', {}) },
  { weight: 2, arbitrary: one('kill while sending', { committed: fc.boolean(), at }) },
  { weight: 2, arbitrary: one('freeze while sending', { committed: fc.boolean(), at }) },
  { weight: 1, arbitrary: one('thaw', {}) },
  { weight: 2, arbitrary: one('answer', { which, how: fc.constantFrom('retry', 'keep-mine', 'drop') }) },
  { weight: 2, arbitrary: one('look', {}) },
  { weight: 1, arbitrary: one('expire', { forGood: fc.boolean() }) },
  { weight: 1, arbitrary: one('swap', { to: fc.nat(2) }) },
  { weight: 2, arbitrary: one('upgrade', {}) },
  {
    weight: 1,
    arbitrary: one('clock', {
      hours: fc.oneof(fc.integer({ min: -48, max: 48 }), fc.constant(-490_000), fc.constant(8766)),
    }),
  },
  { weight: 2, arbitrary: one('lapse', { renewed: fc.boolean() }) },
  // From here on, whatever one record has in it is answered so; it is left alone again when the story ends, or before.
  {
    weight: 2,
    arbitrary: one('curse', { which, answer: fc.constantFrom('page', 'fails', 'breaks off', 'after all') }),
  },
  { weight: 1, arbitrary: one('bless', {}) },
  { weight: 2, arbitrary: one('shift', {}) },
  // The account holder at a desk: puts right what a phone may be changing, and calls a customer otherwise.
  { weight: 3, arbitrary: one('desk edit', { which, column }) },
  { weight: 1, arbitrary: one('rename', { which, taken: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: one('draft in two tabs', {
      kind,
      trouble,
      at,
      // Old browsers have none.
      locks: fc.boolean(),
      same: fc.boolean(),
      apart: fc.boolean(),
      photo: fc.constantFrom('none', 'before', 'after'),
      kill: fc.constantFrom('none', 'none', 'typed', 'saving', 'saved', 'both saved'),
    }),
  },
  {
    weight: 2,
    arbitrary: one('photos', {
      kind,
      trouble,
      at,
      files: fc.integer({ min: 1, max: 2 }),
      end: fc.constantFrom('ready', 'ready', 'refused', 'left out'),
      kill: fc.constantFrom('none', 'none', 'preparing', 'ready', 'saving', 'saved'),
    }),
  },
);

/** Of one to three phones; a step of a phone that is not there is one of another. */
export const story = fc.noBias(
  fc.record({
    phones: fc.integer({ min: 1, max: PHONES }),
    steps: fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }),
  }),
);
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Story = Of<typeof story>;
export type Step = Story['steps'][number];
