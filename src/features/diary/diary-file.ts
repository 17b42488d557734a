// The visible days as files: CSV, PDF, and the planned events as a calendar (ICS).
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import { toCsv } from '@/domain/core/csv';
import { icsOf } from '@/domain/core/ics';
import { formatMoney, toNumeric } from '@/domain/core/money';
import { formatDate, formatDateDated, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { timeOn } from '@/domain/diary/diary';
import { cancelWords, rainWords, STATUS_WORDS } from '@/domain/diary/diary-event';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import type { DiaryPrintout } from '@/pdf/diary-pdf';
import { sumWords, type Day } from './day-words';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { ShownItem } from './shown-item';

const HEADER = [
  'date',
  'kind',
  'title',
  'customer',
  'task',
  'people',
  'from_date',
  'to_date',
  'start',
  'finish',
  'minutes',
  'value',
  'status',
  'note',
];

const TYPES = { csv: 'text/csv', ics: 'text/calendar', pdf: 'application/pdf' } as const;

export type DiaryFile = {
  kind: keyof typeof TYPES;
  days: readonly Day[];
  range: Range;
  title: string;
  /** The active filters, in words. */
  filters: string;
  account: Account;
  now: Date;
};

function row(date: string, { itemKind, title, customer, task, names, work, event, ...item }: ShownItem) {
  return [
    date,
    ITEM_KIND_WORDS[itemKind],
    title,
    customer,
    task,
    names,
    item.from,
    item.until,
    item.time,
    work?.finishTime ?? event?.endTime ?? null,
    item.minutes,
    item.value === null ? null : toNumeric(item.value),
    event
      ? [STATUS_WORDS[event.status], event.status === 'cancelled' ? cancelWords(event) : rainWords(event)]
          .filter(Boolean)
          .join(': ')
      : itemKind === 'work'
        ? 'Done'
        : null,
    work?.notes ?? event?.notes ?? null,
  ];
}

/** Each item once, on its first day in the range. */
function diaryCsv(days: readonly Day[]): string {
  const written = new Set<string>();
  return toCsv(
    HEADER,
    days.flatMap(({ date, items }) =>
      items.flatMap((item) => {
        const key = `${item.source} ${item.id}`;
        if (written.has(key)) return [];
        written.add(key);
        return [row(date, item)];
      }),
    ),
  );
}

/** The planned events that match the filters. */
function diaryCalendar(days: readonly Day[], zone: Zone, now: Date): string {
  const events = new Map(
    days.flatMap(({ items }) => items.flatMap(({ event }) => (event ? [[event.id, event] as const] : []))),
  );
  return icsOf([...events.values()], { name: BRAND, zone, now });
}

/** The days that have items, as a PDF. `filters` describes the active filters. */
async function createDiaryPdf({ days, title, filters, account, now }: DiaryFile): Promise<ArrayBuffer> {
  const { zone, currency, farmName } = account.settings;
  const printout: DiaryPrintout = {
    farm: farmName ?? '',
    title,
    filters,
    printed: `Printed on ${formatDateDated(todayIn(zone, now))} at ${localTimeIn(zone, now)}`,
    days: days
      .filter(({ items }) => items.length > 0)
      .map((day) => ({
        date: formatDate(day.date, todayIn(zone, now)),
        sum: sumWords(day, currency),
        lines: day.items.map((item) => ({
          time: timeOn(item, day.date) ?? '',
          title: item.itemKind === 'work' ? item.title : `${ITEM_KIND_WORDS[item.itemKind]}: ${item.title}`,
          detail: item.lines.join(', '),
          figure: item.value === null ? '' : formatMoney(item.value, currency),
        })),
      })),
  };
  const [{ diaryPdf }, { loadFonts }] = await Promise.all([import('@/pdf/diary-pdf'), import('@/pdf/fonts')]);
  return diaryPdf(printout, await loadFonts());
}

export async function saveDiary(file: DiaryFile): Promise<void> {
  const { kind, days, range, account, now } = file;
  const name = `diary-${range.from}${range.from === range.to ? '' : `-to-${range.to}`}.${kind}`;
  const content =
    kind === 'csv'
      ? diaryCsv(days)
      : kind === 'ics'
        ? diaryCalendar(days, account.settings.zone, now)
        : await createDiaryPdf(file);
  saveFile(new File([content], name, { type: TYPES[kind] }));
}
