// The inspection pack: a ZIP archive with an index, the items and evidence of the chosen areas, and the records that the
// app keeps for them. Loaded when a pack is made.
import { readEvidencePhotos, readPhotoFile } from '@/data/compliance/compliance-changes';
import { NO_COMPLETION_FILTER, readAllCompletions } from '@/data/checklists/checklist-completions';
import { readActivities } from '@/data/fields/activities';
import { readServices } from '@/data/machinery/services';
import type { Account } from '@/domain/account/account';
import { RESULT_WORDS } from '@/domain/checklists/checklist-words';
import { CATEGORY_WORDS, NOT_ADVICE } from '@/domain/compliance/compliance-words';
import { missingToday } from '@/domain/compliance/inspection';
import { CATEGORIES, type Category } from '@/domain/compliance/item';
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { formatQuantity } from '@/domain/core/money';
import { addDays, formatDateDated, formatDateNumeric, instantOf, todayIn } from '@/domain/core/time';
import { ACTIVITY_WORDS, type ActivityType } from '@/domain/fields/activity';
import { BRAND } from '@/lib/brand';
import { openZip } from '@/lib/files/file-target';
import type { Certificate } from '@/records/compliance';
import { ACTIVITY, ACTIVITY_CSV, type Activity } from '@/records/field-activities';
import type { Machine } from '@/records/machines';
import { csvRowsOf } from '@/records/record';
import { SERVICE, SERVICE_CSV } from '@/records/services';
import {
  certificatesCsv,
  EVIDENCE_HEAD,
  evidenceRows,
  ITEM_HEAD,
  itemRows,
  listPrintout,
  packedEvidence,
  pdfOf,
} from './compliance-files';
import type { ShownItem } from './use-center';

export type PackRequest = {
  account: Account;
  today: string;
  categories: ReadonlySet<Category>;
  from: string;
  to: string;
  withPhotos: boolean;
  items: readonly ShownItem[];
  certificates: readonly Certificate[];
  machines: readonly Machine[];
  signal: AbortSignal;
};

type Zip = ReturnType<(typeof import('@/data/zip-file'))['zipInto']>;
/** A line of the index: a file, what it contains, and the number of its entries. */
type IndexLine = { name: string; contains: string; entries: number };

/** A title as part of a file's name in the archive. */
export const fileWord = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'Item';

/** Collects the files with their index. */
function packInto(zip: Zip, { account, today }: PackRequest) {
  const index: IndexLine[] = [];
  return {
    index,
    async csv(name: string, contains: string, head: readonly string[], rows: readonly (readonly CsvCell[])[]) {
      const entry = zip.open(name);
      await entry.add(toCsv(head, rows));
      await entry.end();
      index.push({ name, contains, entries: rows.length });
    },
    async text(name: string, contains: string, text: string, entries: number) {
      const entry = zip.open(name);
      await entry.add(text);
      await entry.end();
      index.push({ name, contains, entries });
    },
    async pdf(name: string, contains: string, printout: Parameters<typeof pdfOf>[2]) {
      await zip.addWhole(name, new Uint8Array(await pdfOf(account, today, printout)));
      index.push({ name, contains, entries: printout.rows.length });
    },
    async file(name: string, contains: string, bytes: Uint8Array) {
      await zip.addWhole(name, bytes);
      index.push({ name, contains, entries: 1 });
    },
  };
}
type Pack = ReturnType<typeof packInto>;

const readmeText = (
  farm: string,
  { from, to, today }: PackRequest,
) => `Inspection pack of ${farm}, made with ${BRAND} on ${formatDateDated(today)}.
Evidence from ${formatDateDated(from)} to ${formatDateDated(to)}, with older evidence that still counts or is still kept.

Index.csv and Index.pdf list every file. "Missing" lists what was missing on that day.
${NOT_ADVICE}

Dates in .csv files are year-month-day. A text in a .csv that begins like a formula has an apostrophe before it.
`;

