// The tests of machines that a law asks for: they are data, each with its source, and fit the machine and the country.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Region } from '@/domain/core/time';
import type { MachineType } from '@/domain/machinery/machine';
import { readyMadeFor } from '@/domain/machinery/ready-made';
import { parseTests, STATUTORY_TESTS } from '@/domain/machinery/statutory-tests';

const byLaw = (machineType: MachineType, region: Region, widthM: number | null = null) =>
  readyMadeFor({ machineType, meterType: 'hours', currentReading: 100, widthM }, region)
    .filter(({ law }) => law !== null)
    .map(({ plan: { name, intervalMonths, intervalMeter }, usual }) => {
      expect(intervalMeter).toBeNull();
      return [name, intervalMonths, usual];
    });

test('lifting equipment is examined every 12 months, for people and accessories every 6', () => {
  for (const machine of ['telehandler', 'loader'] as const) {
    for (const region of ['england', 'wales', 'scotland', 'northern_ireland'] as const) {
      expect(byLaw(machine, region)).toEqual([
        ['Thorough examination (LOLER)', 12, true],
        ['Thorough examination, lifts people or lifting accessories (LOLER)', 6, false],
      ]);
    }
    // Another law, another report.
    expect(byLaw(machine, 'ireland')).toEqual([
      ['Thorough examination (GA1)', 12, true],
      ['Thorough examination, lifts people or lifting accessories (GA1)', 6, false],
    ]);
  }
  expect(byLaw('tractor', 'england')).toEqual([]);
});

test('a boom over 3 m is tested every three years, a shorter one every six', () => {
  const over = ['Sprayer test', 36, true];
  const upTo = (usual: boolean) => ['Sprayer test, boom of 3 m or less', 72, usual];
  expect(byLaw('sprayer', 'wales', 24)).toEqual([over]);
  expect(byLaw('sprayer', 'wales', 3)).toEqual([upTo(true)]);
  expect(byLaw('sprayer', 'wales', 3.01)).toEqual([over]);
  // Without a width the account holder chooses; the stricter one is proposed.
  expect(byLaw('sprayer', 'wales')).toEqual([over, upTo(false)]);
  expect(byLaw('sprayer', 'ireland', 2)).toEqual([['Sprayer test', 36, true]]);
  expect(byLaw('drill', 'scotland', 4)).toEqual([
    ['Test of a slug pellet or granule applicator, or a weed wiper', 72, false],
  ]);
});

test('each test names a source that is listed, and says so', () => {
  for (const { source, name } of STATUTORY_TESTS.tests) expect(STATUTORY_TESTS.sources[source], name).toBeDefined();
  const [telehandler] = readyMadeFor(
    { machineType: 'telehandler', meterType: 'none', currentReading: null, widthM: null },
    'ireland',
  ).flatMap(({ law }) => (law ? [law] : []));
  expect(telehandler).toMatchObject({ unconfirmed: true, note: expect.stringMatching(/S\.I\. 299\/2007/) as string });
  const [first] = STATUTORY_TESTS.tests;
  expect(() => parseTests({ ...STATUTORY_TESTS, tests: [{ ...first, confidence: 'missing' }] })).toThrow();
});

test('no interval of a law is in the code of the ready-made plans', () => {
  const code = readFileSync('src/domain/machinery/ready-made.ts', 'utf8');
  expect(code).not.toMatch(/LOLER|[Ss]prayer test|five years/);
});
