// Random JSON from a seed: values of any shape, and almost valid values.
import type { Json } from '@/lib/database.types';
import { pick } from '../../../supabase/local/demo/chance';

type Chance = () => number;

const ODD: readonly Json[] = [
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
export function randomJson(chance: Chance, depth = 2): Json {
  const kind = chance();
  if (depth === 0 || kind < 0.5) return pick(ODD, chance);
  const parts = Array.from({ length: Math.floor(chance() * 4) }, () => randomJson(chance, depth - 1));
  if (kind < 0.75) return parts;
  const keys = ['value', 'comment', 'start', 'end', 'prompt', 'items', 'name', 'old', 'new', 'amount', 'net', 'a'];
  return Object.fromEntries(parts.map((part) => [pick(keys, chance), part]));
}

/** An almost valid value: one part of it removed, added or replaced. */
export function nearlyJson(chance: Chance, value: Json): Json {
  const inner = Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!inner || chance() < 0.1) return randomJson(chance);
  if (Array.isArray(value)) {
    const at = Math.floor(chance() * value.length);
    const what = chance();
    if (what < 0.1) return value.toSpliced(at, 1);
    if (what < 0.2) return [...value, randomJson(chance)];
    return value.with(at, nearlyJson(chance, value[at] ?? null));
  }
  if (typeof value !== 'object' || value === null) return randomJson(chance);
  const key = pick(Object.keys(value), chance);
  const what = chance();
  if (what < 0.15) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
  if (what < 0.25) return { ...value, extra: randomJson(chance) };
  return { ...value, [key]: what < 0.7 ? pick(ODD, chance) : nearlyJson(chance, value[key] ?? null) };
}