/** Null if the person cancelled: in the browser's save dialog, or by closing the dialog of the pack (`signal`). */
export async function writePack(request: PackRequest): Promise<{ files: number; missing: number } | null> {
  const { account, today, categories, items, signal } = request;
  const target = await openZip(`inspection-pack-${today}.zip`);
  if (!target) return null;
  try {
    const { zipInto } = await import('@/data/zip-file');
    const zip = zipInto(target);
    const pack = packInto(zip, request);
    const chosen = items.filter(({ item }) => categories.has(item.category));
    const missing = await writeSummary(pack, request, chosen);
    for (const category of CATEGORIES) {
      if (!categories.has(category)) continue;
      signal.throwIfAborted();
      await writeCategory(
        pack,
        category,
        chosen.filter(({ item }) => item.category === category),
        request,
      );
      await writeRecords(pack, category, request);
    }
    if (request.withPhotos) await writePhotos(pack, chosen, request);
    const index = [...pack.index];
    await pack.csv(
      'Index.csv',
      'Every file',
      ['file', 'contains', 'entries'],
      index.map(({ name, contains, entries }) => [name, contains, entries]),
    );
    await pack.pdf('Index.pdf', 'Every file', {
      title: 'Inspection pack: index',
      facts: [`Evidence from ${formatDateDated(request.from)} to ${formatDateDated(request.to)}`, NOT_ADVICE],
      columns: [
        { head: 'File', width: 70 },
        { head: 'Contains', width: 0 },
        { head: 'Entries', width: 18 },
      ],
      rows: index.map(({ name, contains, entries }) => [name, contains, String(entries)]),
    });
    const farm = account.settings.farmName ?? BRAND;
    await pack.text('Read me.txt', 'About this archive', readmeText(farm, request), 1);
    await zip.finish();
    signal.throwIfAborted();
    await target.finish();
    return { files: pack.index.length, missing };
  } catch (reason) {
    await target.discard();
    if (signal.aborted) return null;
    throw reason;
  }
}

/** Writes what is missing today and the certificates; returns the number of items and certificates with a problem. */
async function writeSummary(pack: Pack, { certificates, today }: PackRequest, chosen: readonly ShownItem[]) {
  const missing = missingToday(chosen, certificates, today);
  await pack.pdf('Missing.pdf', 'What is missing today', {
    title: `Missing on ${formatDateDated(today)}`,
    facts: [NOT_ADVICE],
    columns: [
      { head: 'Item', width: 80 },
      { head: 'What is missing', width: 0 },
    ],
    rows: missing.map(({ title, sentences }) => [title, sentences.join('\n')]),
  });
  await pack.text(
    'Certificates.csv',
    'Certificates of the farm and its people',
    certificatesCsv(certificates),
    certificates.length,
  );
  await pack.pdf('Certificates.pdf', 'Certificates of the farm and its people', {
    title: 'Certificates',
    facts: [],
    columns: [
      { head: 'Certificate', width: 0 },
      { head: 'Holder', width: 40 },
      { head: 'Number', width: 32 },
      { head: 'Valid until', width: 24 },
    ],
    rows: certificates.map(({ name, holder, number, expiresOn }) => [
      ...[name, holder ?? 'The farm', number ?? ''],
      expiresOn === null ? 'Does not run out' : formatDateNumeric(expiresOn),
    ]),
  });
  return missing.length;
}

async function writeCategory(pack: Pack, category: Category, items: readonly ShownItem[], request: PackRequest) {
  if (items.length === 0) return;
  const folder = CATEGORY_WORDS[category];
  const rows = evidenceRows(items, request);
  await pack.pdf(`${folder}/Items.pdf`, 'Items with their dates', listPrintout(folder, items));
  await pack.csv(`${folder}/Items.csv`, 'Items with their dates', ITEM_HEAD, itemRows(items));
  await pack.csv(`${folder}/Evidence.csv`, 'What was done, with its evidence', EVIDENCE_HEAD, rows);
  await pack.pdf(`${folder}/Evidence.pdf`, 'What was done, with its evidence', {
    title: `${folder}: evidence`,
    facts: [
      `From ${formatDateDated(request.from)} to ${formatDateDated(request.to)}, with older evidence that still counts or is still kept`,
    ],
    columns: [
      { head: 'Item', width: 55 },
      { head: 'Done on', width: 22 },
      { head: 'By', width: 30 },
      { head: 'Reference', width: 28 },
      { head: 'Note', width: 0 },
    ],
    rows: rows.map(([title, doneOn, , by, reference, , note]) => [
      ...[String(title ?? ''), formatDateNumeric(String(doneOn ?? '')), String(by ?? ''), String(reference ?? '')],
      String(note ?? ''),
    ]),
  });
}

const FIELD_RECORDS: Partial<Record<Category, { name: string; types: readonly ActivityType[] }>> = {
  sprays: { name: 'Spray records', types: ['spray'] },
  nutrients: { name: 'Slurry, manure and fertiliser', types: ['slurry', 'fym', 'fertiliser', 'lime'] },
};

