import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { diaryPdf, type DiaryPrintout } from '@/pdf/diary-pdf';
import { fonts } from './sample';

const line = (more: Partial<DiaryPrintout['days'][number]['lines'][number]> = {}) => ({
  time: '',
  title: 'Baling',
  detail: '',
  figure: '',
  ...more,
});
const printout = (more: Partial<DiaryPrintout> = {}): DiaryPrintout => ({
  farm: 'Headland Farm',
  title: 'Mon 9 Nov – Sun 15 Nov',
  filters: '',
  printed: 'Printed on 20 Nov 2026 at 07:10',
  days: [],
  ...more,
});
async function pagesOf(content: DiaryPrintout): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(diaryPdf(content, fonts)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}

test('the printed diary lists each day’s items and its total', async () => {
  const days = [
    {
      date: 'Wed 11 Nov',
      sum: '7 h 20, £330.00',
      lines: [
        line({ time: '07:30', title: 'Job: First cut', detail: 'Siân Ní Dhálaigh', figure: '' }),
        line({ title: '=Hedges <b>', detail: "O'Brien & Sons", figure: '£330.00' }),
      ],
    },
  ];
  const [text = ''] = await pagesOf(printout({ filters: 'Only: Job', days }));
  for (const words of [
    'Headland Farm',
    'Diary: Mon 9 Nov – Sun 15 Nov',
    'Only: Job',
    'Printed on 20 Nov 2026 at 07:10',
    'Wed 11 Nov',
    '7 h 20, £330.00',
    '07:30',
    'Job: First cut',
    'Siân Ní Dhálaigh',
    '=Hedges <b>',
    "O'Brien & Sons",
    'Page 1 of 1',
  ]) {
    expect(text).toContain(words);
  }
});

test('the printed diary continues over pages: every line is there once', async () => {
  const days = Array.from({ length: 31 }, (_, day) => ({
    date: `Day ${day}.`,
    sum: '',
    lines: Array.from({ length: 20 }, (__, n) => line({ title: `Line ${day}-${n}.`, detail: 'Hill Farm' })),
  }));
  const pages = await pagesOf(printout({ days }));
  expect(pages.length).toBeGreaterThan(5);
  const text = pages.join(' ');
  for (let day = 0; day < 31; day += 1) {
    for (let n = 0; n < 20; n += 1) expect(text.split(`Line ${day}-${n}.`)).toHaveLength(2);
  }
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});
