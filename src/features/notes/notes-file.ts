// The notes of a list as files: CSV, and a PDF with their photos. The PDF code is loaded on demand.
import { mutationOptions } from '@tanstack/react-query';
import { readFarmPeople } from '@/data/account/farm-people';
import { photosOfNotes } from '@/data/notes/note-photos';
import { readAllNotes } from '@/data/notes/notes';
import type { Account } from '@/domain/account/account';
import { currentNames } from '@/domain/account/current-names';
import { toCsv } from '@/domain/core/csv';
import { formatDateDated, formatDateLong, localTimeIn } from '@/domain/core/time';
import { isFiltered, type NoteFilter } from '@/domain/notes/note';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import type { NotesPrintout } from '@/pdf/notes-pdf';
import type { Picture } from '@/pdf/photo';
import { NOTE, NOTE_CSV, type Note } from '@/records/notes';
import { csvRowsOf } from '@/records/record';
import { actionWords, detailWords, SHARED, authorAndTimeText } from './note-words';

type FileRequest = { account: Account; filter: NoteFilter; today: string };

const errorToast = { title: 'Could not save the file', description: 'The notes did not load. Try again with signal.' };
const neverAborted = () => new AbortController().signal;

async function notesWithCurrentNames(account: Account, filter: NoteFilter): Promise<readonly Note[]> {
  const [people, notes] = await Promise.all([
    readFarmPeople(account.ownerId, neverAborted()),
    readAllNotes(account, filter, neverAborted()),
  ]);
  return currentNames(people).rowsOf(notes);
}

/** Saves all notes that match the filter as CSV. If any can't be loaded, no file is saved. */
export const saveNotesCsv = mutationOptions({
  mutationKey: ['notes', 'file'],
  mutationFn: async ({ account, filter, today }: FileRequest) => {
    const notes = await notesWithCurrentNames(account, filter);
    saveFile(
      new File([toCsv(Object.keys(NOTE_CSV), csvRowsOf(NOTE, NOTE_CSV, notes))], `notes-${today}.csv`, {
        type: 'text/csv',
      }),
    );
  },
  meta: { failed: errorToast },
});

const filterWords = ({ search, title, customer, action, from, to }: NoteFilter): string =>
  [
    title,
    customer,
    action === 'open' && 'needs action',
    action === 'done' && 'done',
    from !== '' && `from ${formatDateDated(from)}`,
    to !== '' && `until ${formatDateDated(to)}`,
    search !== '' && `“${search}”`,
  ]
    .filter(Boolean)
    .join(', ');

function byDay(notes: readonly Note[]): [day: string, notes: Note[]][] {
  const days = new Map<string, Note[]>();
  for (const note of notes) days.set(note.noteDate, [...(days.get(note.noteDate) ?? []), note]);
  return [...days];
}

/** Saves the same notes as a PDF. Photos that can't be loaded are left out. */
export const saveNotesPdf = mutationOptions({
  mutationKey: ['notes', 'pdf'],
  mutationFn: async ({ account, filter, today }: FileRequest) => {
    const { zone, farmName } = account.settings;
    const notes = await notesWithCurrentNames(account, filter);
    const [photos, { notesPdf }, { loadFonts }, { pictureAt }] = await Promise.all([
      photosOfNotes(
        account.ownerId,
        notes.map(({ id }) => id),
        neverAborted(),
      ),
      import('@/pdf/notes-pdf'),
      import('@/pdf/fonts'),
      import('@/pdf/photo'),
    ]);
    const toPrintedNote = async (note: Note) => {
      const pictures: Picture[] = [];
      // Sequentially: a phone has memory for only a few photos at a time.
      for (const url of photos.get(note.id) ?? []) {
        const picture = await pictureAt(url);
        if (picture) pictures.push(picture);
      }
      return {
        title: note.title,
        body: note.body,
        facts: [
          [authorAndTimeText(note, zone, today), note.shared && SHARED].filter(Boolean).join(', '),
          detailWords(note),
          actionWords(note, zone, today) ?? '',
        ].filter((words) => words !== ''),
        photos: pictures,
      };
    };
    const days: NotesPrintout['days'][number][] = [];
    for (const [day, dayNotes] of byDay(notes)) {
      const printedNotes: Awaited<ReturnType<typeof toPrintedNote>>[] = [];
      for (const note of dayNotes) printedNotes.push(await toPrintedNote(note));
      days.push({ day: formatDateLong(day), notes: printedNotes });
    }
    const printout: NotesPrintout = {
      farm: farmName ?? BRAND,
      filters: isFiltered(filter) ? filterWords(filter) : '',
      printed: `Printed on ${formatDateDated(today)} at ${localTimeIn(zone, new Date())}`,
      days,
    };
    const bytes = notesPdf(printout, await loadFonts());
    saveFile(new File([bytes], `notes-${today}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed: errorToast },
});
