// Meal mixes as files: the mix card as a PDF, a mix as a table, and what every batch was made of.
import { mutationOptions } from '@tanstack/react-query';
import type { LogFilter } from '@/data/rations/logs';
import { readAllBatches } from '@/data/rations/meal-batches';
import type { Account } from '@/domain/account/account';
import { formatQuantity, toNumeric } from '@/domain/core/money';
import { batchKg, batchParts, mealTotals } from '@/domain/rations/meal';
import { mealFacts, moneyWords } from '@/domain/rations/mix-words';
import { FILE_FAILED, PDF_FAILED, saveCsv, saveMixPdf, type PrintSettings } from '@/features/rations/files';
import type { MealMix } from '@/records/rations/meal-mixes';

const partsOf = (mix: MealMix) => batchParts(batchKg(mix.batchSize, mix.batchUnit), mix.items, mix.roundingKg);

/** The mix card for the mill. It needs no signal. */
export const printMixCard = mutationOptions({
  mutationKey: ['meal-file', 'card'],
  networkMode: 'always',
  mutationFn: ({ mix, settings }: { mix: MealMix; settings: PrintSettings }) => {
    const totals = mealTotals(mix.items);
    const parts = partsOf(mix);
    return saveMixPdf(['Mix card', mix.name], 'A4', settings, {
      title: mix.name,
      lines: [
        [mix.stockClass, `batch of ${formatQuantity(mix.batchSize)} ${mix.batchUnit}`].filter(Boolean).join(', '),
        `Recipe version ${mix.version}`,
      ],
      heads: ['', 'Feed', '%', 'kg'],
      rows: mix.items.map(({ name, pct }, at) => ({
        cells: [String(at + 1), name, formatQuantity(pct), formatQuantity(parts[at] ?? pct)],
        note: '',
      })),
      facts: totals
        ? [
            ...mealFacts(totals),
            ...(settings.seesRates
              ? [{ label: 'Cost a tonne', value: moneyWords(totals.costPerTonne, settings.currency) }]
              : []),
          ]
        : [],
      notes: mix.notes,
    });
  },
  meta: PDF_FAILED,
});

const MIX_HEADER = ['feed', 'inclusion_pct', 'batch_kg', 'dm_pct', 'me_mj_kg_dm', 'cp_pct', 'cp_basis'];

/** The ingredients of a mix as a table. */
export const exportMealMix = mutationOptions({
  mutationKey: ['meal-file', 'mix'],
  networkMode: 'always',
  mutationFn: ({ mix, seesRates }: { mix: MealMix; seesRates: boolean }) => {
    const parts = partsOf(mix);
    const rows = mix.items.map((item, at) => [
      ...[item.name, toNumeric(item.pct), toNumeric(parts[at] ?? item.pct), toNumeric(item.dm)],
      ...[item.me && toNumeric(item.me), item.cp && toNumeric(item.cp), item.basis],
      ...(seesRates ? [item.cost && toNumeric(item.cost)] : []),
    ]);
    saveCsv(
      `${mix.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`,
      seesRates ? [...MIX_HEADER, 'cost_per_t'] : MIX_HEADER,
      rows,
    );
    return Promise.resolve();
  },
  meta: FILE_FAILED,
});

const BATCH_HEADER = [
  ...['batch_no', 'date', 'mixed_at', 'mix', 'recipe_version', 'batch_kg', 'feed', 'feed_kg', 'lot'],
  ...['fed_to', 'note', 'mixed_by', 'batch_id'],
];

/** Every batch of a filter, a row for each ingredient: which lot went where. */
export const exportBatches = mutationOptions({
  mutationKey: ['meal-file', 'batches'],
  mutationFn: async ({ reader, filter }: { reader: Pick<Account, 'ownerId'>; filter: LogFilter }) => {
    const batches = await readAllBatches(reader, filter);
    const rows = batches.flatMap((batch) =>
      batch.items.map((item) => [
        ...[batch.batchNo, batch.mixedOn, batch.mixedAt, batch.mixName, batch.mixVersion, toNumeric(batch.kg)],
        ...[item.name, toNumeric(item.kg), item.lot, batch.usedBy, batch.note, batch.createdByName, batch.id],
      ]),
    );
    saveCsv('batches.csv', BATCH_HEADER, rows);
  },
  meta: FILE_FAILED,
});
