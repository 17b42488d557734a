// Random JSON from a seed: values of any shape, and almost valid values.
import type { Json } from '@/lib/database.types';
import { pick } from '../../../supabase/local/demo/random';

type Random = () => number;

const ODD_VALUES: readonly Json[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    12.34567,
    '',
    ' ',
    'yes',
    'ok',
    'infinity',
    'NaN',
    '2026-02-30',
    '20000-01-01',
  ],
  ...[
    '0001-01-01T00:00:00Z',
    '2026-11-02T24:00:00Z',
    '2026-11-02T08:00:00+99:99',
    '__proto__',
    'x'.repeat(700),
    '%s "q"',
  ],
  ...[
    '<b>&amp;</b>',
    '‮',
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    { value: 'yes' },
    { old: 1, new: { a: [1] } },
    { old: [], new: null },
  ],
];

/** Any JSON value, at most a few levels deep. */
export function randomJson(random: Random, depth = 2): Json {
  const kind = random();
  if (depth === 0 || kind < 0.5) return pick(ODD_VALUES, random);
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => randomJson(random, depth - 1));
  if (kind < 0.75) return parts;
  const keys = ['value', 'comment', 'start', 'end', 'prompt', 'items', 'name', 'old', 'new', 'amount', 'net', 'a'];
  return Object.fromEntries(parts.map((part) => [pick(keys, random), part]));
}

/** An almost valid value: one part of it removed, added or replaced. */
export function almostValidJson(random: Random, value: Json): Json {
  const hasParts = Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!hasParts || random() < 0.1) return randomJson(random);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    const action = random();
    if (action < 0.1) return value.toSpliced(at, 1);
    if (action < 0.2) return [...value, randomJson(random)];
    return value.with(at, almostValidJson(random, value[at] ?? null));
  }
  if (typeof value !== 'object' || value === null) return randomJson(random);
  const key = pick(Object.keys(value), random);
  const action = random();
  if (action < 0.15) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
  if (action < 0.25) return { ...value, extra: randomJson(random) };
  return { ...value, [key]: action < 0.7 ? pick(ODD_VALUES, random) : almostValidJson(random, value[key] ?? null) };
}
