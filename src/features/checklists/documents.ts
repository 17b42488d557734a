// Checklists as files: one completed checklist, an empty form, and the list as a table. The PDF code is loaded when it
// is needed.
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { attachmentsQuery } from '@/data/attachments';
import { readAllCompletions, type CompletionFilter } from '@/data/checklists/checklist-completions';
import type { Account } from '@/domain/account/account';
import {
  arrivalWords,
  RESULT_WORDS,
  scoreWords,
  supersededWords,
  durationWords,
} from '@/domain/checklists/checklist-words';
import { toCsv } from '@/domain/core/csv';
import { formatDateDated, localTimeIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import { queryNow } from '@/lib/query-now';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import type { ChecklistPrintout, PdfPhoto } from '@/pdf/checklist-pdf';
import { fileName } from '@/domain/core/file-name';
import type { ChecklistTemplate } from '@/records/checklists';
import type { Completion, CompletionRow } from '@/records/completions';

type PrintAccount = Pick<Account, 'ownerId' | 'userId' | 'settings'>;

async function savePdf(printout: ChecklistPrintout, name: readonly string[]): Promise<void> {
  const [{ checklistPdf }, { loadFonts }] = await Promise.all([import('@/pdf/checklist-pdf'), import('@/pdf/fonts')]);
  const bytes = checklistPdf(printout, await loadFonts());
  saveFile(new File([bytes], fileName(name, 'pdf'), { type: 'application/pdf' }));
}

function factsOf(completion: Completion, { settings }: PrintAccount): string[] {
  const { machine, hoursReading, createdByName, doneOn, completedAt, seconds } = completion;
  const arrival = arrivalWords(completion, settings.zone);
  const superseded = supersededWords(completion);
  return [
    ...(machine === null ? [] : [machine]),
    ...(hoursReading === null ? [] : [`${hoursReading} h on the meter`]),
    `${createdByName}, ${formatDateDated(doneOn)} at ${localTimeIn(settings.zone, new Date(completedAt))}`,
    ...(arrival === null ? [] : [arrival]),
    ...(superseded === null ? [] : [superseded]),
    `Completed in ${durationWords(seconds)}`,
  ];
}

/** Photos stored on this device, otherwise fetched. Photos that can't be loaded, for example offline, are left out. */
async function photosOf(
  { id, answers }: Completion,
  { ownerId, userId }: PrintAccount,
  client: QueryClient,
): Promise<PdfPhoto[]> {
  const photoIds = answers.flatMap(({ photos }) => photos);
  if (photoIds.length === 0) return [];
  const [{ pictureAt, pictureOf }, onDevice, uploaded] = await Promise.all([
    import('@/pdf/photo'),
    client.query(keptPhotosQuery(userId, id)),
    queryNow(client, { ...attachmentsQuery(ownerId, id), retry: false }).catch(() => []),
  ]);
  const loadedPhotos = await Promise.all(
    photoIds.map(async (photoId) => {
      const devicePhoto = onDevice.find((photo) => photo.id === photoId);
      const url = uploaded.find((photo) => photo.id === photoId)?.url;
      const picture = devicePhoto
        ? await pictureOf(new Blob([devicePhoto.bytes], { type: devicePhoto.mime }))
        : typeof url === 'string'
          ? await pictureAt(url)
          : null;
      return picture && { id: photoId, ...picture };
    }),
  );
  return loadedPhotos.filter((photo) => photo !== null);
}

/** One completed checklist, with its photos. */
export const printCompletion = mutationOptions({
  mutationKey: ['checklist-file', 'completion'],
  networkMode: 'always',
  mutationFn: async ({ completion, account }: { completion: Completion; account: PrintAccount }, { client }) => {
    const photos = await photosOf(completion, account, client);
    await savePdf(
      {
        farm: account.settings.farmName ?? BRAND,
        name: completion.templateName,
        version: completion.version,
        intro: null,
        items: completion.items,
        completion: {
          id: completion.id,
          result: `${RESULT_WORDS[completion.result]}, ${scoreWords(completion)}`,
          facts: factsOf(completion, account),
          answers: completion.answers,
          photos,
          notes: completion.notes,
          signature: completion.signature,
          at: completion.completedAt,
        },
      },
      ['Checklist', completion.templateName, completion.machine ?? '', completion.doneOn],
    );
  },
  meta: { failed: { title: 'Error', description: 'Could not make the PDF.' } },
});

/** An empty form to fill in by hand. */
export const printBlank = mutationOptions({
  mutationKey: ['checklist-file', 'blank'],
  networkMode: 'always',
  mutationFn: ({ farm, template }: { farm: string | null; template: ChecklistTemplate }) =>
    savePdf({ ...template, farm: farm ?? BRAND, completion: null }, ['Checklist', template.name]),
  meta: { failed: { title: 'Error', description: 'Could not make the PDF.' } },
});

const HEADER = [
  'date',
  'completed_at',
  'checklist',
  'version',
  'machine',
  'hours_reading_h',
  'person',
  'result',
  'passed',
  'checked',
  'defects',
  'took_s',
  'received_at',
  'clock_doubted',
  'superseded_at',
  'current_version',
];

const completionsCsv = (rows: readonly CompletionRow[]): string =>
  toCsv(
    HEADER,
    rows.map((row) => [
      ...[row.doneOn, row.completedAt, row.templateName, row.version, row.machine, row.hoursReading, row.createdByName],
      ...[
        row.result,
        row.passed,
        row.checked,
        row.defects,
        row.seconds,
        row.receivedAt,
        row.clockDoubted ? 'yes' : 'no',
        row.supersededAt,
        row.currentVersion,
      ],
    ]),
  );

/** All rows that the person may read and the filter matches, not only those loaded on the screen. */
export const exportCompletions = mutationOptions({
  mutationKey: ['checklist-file', 'table'],
  mutationFn: async ({ reader, filter }: { reader: Pick<Account, 'ownerId' | 'userId'>; filter: CompletionFilter }) => {
    const csv = completionsCsv(await readAllCompletions(reader, filter));
    saveFile(new File([csv], 'completed-checklists.csv', { type: 'text/csv' }));
  },
  meta: { failed: { title: 'Error', description: 'Could not make the file.' } },
});
