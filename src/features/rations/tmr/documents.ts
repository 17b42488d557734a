// TMR mixes as files: the load sheet as a PDF, a mix and the log of feedings as tables.
import { mutationOptions } from '@tanstack/react-query';
import type { LogFilter } from '@/data/rations/logs';
import { readAllFeedings } from '@/data/rations/tmr-feedings';
import type { Account } from '@/domain/account/account';
import { rounded, toFixed } from '@/domain/core/fraction';
import { formatQuantity, toNumeric } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import { costFacts, loadsWords, rationFacts } from '@/domain/rations/mix-words';
import { loadSheet, PREMIX, rationOf, sheetKg } from '@/domain/rations/tmr';
import { FILE_FAILED, PDF_FAILED, saveCsv, saveMixPdf, type PrintSettings } from '@/features/rations/files';
import type { TmrMix } from '@/records/rations/tmr-mixes';

/** The load sheet of one load: A4 for the wall, A5 to laminate for the cab. It needs no signal. */
export const printLoadSheet = mutationOptions({
  mutationKey: ['tmr-file', 'load-sheet'],
  networkMode: 'always',
  mutationFn: ({
    mix,
    settings,
    format,
    headCount,
  }: {
    mix: TmrMix;
    settings: PrintSettings;
    format: 'A4' | 'A5';
    headCount: number;
  }) => {
    const sheet = loadSheet(mix.items, { ...mix, headCount });
    const ration = rationOf(mix.items);
    return saveMixPdf(['Load sheet', mix.name, format], format, settings, {
      title: mix.name,
      lines: [
        [mix.groupName, `${headCount.toLocaleString('en-GB')} head`, loadsWords(sheet)].filter(Boolean).join(', '),
        `${formatQuantity(mix.feedRatePct)} %, ${plural(mix.feedsPerDay, 'once a day', `${mix.feedsPerDay} times a day`)}`,
      ],
      heads: ['', 'Feed', 'kg', 'Scale reads'],
      rows: sheet.rows.map(({ item, kg, reads, premix }) => ({
        cells: [String(item.order), item.name, formatQuantity(sheetKg(kg)), formatQuantity(reads)],
        note: [premix && PREMIX, item.minutes !== null && `Then mix ${item.minutes} min.`, item.note]
          .filter(Boolean)
          .join(' '),
      })),
      facts: ration
        ? [
            ...rationFacts(ration, mix),
            // For the head count of the sheet, which may be another one than the mix is for.
            ...(settings.seesRates ? costFacts(ration, { ...mix, headCount }, settings.currency) : []),
          ]
        : [],
      notes: mix.notes,
    });
  },
  meta: PDF_FAILED,
});

const MIX_HEADER = [
  ...['place', 'feed', 'fresh_kg_head', 'dm_pct', 'dm_kg_head', 'me_mj_kg_dm', 'cp_pct', 'cp_basis'],
  ...['kg_load', 'scale_reads_kg', 'mix_min', 'note'],
];
const COST_COLUMN = 'cost_per_t';

/** The ingredients of a mix as a table. */
export const exportMix = mutationOptions({
  mutationKey: ['tmr-file', 'mix'],
  networkMode: 'always',
  mutationFn: ({ mix, seesRates }: { mix: TmrMix; seesRates: boolean }) => {
    const rows = loadSheet(mix.items, mix).rows.map(({ item, kg, reads }) => {
      const ration = rationOf([item]);
      return [
        ...[item.order, item.name, toNumeric(item.fresh), toNumeric(item.dm), ration && Number(toFixed(ration.dm, 3))],
        ...[item.me && toNumeric(item.me), item.cp && toNumeric(item.cp), item.basis],
        ...[toNumeric(rounded(kg, 3)), toNumeric(reads), item.minutes, item.note],
        ...(seesRates ? [item.cost && toNumeric(item.cost)] : []),
      ];
    });
    saveCsv(
      `${mix.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`,
      seesRates ? [...MIX_HEADER, COST_COLUMN] : MIX_HEADER,
      rows,
    );
    return Promise.resolve();
  },
  meta: FILE_FAILED,
});

const LOG_HEADER = [
  ...['date', 'fed_at', 'mix', 'group', 'head', 'loads', 'feed', 'planned_kg', 'loaded_kg'],
  ...['refusals_kg', 'note', 'fed_by', 'feeding_id'],
];

/** Every feeding of a filter, a row for each ingredient. */
export const exportFeedings = mutationOptions({
  mutationKey: ['tmr-file', 'log'],
  mutationFn: async ({ reader, filter }: { reader: Pick<Account, 'ownerId'>; filter: LogFilter }) => {
    const feedings = await readAllFeedings(reader, filter);
    const rows = feedings.flatMap((fed) =>
      fed.items.map((item, at) => [
        ...[fed.fedOn, fed.fedAt, fed.mixName, fed.groupName, fed.headCount, fed.loads],
        ...[item.name, toNumeric(item.planned), toNumeric(item.actual)],
        // The refusals only once for each feeding, so that the column can be summed.
        at === 0 && fed.refusalsKg !== null ? toNumeric(fed.refusalsKg) : null,
        ...[fed.note, fed.createdByName, fed.id],
      ]),
    );
    saveCsv('feedings.csv', LOG_HEADER, rows);
  },
  meta: FILE_FAILED,
});
