// The files of fields: the register, activities with every field of a spray record, and harvests as CSV; activities as
// JSON too; one field's record as a PDF.
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { harvestsQuery, readActivities, readHarvests } from '@/data/fields/activities';
import { fieldsQuery } from '@/data/fields/fields';
import { seasonsQuery, soilTestsQuery } from '@/data/fields/seasons';
import type { Account } from '@/domain/account/account';
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { toNumeric } from '@/domain/core/money';
import { formatDateDated, localTimeIn } from '@/domain/core/time';
import { atStandardMoisture, tonnesOf, yieldOf } from '@/domain/fields/harvest';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import { ACTIVITY, ACTIVITY_CSV, HARVEST, HARVEST_CSV, type Activity } from '@/records/field-activities';
import { FIELD, FIELD_CSV, type FarmField } from '@/records/fields';
import { csvRowsOf } from '@/records/record';
import { counts } from '@/records/struck';
import { recordOf } from './field-record';
import type { ListedField } from '@/features/fields/fields-address';

const errorToast = {
  title: 'Could not save the file',
  description: 'The records did not load. Try again with signal.',
};
const neverAborted = () => new AbortController().signal;
const save = (text: string, name: string, type: string) => saveFile(new File([text], name, { type }));
const saveCsv = (header: readonly string[], rows: readonly CsvCell[][], name: string) =>
  save(toCsv([...header], rows), name, 'text/csv');

/** The fields that the register shows, with their current crop and newest soil test. */
export const saveFieldsFile = mutationOptions({
  mutationKey: ['fields', 'file'],
  networkMode: 'always',
  mutationFn: ({ listed, today }: { listed: readonly ListedField[]; today: string }) => {
    const rows = csvRowsOf(
      FIELD,
      FIELD_CSV,
      listed.map(({ field }) => field),
    );
    saveCsv(
      [...Object.keys(FIELD_CSV), 'crop', 'soil_sampled_on', 'ph', 'p_index', 'k_index', 'mg_index'],
      rows.map((row, at) => {
        const summary = listed[at]?.summary;
        return [
          ...row,
          summary?.crop ?? null,
          summary?.sampledOn ?? null,
          summary?.ph == null ? null : toNumeric(summary.ph),
          summary?.pIndex ?? null,
          summary?.kIndex ?? null,
          summary?.mgIndex ?? null,
        ];
      }),
      `fields-${today}.csv`,
    );
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});

/** Where an activity was: the parcel and the centroid of its field. */
const PLACE_HEADER = ['parcel', 'lat', 'lng'] as const;
const placeOf = (field: FarmField | undefined): CsvCell[] => [
  field?.parcelRef ?? null,
  field?.centroidLat ?? null,
  field?.centroidLng ?? null,
];

export const saveActivitiesFile = mutationOptions({
  mutationKey: ['field_activities', 'file'],
  mutationFn: async ({
    client,
    ownerId,
    today,
    format,
  }: {
    client: QueryClient;
    ownerId: string;
    today: string;
    format: 'csv' | 'json';
  }) => {
    const [fields, activities] = await Promise.all([
      client.query(fieldsQuery(ownerId)),
      readActivities(ownerId, {}, neverAborted()),
    ]);
    const byId = new Map(fields.map((field) => [field.id, field]));
    const header = [...Object.keys(ACTIVITY_CSV), ...PLACE_HEADER];
    const rows = csvRowsOf(ACTIVITY, ACTIVITY_CSV, activities).map((row, at) => [
      ...row,
      ...placeOf(byId.get(activities[at]?.fieldId ?? '')),
    ]);
    if (format === 'csv') return saveCsv(header, rows, `field-activities-${today}.csv`);
    const records = rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? null])));
    return save(
      JSON.stringify({ exported_on: today, activities: records }, null, 2),
      `field-activities-${today}.json`,
      'application/json',
    );
  },
  meta: { failed: errorToast },
});

export const saveHarvestsFile = mutationOptions({
  mutationKey: ['harvests', 'file'],
  mutationFn: async ({ ownerId, today }: { ownerId: string; today: string }) => {
    const harvests = await readHarvests(ownerId, neverAborted());
    const rows = csvRowsOf(HARVEST, HARVEST_CSV, harvests).map((row, at) => {
      const harvest = harvests[at];
      const tonnes = harvest ? tonnesOf(harvest) : null;
      const tonnesAt15 =
        tonnes !== null && harvest?.moisturePct != null ? atStandardMoisture(tonnes, harvest.moisturePct) : null;
      const perHa = harvest?.areaHa != null && tonnes !== null ? yieldOf(tonnesAt15 ?? tonnes, harvest.areaHa) : null;
      return [...row, tonnesAt15 === null ? null : toNumeric(tonnesAt15), perHa === null ? null : toNumeric(perHa)];
    });
    saveCsv([...Object.keys(HARVEST_CSV), 'tonnes_at_15_pct', 'yield_t_ha'], rows, `harvests-${today}.csv`);
  },
  meta: { failed: errorToast },
});

/** One field's record as a PDF: its facts, crops, soil tests, activities and harvests. */
export const saveFieldRecord = mutationOptions({
  mutationKey: ['fields', 'record'],
  mutationFn: async ({
    client,
    account,
    field,
    today,
  }: {
    client: QueryClient;
    account: Account;
    field: FarmField;
    today: string;
  }) => {
    const { ownerId, settings } = account;
    const [seasons, tests, harvests, activities, { fieldPdf }, { loadFonts }] = await Promise.all([
      client.query(seasonsQuery(ownerId, field.id)),
      client.query(soilTestsQuery(ownerId, field.id)),
      client.query(harvestsQuery(ownerId, field.id)),
      readActivities(ownerId, { fieldId: field.id }, neverAborted()),
      import('@/pdf/field-pdf'),
      import('@/pdf/fonts'),
    ]);
    const bytes = fieldPdf(
      {
        farm: settings.farmName ?? BRAND,
        printed: `Printed on ${formatDateDated(today)} at ${localTimeIn(settings.zone, new Date())}`,
        ...recordOf(
          field,
          {
            ...{ seasons, tests: tests.filter(counts), harvests: harvests.filter(counts) },
            activities: newestFirst(activities),
          },
          settings.zone,
        ),
      },
      await loadFonts(),
    );
    saveFile(new File([bytes], `field-record-${today}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed: errorToast },
});

/** `readActivities` returns the oldest first. */
const newestFirst = (activities: readonly Activity[]) => activities.toReversed();
