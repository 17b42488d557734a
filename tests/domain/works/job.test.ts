// The rules of a whole job: areas, overlaps, and what a signature covers.
import { describe, expect, it } from 'vitest';
import { decimal, fromNumeric, toNumeric } from '@/domain/core/money';
import { docketContent, docketSections, type Docket } from '@/domain/works/docket';
import { areaIn, areaOf, areaWarning, overlapWarnings, partWords, sumOrNull, type OnJob } from '@/domain/works/job';

const ha = (area: number) => ({ areaHa: fromNumeric(area) });

describe('an area', () => {
  it('is converted once to four decimals for a line by acre, and stays as it is for a line by hectare', () => {
    expect(areaIn('acre', fromNumeric(1))).toBe(fromNumeric(2.4711));
    expect(areaIn('acre', fromNumeric(4.05))).toBe(fromNumeric(10.0078));
    expect(areaIn('hectare', fromNumeric(4.05))).toBe(fromNumeric(4.05));
    expect(areaIn('hour', fromNumeric(4.05))).toBeNull();
    expect(areaOf([ha(4.05), ha(6.1), ha(3.3333)], 'acre')).toBe(fromNumeric(33.318));
    expect(areaOf([], 'acre')).toBeNull();
  });
  it('warns if it differs from the quantity by more than 3 %', () => {
    const line = (quantity: number, unit = 'hectare') => ({ unit, quantity: fromNumeric(quantity) });
    expect(areaWarning([ha(10.3)], line(10))).toBeNull();
    expect(areaWarning([ha(10.3001)], line(10))).toBe('The fields come to 10.3001 ha, the line says 10 ha.');
    expect(areaWarning([ha(9.6)], line(10))).toBe('The fields come to 9.6 ha, the line says 10 ha.');
    expect(areaWarning([ha(10)], line(20, 'bale'))).toBeNull();
    expect(areaWarning([ha(10)], { unit: 'acre', quantity: null })).toBeNull();
  });
});

describe('a person or machine on two jobs', () => {
  const on = (jobId: string, startTime: string | null, finishTime: string | null, ref = 'dan'): OnJob => ({
    ...{ jobId, job: `Baling, ${jobId}`, ref, name: 'Dan', startTime, finishTime },
  });
  it('is named with both jobs if the times overlap, also past midnight', () => {
    expect(overlapWarnings([on('Hill', '10:00', '14:00')], [on('Manor', '08:00:00', '12:00:00')])).toEqual([
      'Dan is on Baling, Hill and on Baling, Manor at the same time, 08:00 to 12:00.',
    ]);
    expect(overlapWarnings([on('Hill', '22:00', '02:00')], [on('Manor', '23:00', '06:00')])).toHaveLength(1);
  });
  it('causes no warning if one ends when the other begins, without times, on one job, or for somebody else', () => {
    const mine = [on('Hill', '12:00', '14:00')];
    const others = [
      on('Manor', '08:00', '12:00'),
      on('Manor', null, null),
      on('Hill', '12:00', '13:00'),
      on('Manor', '12:00', '13:00', 'eve'),
    ];
    expect(overlapWarnings(mine, others)).toEqual([]);
  });
});

it('the parts of a job are counted in words, and values are summed only if all are known', () => {
  expect(partWords({ people: 6, machines: 1, fields: 0, materials: 2 })).toBe('6 people, 1 machine, 2 materials');
  expect(sumOrNull([decimal(10_000), decimal(5_000)])).toBe(15_000);
  expect(sumOrNull([decimal(10_000), null])).toBeNull();
  expect(toNumeric(sumOrNull([]) ?? decimal(1))).toBe(0);
});

