// What the slurry calculator prints, so that the volume and the weeks can be worked out again from the paper.
import { expect, test } from 'vitest';
import { calculateSlurry } from '@/domain/slurry/slurry';
import { slurryPrintout } from '@/features/calculators/slurry/slurry-words';
import { present, rulesFile, slurry, store } from '@tests/domain/rules/farms';

test('the paper names the number, the volume a week and the weeks of each row', () => {
  const ie = rulesFile('ie');
  const inputs = slurry({
    ...{ year: 2028, county: 'Carlow', rainMm: 450, cowsWashed: 96, washPerCow: null, exportsM3: 40 },
    lines: [{ id: 'a', stock: 'dairy_cow_band_2', head: 96, share: 100, weeks: null }],
    stores: [store({ lengthM: 40, widthM: 10, depthM: 3.3 })],
  });
  const paper = slurryPrintout(ie, {}, inputs, calculateSlurry(ie, inputs), 'Home Farm');
  const rows = (heading: string) => present(paper.tables.find((table) => table.heading === heading)).rows;
  expect(rows('What goes in').slice(0, 2)).toEqual([
    ['Dairy cow band 2 (4501-6500 kg milk)', 96, '0.4', 16, 100, expect.closeTo(614.4, 6)],
    ['Washings', 96, '0.3', 16, 100, expect.closeTo(460.8, 6)],
  ]);
  // 1,075.2 m³ of slurry and washings and 180 m³ of rain in 16 weeks.
  const held = rows('How long the stores hold').map(([, m3]) => (typeof m3 === 'number' ? m3.toFixed(2) : m3));
  expect(held).toEqual(['1200.00', '0.00', '40.00', '78.45', (1240 / 78.45).toFixed(2)]);
});