/** The records of other pages that belong to an area. */
async function writeRecords(pack: Pack, category: Category, request: PackRequest) {
  const { account, from, to, machines, signal } = request;
  const folder = CATEGORY_WORDS[category];
  const { zone } = account.settings;
  const fieldRecords = FIELD_RECORDS[category];
  if (fieldRecords) {
    const range = { from: instantOf(from, '00:00', zone), to: instantOf(addDays(to, 1), '00:00', zone) };
    const all = await readActivities(account.ownerId, range, signal);
    const rows = all.filter(
      ({ activityType, status }) => fieldRecords.types.includes(activityType) && status === 'done',
    );
    await writeFieldRecords(pack, `${folder}/${fieldRecords.name}`, fieldRecords.name, rows, zone);
  }
  if (category !== 'machinery') return;
  const nameOf = new Map(machines.map(({ id, name }) => [id, name]));
  const services = await readServices(account, { from, to }, signal);
  await pack.csv(
    `${folder}/Services.csv`,
    'Services and repairs of machines',
    ['machine', ...Object.keys(SERVICE_CSV)],
    csvRowsOf(SERVICE, SERVICE_CSV, services).map((row, at) => [
      nameOf.get(services[at]?.machineId ?? '') ?? '',
      ...row,
    ]),
  );
  await pack.csv(
    `${folder}/Dates of machines.csv`,
    'Examinations, tests and insurance of machines',
    [
      'machine',
      'serial_no',
      'registration',
      'loler_due',
      'sprayer_test_due',
      'mot_due',
      'insurance_until',
      'tax_until',
    ],
    machines
      .filter(({ status }) => status !== 'sold')
      .map((one) => [
        ...[one.name, one.serialNo, one.registration, one.lolerDue, one.sprayerTestDue, one.motDue],
        ...[one.insuranceExpires, one.taxExpires],
      ]),
  );
  const checks = await readAllCompletions(account, { ...NO_COMPLETION_FILTER, from, to });
  await pack.csv(
    `${folder}/Completed checklists.csv`,
    'Completed checklists',
    ['date', 'checklist', 'machine', 'result', 'defects', 'completed_by', 'notes_superseded'],
    checks.map((one) => [
      ...[one.doneOn, one.templateName, one.machine, RESULT_WORDS[one.result], one.defects, one.createdByName],
      one.supersededAt === null ? null : 'on an old version',
    ]),
  );
}

async function writeFieldRecords(
  pack: Pack,
  name: string,
  title: string,
  rows: readonly Activity[],
  zone: Account['settings']['zone'],
) {
  await pack.csv(`${name}.csv`, title, Object.keys(ACTIVITY_CSV), csvRowsOf(ACTIVITY, ACTIVITY_CSV, rows));
  const amount = (value: Activity['rate'], unit: string | null) =>
    value === null ? '' : [formatQuantity(value), unit].filter(Boolean).join(' ');
  await pack.pdf(`${name}.pdf`, title, {
    title,
    facts: [],
    columns: [
      { head: 'Date', width: 20 },
      { head: 'Field and crop', width: 38 },
      { head: 'What', width: 0 },
      { head: 'Rate', width: 24 },
      { head: 'Area, ha', width: 18 },
      { head: 'Operator', width: 28 },
    ],
    rows: rows.map((one) => [
      formatDateNumeric(todayIn(zone, new Date(one.startedAt))),
      [one.fieldName, one.crop].filter(Boolean).join('\n'),
      [one.product ?? ACTIVITY_WORDS[one.activityType], one.mappPcsNo && `No. ${one.mappPcsNo}`, one.reason]
        .filter(Boolean)
        .join('\n'),
      amount(one.rate, one.rateUnit),
      amount(one.areaHa, null),
      one.operatorName ?? one.createdByName,
    ]),
  });
}

/** The photos of the evidence in the range, and of the certificates. What can't be read is listed in the index. */
async function writePhotos(pack: Pack, chosen: readonly ShownItem[], request: PackRequest) {
  const { account, certificates, signal } = request;
  const places = new Map<string, string>(
    certificates.map(({ id, name, holder }) => [
      id,
      `Certificates/${fileWord([name, holder].filter(Boolean).join(' '))}`,
    ]),
  );
  for (const shown of chosen)
    for (const { row } of packedEvidence(shown, request))
      places.set(row.id, `${CATEGORY_WORDS[shown.item.category]}/Photos/${row.doneOn} ${fileWord(shown.item.title)}`);
  const numbers = new Map<string, number>();
  for (const { parentId, path } of await readEvidencePhotos(account.ownerId, signal)) {
    const place = places.get(parentId);
    if (place === undefined) continue;
    signal.throwIfAborted();
    const photoNumber = (numbers.get(place) ?? 0) + 1;
    numbers.set(place, photoNumber);
    const name = `${place} ${photoNumber}.${path.split('.').at(-1) ?? 'jpg'}`;
    const bytes = await readPhotoFile(path);
    if (bytes) await pack.file(name, 'Photo', bytes);
    else pack.index.push({ name, contains: 'Photo that could not be read', entries: 0 });
  }
}