describe('a docket', () => {
  const docket: Docket = {
    ...{ id: 'b1c2d3e4-0000-4000-8000-000000000000', customer: 'Hill Farm', workDate: '2026-11-20' },
    lines: [
      {
        ...{ id: 'a', taskName: 'Carting', taskDescription: null, chargeableUnit: 'hour', quantity: fromNumeric(6) },
        ...{
          rate: fromNumeric(38),
          totalValue: fromNumeric(228),
          startTime: null,
          finishTime: null,
          breaks: 0,
          notes: null,
        },
      },
    ],
    people: [
      { personId: null, name: 'Carl', minutes: 390 },
      { personId: 'x', name: 'Dan', minutes: null },
    ],
    ...{ machines: [], fields: [], materials: [], chargedMaterials: [] },
  };
  it('has the same content in any order of parts and any case of the name; without prices, a new price does not change it', () => {
    const stored = { ...docket, customer: 'hill farm ', people: docket.people.toReversed() };
    expect(docketContent(stored, false)).toBe(docketContent(docket, false));
    const [line] = docket.lines;
    const priced = { ...docket, lines: line ? [{ ...line, rate: fromNumeric(40), totalValue: fromNumeric(240) }] : [] };
    expect(docketContent(priced, false)).toBe(docketContent(docket, false));
    expect(docketContent(priced, true)).not.toBe(docketContent(docket, true));
    expect(docketContent({ ...docket, people: [] }, false)).not.toBe(docketContent(docket, false));
  });
  it('shows prices only on request', () => {
    expect(docketSections(docket, 'GBP', false)[0]?.rows[0]?.amount).toBe('6 h');
    expect(docketSections(docket, 'GBP', true)[0]?.rows[0]?.amount).toBe('6 h: £38.00, £228.00');
    const firstAmount = (change: object) =>
      docketSections({ ...docket, lines: docket.lines.map((line) => ({ ...line, ...change })) }, 'GBP', true)[0]
        ?.rows[0]?.amount;
    // A value that was typed, without a rate.
    expect(firstAmount({ rate: null })).toBe('6 h: £228.00');
    expect(firstAmount({ rate: null, totalValue: null })).toBe('6 h: price to come');
    expect(docketSections(docket, 'GBP', false).map(({ title }) => title)).toEqual(['Work', 'People']);
  });
  it('shows a material that has a price with its own unit and its batch', () => {
    const diesel: Docket['lines'][number] = {
      ...{ id: 'b', taskName: 'Diesel', taskDescription: 'litres, B7', chargeableUnit: 'each' },
      ...{ quantity: fromNumeric(14), rate: fromNumeric(1.2), totalValue: fromNumeric(16.8) },
      ...{ startTime: null, finishTime: null, breaks: 0, notes: 'From the bowser' },
    };
    const rowOf = (line: Docket['lines'][number], unit: string, batch: string | null = 'B7') =>
      docketSections({ ...docket, lines: [line], chargedMaterials: [{ workId: 'b', unit, batch }] }, 'GBP', true)[0]
        ?.rows[0];
    expect(rowOf(diesel, 'litres')).toEqual({
      what: 'Diesel',
      amount: '14 litres: £1.20, £16.80',
      note: 'B7. From the bowser',
    });
    expect(rowOf({ ...diesel, taskDescription: 'litres', notes: null }, 'litres', null)?.note).toBe('');
    expect(rowOf({ ...diesel, taskDescription: 'Red diesel' }, 'litres')?.note).toBe('Red diesel. From the bowser');
    expect(rowOf({ ...diesel, taskDescription: 'B7' }, 'each')?.amount).toBe('14 each: £1.20, £16.80');
    // A line whose unit was changed later shows the changed unit.
    expect(rowOf({ ...diesel, chargeableUnit: 'load' }, 'litres')?.amount).toBe('14 loads: £1.20, £16.80');
  });
  it('has the same signed content although the unit is shown differently', () => {
    const charged = { ...docket, chargedMaterials: [{ workId: 'a', unit: 'litres', batch: null }] };
    expect(docketContent(charged, true)).toBe(docketContent(docket, true));
  });
});
