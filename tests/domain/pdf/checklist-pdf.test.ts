// A checklist on paper: completed with all answers, and empty to be filled in by hand.
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import type { ChecklistItem } from '@/domain/checklists/checklist';
import { STARTER_CHECKLISTS } from '@/domain/checklists/starter-checklists';
import { checklistPdf, type ChecklistPrintout } from '@/pdf/checklist-pdf';
import { fonts } from './sample';

const item = (more: Partial<ChecklistItem>): ChecklistItem => ({
  ...{ section: 'In the cab', prompt: 'Handbrake holds', type: 'ok_defect_na', unit: '', min: null, max: null },
  ...{ required: true, critical: true, help: '' },
  ...more,
});
const answer = (value: string | number | null, comment = '') => ({ value, comment, photos: [] });
const completionWith = (
  more: Partial<NonNullable<ChecklistPrintout['completion']>> = {},
): NonNullable<ChecklistPrintout['completion']> => ({
  id: '7b0c9a3e-2f5d-4c1a-8e57-0a4f6f0d9b11',
  result: 'Failed, 1/2',
  facts: ['JD 6155R', 'Siân Ní Dhálaigh, 20 Nov 2026 at 07:10', 'Completed in 4 min'],
  answers: [answer('defect', 'Rolls on the ramp\nat the yard'), answer(1.6)],
  photos: [],
  notes: 'Told Alex',
  signature: 'M10 20L30 40L50 20M60 60L70 70',
  at: '2026-11-20T07:10:00Z',
  ...more,
});
const printout = (more: Partial<ChecklistPrintout> = {}): ChecklistPrintout => ({
  farm: 'Hill Farm',
  name: 'Tractor, before use',
  version: 3,
  intro: null,
  items: [item({}), item({ prompt: 'Tyre pressure', type: 'number', unit: 'bar', min: 1.2, max: 2, critical: false })],
  completion: completionWith(),
  ...more,
});
async function pagesOf(content: ChecklistPrintout): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(checklistPdf(content, fonts)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
const textOf = async (content: ChecklistPrintout) => (await pagesOf(content)).join(' ');

test('a completed checklist shows author, time, answers, and defects', async () => {
  const text = await textOf(printout());
  for (const words of [
    ...[
      'Hill Farm',
      'Tractor, before use',
      'Version 3',
      'Failed, 1/2',
      'JD 6155R',
      'Siân Ní Dhálaigh, 20 Nov 2026 at 07:10',
    ],
    ...['In the cab', 'Handbrake holds', 'Critical', 'Defect', 'Rolls on the ramp', 'Tyre pressure', '1.6 bar'],
    ...['Should be 1.2 to 2 bar', 'Told Alex', 'Signature', 'Page 1 of 1'],
  ])
    expect(text).toContain(words);
});

test('the same checklist gives the same file, byte for byte', () => {
  expect(new Uint8Array(checklistPdf(printout(), fonts))).toEqual(new Uint8Array(checklistPdf(printout(), fonts)));
});

test('an empty form has a box for each answer and lines for the rest', async () => {
  const text = await textOf(printout({ completion: null, intro: 'Walk round it first.' }));
  for (const words of ['Walk round it first.', 'OK', 'Defect', 'N/A', 'bar', 'Machine or place', 'Signature'])
    expect(text).toContain(words);
  expect(text).not.toContain('Failed');
});

test.each(STARTER_CHECKLISTS.map((ready) => [ready.name, ready] as const))(
  'the ready-made %s is printed in full',
  async (_, ready) => {
    const text = await textOf(printout({ ...ready, completion: null }));
    for (const { prompt } of ready.items) expect(text.replace(/ /g, '')).toContain(prompt.replace(/ /g, ''));
  },
);

test('a hundred questions with long comments span pages, and none is lost', async () => {
  const items = Array.from({ length: 100 }, (_, at) => item({ prompt: `Question ${at + 1}.`, section: '' }));
  const answers = items.map((_, at) => answer('defect', `Comment ${at + 1}. ${'wet '.repeat(100)}`));
  const pages = await pagesOf(printout({ items, completion: completionWith({ answers }) }));
  expect(pages.length).toBeGreaterThan(3);
  const text = pages.join(' ');
  for (let at = 1; at <= 100; at += 1) {
    expect(text).toContain(`Question ${at}.`);
    expect(text).toContain(`Comment ${at}.`);
  }
});

test('typed input is text, never part of the file’s syntax', async () => {
  const text = await textOf(printout({ name: ') Tj (x', completion: completionWith({ notes: '\u202e(evil) 🐄' }) }));
  expect(text).toContain(') Tj (x');
  expect(text).toContain('(evil)');
});
