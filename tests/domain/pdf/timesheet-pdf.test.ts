// The timesheet on paper: every shift, the totals, and a signature line per person.
import { inflateSync } from 'node:zlib';
import { extractText, extractTextItems } from 'unpdf';
import { expect, test } from 'vitest';
import { timesheetPdf, type TimesheetPrintout } from '@/pdf/timesheet-pdf';
import { fonts } from './sample';

type Person = TimesheetPrintout['people'][number];
const shift = (date: string): Person['shifts'][number] => [
  date,
  '22:00',
  '06:00',
  '30 min',
  '8 h 30',
  'Baling, Hill Farm',
];
const person = (more: Partial<Person> = {}): Person => ({
  name: 'Siân Ní Dhálaigh',
  shifts: [shift('Sat 24 Oct')],
  sums: 'Paid 8 h 30, of it overtime 0 h 30.',
  state: 'Approved',
  ...more,
});
const printout = (people: readonly Person[]): TimesheetPrintout => ({
  farm: 'Headland Contracting',
  span: 'Mon 19 Oct to 25 Oct 2026',
  filters: null,
  printed: '20 Nov 2026, 17:02',
  people,
});
async function pagesOf(content: TimesheetPrintout): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(timesheetPdf(content, fonts)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}

test('the timesheet shows the person, the period and the totals, and has a signature line', async () => {
  const [page = ''] = await pagesOf(printout([person()]));
  for (const words of [
    ...['Headland Contracting', 'Timesheet, Mon 19 Oct to 25 Oct 2026', 'Printed 20 Nov 2026, 17:02'],
    ...['Siân Ní Dhálaigh', 'Sat 24 Oct', '22:00', '06:00', '30 min', '8 h 30', 'Baling, Hill Farm'],
    ...['Paid 8 h 30, of it overtime 0 h 30.', 'Approved', 'Signature', 'Page 1 of 1'],
  ])
    expect(page).toContain(words);
});

test('a crew of seven and a month: every shift is there, page after page', async () => {
  const days = Array.from({ length: 31 }, (_, at) => `Day ${at + 1}.`);
  const people = Array.from({ length: 7 }, (_, at) => person({ name: `Driver ${at + 1}`, shifts: days.map(shift) }));
  const pages = await pagesOf(printout(people));
  const text = pages.join(' ');
  for (const day of days) expect(text.split(day)).toHaveLength(8);
  expect(text.split('Signature')).toHaveLength(8);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

test('a year of one person: each page has column headings', async () => {
  const days = Array.from({ length: 100 }, (_, at) => shift(`Day ${at + 1}.`));
  const pages = await pagesOf(printout([person({ shifts: days })]));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toMatch(/Date Start Finish Break Paid Job Day /);
});

/** The heights of the thin grey and black lines across a page, in points from its bottom. */
function linesAcross(file: Uint8Array): number[] {
  const text = Buffer.from(file).toString('latin1');
  const drawn = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, data = '']) => {
    try {
      return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [...drawn.join('\n').matchAll(/^[\d.]+ ([\d.]+) l$/gm)].map(([, y]) => Number(y));
}

test('no rule crosses the text of a row, including accents on capitals', async () => {
  const file = new Uint8Array(
    timesheetPdf(printout([person({ shifts: [shift('Sat 24 Oct'), shift('Sun 25 Oct')] })]), fonts),
  );
  const lines = linesAcross(file);
  expect(lines.length).toBeGreaterThan(2);
  const { items } = await extractTextItems(file.slice());
  for (const { str, y, fontSize } of items.flat().filter((item) => item.str.trim() !== '')) {
    // From below the baseline to above an accent on a capital, in this font.
    const through = lines.filter((line) => line > y - 0.24 * fontSize && line < y + 0.97 * fontSize);
    expect(through, str).toEqual([]);
  }
});
