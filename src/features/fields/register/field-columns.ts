// The land register in words, on the screen and on paper.
import type { Account } from '@/domain/account/account';
import type { PrintoutColumn, PrintoutSum } from '@/domain/core/printout-columns';
import { add, formatQuantity } from '@/domain/core/money';
import { formatDateNumeric } from '@/domain/core/time';
import { ACTIVITY_WORDS } from '@/domain/fields/activity';
import { formatArea, type AreaUnit } from '@/domain/core/area';
import { LAND_USE_WORDS } from '@/domain/fields/field';
import { isSoilTestInDate } from '@/domain/fields/soil';
import { dateOf, type ListedField, type readView } from '@/features/fields/fields-address';

/** The words of a field's columns. `dateWords`: how a date is written. */
export function fieldWords({ settings }: Account, today: string, dateWords: (date: string) => string) {
  const { zone, region } = settings;
  const isSoilInDate = ({ summary }: ListedField) => isSoilTestInDate(summary?.sampledOn ?? null, region, today);
  return {
    isSoilInDate,
    crop: ({ field, summary }: ListedField) => summary?.crop ?? (field.landUse ? LAND_USE_WORDS[field.landUse] : ''),
    activity: ({ summary }: ListedField) =>
      summary?.activityType && summary.lastActivityAt
        ? `${ACTIVITY_WORDS[summary.activityType]}, ${dateWords(dateOf(summary.lastActivityAt, zone))}`
        : '',
    /** "P 2-, K 2+, pH 6.4"; a test that has run out says so. */
    soil: (listed: ListedField) => {
      const { summary } = listed;
      if (!summary?.sampledOn) return '';
      const figures = [
        summary.pIndex && `P ${summary.pIndex}`,
        summary.kIndex && `K ${summary.kIndex}`,
        summary.ph !== null && `pH ${formatQuantity(summary.ph)}`,
      ].filter(Boolean);
      return [figures.join(', '), !isSoilInDate(listed) && 'out of date'].filter(Boolean).join(' – ');
    },
  };
}

export function fieldColumns(account: Account, today: string, unit: AreaUnit): readonly PrintoutColumn<ListedField>[] {
  const words = fieldWords(account, today, formatDateNumeric);
  return [
    { head: 'Field', cell: ({ field }) => [field.name, field.parcelRef].filter(Boolean).join('\n') },
    { head: 'Area', figure: true, cell: ({ field }) => formatArea(field.areaHa, unit) },
    { head: 'Crop', cell: words.crop },
    { head: 'Last activity', cell: words.activity },
    { head: 'Soil', cell: words.soil },
    { head: 'Customer', cell: ({ field }) => field.customer ?? '' },
  ];
}

export function fieldSums(listed: readonly ListedField[]): PrintoutSum[] {
  const total = add(...listed.map(({ field }) => field.areaHa));
  return [
    { label: 'Fields', value: listed.length },
    { label: 'Hectares', value: formatArea(total, 'hectare') },
    { label: 'Acres', value: formatArea(total, 'acre') },
  ];
}

export function fieldFilterWords(view: ReturnType<typeof readView>): readonly string[] {
  const { search, crop, landUse, owner, eligible, soilDue, archived } = view;
  return [
    archived ? 'archived' : '',
    crop,
    landUse && LAND_USE_WORDS[landUse],
    owner === 'own' ? 'own land' : owner === 'customers' ? 'customers’ land' : '',
    eligible ? 'eligible' : '',
    soilDue ? 'no soil test in date' : '',
    search === '' ? '' : `“${search}”`,
  ];
}
