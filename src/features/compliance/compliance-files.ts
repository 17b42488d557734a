// Files of the compliance center: the list as CSV and PDF, and certificates as CSV.
import { mutationOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import {
  BY_WORDS,
  CATEGORY_WORDS,
  NOT_ADVICE,
  recurrenceWords,
  STATE_WORDS,
} from '@/domain/compliance/compliance-words';
import { keptUntil } from '@/domain/compliance/item';
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { formatDateDated, formatDateNumeric, localTimeIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import { CERTIFICATE, CERTIFICATE_CSV, type Certificate } from '@/records/compliance';
import { csvRowsOf } from '@/records/record';
import type { ShownItem } from './use-center';

const errorToast = { title: 'Could not save the file' };

export const ITEM_HEAD = [
  ...['item', 'area', 'asked_for_by', 'state', 'due_on', 'due_again', 'last_done_on', 'evidence_in_the_app', 'missing'],
  ...['keep_months', 'does_not_apply_because'],
];

export const itemRows = (items: readonly ShownItem[]): CsvCell[][] =>
  items.map(({ item, state, on, done, evidence }) => [
    ...[item.title, CATEGORY_WORDS[item.category], BY_WORDS[item.requiredBy], STATE_WORDS[state], on],
    ...[recurrenceWords(item), done[0]?.row.doneOn ?? evidence?.lastOn ?? null, evidence?.words ?? null],
    ...[evidence?.gaps.join(' ') ?? null, item.keepMonths, item.notApplicableReason],
  ]);

export const EVIDENCE_HEAD = [
  ...[
    'item',
    'done_on',
    'for_due_on',
    'done_by',
    'reference',
    'valid_until',
    'note',
    'keep_until',
    'entered_by',
    'only_on_this_phone',
  ],
];

/**
 * The evidence of an item for a pack: everything done from `from` to `to`. Older evidence only if it is the latest up
 * to `to`, or must still be kept today.
 */
export const packedEvidence = (
  { item, done }: ShownItem,
  { from, to, today }: { from: string; to: string; today: string },
) =>
  // Latest first.
  done
    .filter(({ row: { doneOn } }) => doneOn <= to)
    .filter(
      ({ row: { doneOn, keepUntil } }, at) =>
        doneOn >= from || at === 0 || (keptUntil(doneOn, item.keepMonths, keepUntil) ?? '') >= today,
    );

export const evidenceRows = (
  items: readonly ShownItem[],
  range: { from: string; to: string; today: string },
): CsvCell[][] =>
  items.flatMap((shown) =>
    packedEvidence(shown, range).map(({ row, entry }) => [
      ...[shown.item.title, row.doneOn, row.forDueOn, row.doneBy, row.referenceNo, row.expiresOn, row.note],
      ...[keptUntil(row.doneOn, shown.item.keepMonths, row.keepUntil), row.createdByName, entry ? 'yes' : ''],
    ]),
  );

export const certificatesCsv = (certificates: readonly Certificate[]): string =>
  toCsv(Object.keys(CERTIFICATE_CSV), csvRowsOf(CERTIFICATE, CERTIFICATE_CSV, certificates));

/** The content of a PDF: title, facts and a table. The column of `width` 0 takes the remaining width. */
type Printout = {
  title: string;
  facts: readonly string[];
  columns: readonly { head: string; width: number }[];
  rows: readonly (readonly string[])[];
};

export async function pdfOf({ settings }: Account, today: string, printout: Printout): Promise<ArrayBuffer> {
  const [{ tablePdf }, { loadFonts }] = await Promise.all([import('@/pdf/table-pdf'), import('@/pdf/fonts')]);
  const printed = `Printed on ${formatDateDated(today)} at ${localTimeIn(settings.zone, new Date())}`;
  return tablePdf(
    { farm: settings.farmName ?? BRAND, ...printout, facts: [...printout.facts, printed] },
    await loadFonts(),
  );
}

const date = (text: string | null | undefined) => (text == null ? '' : formatDateNumeric(text));

/** Items with their dates and the latest evidence. */
export const listPrintout = (title: string, items: readonly ShownItem[]): Printout => ({
  title,
  facts: [NOT_ADVICE],
  columns: [
    { head: 'Item', width: 0 },
    { head: 'State', width: 24 },
    { head: 'Due', width: 22 },
    { head: 'Last done', width: 22 },
    { head: 'Missing', width: 50 },
  ],
  rows: items.map(({ item, state, on, done, evidence }) => [
    `${item.title}\n${CATEGORY_WORDS[item.category]}, ${BY_WORDS[item.requiredBy]}`,
    STATE_WORDS[state],
    date(on),
    date(done[0]?.row.doneOn ?? evidence?.lastOn),
    item.notApplicableReason ?? evidence?.gaps.join('\n') ?? '',
  ]),
});

export const saveListFile = mutationOptions({
  mutationKey: ['compliance', 'file'],
  networkMode: 'always',
  mutationFn: ({ items, today }: { items: readonly ShownItem[]; today: string }) => {
    saveFile(new File([toCsv(ITEM_HEAD, itemRows(items))], `compliance-${today}.csv`, { type: 'text/csv' }));
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});

export const saveListPdf = mutationOptions({
  mutationKey: ['compliance', 'pdf'],
  networkMode: 'always',
  mutationFn: async ({ account, items, today }: { account: Account; items: readonly ShownItem[]; today: string }) => {
    const pdf = await pdfOf(account, today, listPrintout('Compliance list', items));
    saveFile(new File([pdf], `compliance-${today}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed: errorToast },
});

export const saveCertificatesFile = mutationOptions({
  mutationKey: ['certificates', 'file'],
  networkMode: 'always',
  mutationFn: ({ certificates, today }: { certificates: readonly Certificate[]; today: string }) => {
    saveFile(new File([certificatesCsv(certificates)], `certificates-${today}.csv`, { type: 'text/csv' }));
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});
