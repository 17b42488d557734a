import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { notesPdf, type NotesPrintout } from '@/pdf/notes-pdf';
import { fonts } from './sample';

type Note = NotesPrintout['days'][number]['notes'][number];
const note = (more: Partial<Note> = {}): Note => ({ title: 'General', body: '', facts: [], photos: [], ...more });
const printout = (more: Partial<NotesPrintout> = {}): NotesPrintout => ({
  farm: 'Headland Farm',
  filters: '',
  printed: 'Printed on 20 Nov 2026 at 07:10',
  days: [],
  ...more,
});
async function pagesOf(content: NotesPrintout): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(notesPdf(content, fonts)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
// One white pixel.
const POINT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

test('the PDF of notes shows each note’s text, author and required action', async () => {
  const notes = [
    note({
      title: 'Accident / near miss',
      body: 'Gate swung back <b>\nNobody hurt.',
      facts: ['Written by Siân Ní Dhálaigh on Fri 20 Nov at 07:02', 'Needs action: Alex Hill'],
      photos: [{ url: POINT, mime: 'image/png', width: 1, height: 1 }],
    }),
  ];
  const [text = ''] = await pagesOf(
    printout({ filters: 'needs action', days: [{ day: 'Friday 20 November', notes }] }),
  );
  for (const words of [
    'Headland Farm',
    'needs action',
    'Printed on 20 Nov 2026 at 07:10',
    'Friday 20 November',
    'Accident / near miss',
    'Gate swung back <b>',
    'Nobody hurt.',
    'Written by Siân Ní Dhálaigh on Fri 20 Nov at 07:02',
    'Needs action: Alex Hill',
    'Page 1 of 1',
  ])
    expect(text).toContain(words);
});

test('the PDF of notes continues over pages: a long note, many photos and many notes are complete', async () => {
  const long = Array.from({ length: 120 }, (_, n) => `Line ${n}.`).join('\n');
  const photos = Array.from({ length: 20 }, () => ({
    url: POINT,
    mime: 'image/png' as const,
    width: 1600,
    height: 1200,
  }));
  const notes = [note({ body: long, photos }), ...Array.from({ length: 60 }, (_, n) => note({ body: `Note ${n}.` }))];
  const pages = await pagesOf(printout({ days: [{ day: 'Friday 20 November', notes }] }));
  expect(pages.length).toBeGreaterThan(4);
  const text = pages.join(' ');
  for (let n = 0; n < 120; n += 1) expect(text.split(`Line ${n}.`)).toHaveLength(2);
  for (let n = 0; n < 60; n += 1) expect(text.split(`Note ${n}.`)).toHaveLength(2);
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});
