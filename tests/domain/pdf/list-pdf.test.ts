import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { listPrintout } from '@/domain/core/list-printout';
import { listPdf } from '@/pdf/list-pdf';
import { fonts } from './sample';

type Row = { date: string; name: string; place: string; amount: string };
const row = (more: Partial<Row> = {}): Row => ({ date: '20/11/2026', name: 'A', place: 'B', amount: '£1.00', ...more });

async function pdfOf(rows: readonly Row[], only: readonly string[] = []) {
  const printout = listPrintout({
    ...{ title: 'Works List', file: 'works', only, sums: [{ label: 'Entries', value: rows.length }], rows },
    notes: ['The copy of this device.'],
    columns: [
      { head: 'Date', noWrap: true, cell: ({ date }) => date },
      { head: 'Name', cell: ({ name }) => name },
      { head: 'Place', cell: ({ place }) => place },
      { head: 'Value', figure: true, cell: ({ amount }) => amount },
    ],
  });
  const file = await listPdf('Headland Ltd', printout, fonts);
  // Copied before the text is read, because reading it detaches the file's buffer.
  const isLandscape = /MediaBox \[0 0 841\.\d+ 595\.\d+\]/.test(Buffer.from(file).toString('latin1'));
  const { text } = await extractText(new Uint8Array(file), { mergePages: false });
  return { isLandscape, pages: text.map((page) => page.replace(/\s+/g, ' ')) };
}

test('the head has the business, the name of the list, its limits, its sums and notes', async () => {
  const { pages, isLandscape } = await pdfOf([row()], ['Ready', '', 'Hill Farm']);
  expect(pages).toEqual([
    'Headland Ltd Works List Only: Ready, Hill Farm Entries: 1 The copy of this device. Date Name Place Value ' +
      '20/11/2026 A B £1.00 Headland Ltd · Works List Page 1 of 1',
  ]);
  expect(isLandscape).toBe(false);
});

test('a list without rows says so', async () => {
  const { pages } = await pdfOf([]);
  expect(pages[0]).toContain('Entries: 0 The copy of this device. Date Name Place Value Nothing to show.');
});

test('long texts wrap in full, and a date or an amount never does', async () => {
  const name = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  const { pages, isLandscape } = await pdfOf([row({ name, place: 'x'.repeat(300), amount: '£1,234,567,890.12' })]);
  for (const word of name.split(' ')) expect(pages[0]).toContain(word);
  expect(pages[0]?.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
  expect(pages[0]).toContain('£1,234,567,890.12');
  expect(pages[0]).toContain('20/11/2026');
  expect(isLandscape).toBe(false);
});

test('the page is turned if its rigid columns leave too little room for the texts', async () => {
  const amount = `£${'9'.repeat(32)}`;
  const date = '20/11/2026, in the afternoon, until eight';
  const { isLandscape, pages } = await pdfOf([row({ amount, date, name: 'n '.repeat(60), place: 'p '.repeat(60) })]);
  expect(isLandscape).toBe(true);
  expect(pages[0]).toContain(amount);
  expect(pages[0]).toContain(date);
});
