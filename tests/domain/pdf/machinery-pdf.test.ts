import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { labelPdf } from '@/pdf/label-pdf';
import { tablePdf } from '@/pdf/table-pdf';
import { fonts } from './sample';

const pagesOf = async (file: ArrayBuffer) => {
  const { text } = await extractText(new Uint8Array(file), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
};

test('a table continues on the next page under the same head, and cuts no text', async () => {
  const columns = [
    { head: 'Date', width: 22 },
    { head: 'What was done', width: 0 },
    { head: 'Reading', width: 24, figure: true },
  ];
  const rows = Array.from({ length: 60 }, (_, at) => [
    '12/03/2026',
    `Engine oil ${at}\n2 x Filter RE504836`,
    '2,350 h',
  ]);
  const pages = await pagesOf(
    await tablePdf(
      { farm: "O'Brien & Sons <b>", title: 'Service history: Claas 2', facts: ['Claas, 2019', ''], columns, rows },
      fonts,
    ),
  );
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toContain("O'Brien & Sons <b>");
  expect(pages[0]).toContain('Service history: Claas 2');
  for (const page of pages) expect(page).toContain('What was done');
  expect(pages.join(' ').match(/Engine oil \d+/g)).toHaveLength(60);
});

test('a label is one small page with the name of the machine', async () => {
  const file = labelPdf({ farm: 'Headland Farm', name: 'Claas 2', address: 'https://diary.test/machinery/1' }, fonts);
  // Copied before the text is read, because reading it detaches the file's buffer.
  const raw = Buffer.from(file).toString('latin1');
  const pages = await pagesOf(file);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Claas 2');
  expect(raw).toMatch(/MediaBox \[0 0 209\.\d+ 297\.\d+\]/);
});
