// Tests of machines that a law asks for. They are data (data/*.json), each with its country, source and confidence; no
// figure is in code.
import * as v from 'valibot';
import type { Region } from '@/domain/core/time';
import file from './data/statutory-tests-2026-11-30.json' with { type: 'json' };
import { MACHINE_TYPES, type MachineType } from './machine.ts';

const REGIONS = ['england', 'wales', 'scotland', 'northern_ireland', 'ireland'] as const satisfies readonly Region[];

const text = v.pipe(v.string(), v.minLength(1));
const metres = v.optional(v.number());
const list = v.strictObject({
  version: v.pipe(v.string(), v.isoDate()),
  /** Title, address and year. */
  sources: v.record(text, v.strictTuple([text, v.pipe(v.string(), v.url()), v.number()])),
  tests: v.array(
    v.strictObject({
      /** As a service of a plan is named. */
      name: v.pipe(text, v.maxLength(80)),
      regions: v.pipe(v.array(v.picklist(REGIONS)), v.minLength(1)),
      machines: v.pipe(v.array(v.picklist(MACHINE_TYPES)), v.minLength(1)),
      /** The machine's working width for which it applies. */
      widthOverM: metres,
      widthUpToM: metres,
      /** Most machines of the type need it. */
      usual: v.boolean(),
      /** At most so long after the one before. */
      months: v.pipe(v.number(), v.integer(), v.minValue(1)),
      source: text,
      /** As in rules.ts. A test whose source was not read is not in the list. */
      confidence: v.picklist(['read', 'secondary']),
      note: v.nullable(text),
    }),
  ),
});

/** Throws if the file does not match the schema. */
export const parseTests = (raw: unknown) => v.parse(list, raw);
export const STATUTORY_TESTS = parseTests(file);

export type StatutoryTest = {
  name: string;
  months: number;
  usual: boolean;
  /** What it is for, and its source. */
  note: string;
  unconfirmed: boolean;
};

/** The tests for a machine in a country. `widthM`: its working width; without it, each class of widths is listed. */
export const testsFor = (type: MachineType, region: Region, widthM: number | null): StatutoryTest[] =>
  STATUTORY_TESTS.tests.flatMap(({ machines, regions, widthOverM, widthUpToM, ...test }) => {
    const hasClass = widthOverM !== undefined || widthUpToM !== undefined;
    const isClass = widthM !== null && widthM > (widthOverM ?? -Infinity) && widthM <= (widthUpToM ?? Infinity);
    if (!machines.includes(type) || !regions.includes(region) || (widthM !== null && hasClass && !isClass)) return [];
    const { name, months, note, source, confidence } = test;
    return [
      {
        ...{ name, months, usual: test.usual || (hasClass && isClass) },
        note: [note, `${STATUTORY_TESTS.sources[source]?.[0] ?? source}.`].filter((part) => part !== null).join(' '),
        unconfirmed: confidence === 'secondary',
      },
    ];
  });
