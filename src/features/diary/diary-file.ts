// The days on the screen as files: a spreadsheet of every line, and the plan for the calendar on a phone.
import { toCsv } from '@/domain/csv';
import { icsOf } from '@/domain/ics';
import { STATUS_WORDS } from '@/domain/diary-event';
import { toNumeric } from '@/domain/money';
import type { Range } from '@/domain/calendar';
import type { Zone } from '@/domain/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/save-file';
import { LOOK_WORDS } from './looks';
import type { ShownItem } from './shown-item';
import type { Day } from './day-words';

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

const nameOf = ({ from, to }: Range) => `diary-${from}${from === to ? '' : `-to-${to}`}`;

function row(date: string, { look, title, customer, task, work, event, ...item }: ShownItem) {
  return [
    date,
    LOOK_WORDS[look],
    title,
    customer,
    task,
    work?.createdByName ?? event?.assignedNames.join(', ') ?? null,
    item.from,
    item.until,
    item.time,
    work?.finishTime ?? event?.endTime ?? null,
    item.minutes,
    item.value === null ? null : toNumeric(item.value),
    event ? STATUS_WORDS[event.status] : 'Done',
    work?.notes ?? event?.notes ?? null,
  ];
}

/** Each line once, on its first day of the range. */
function diaryCsv(days: readonly Day[]): string {
  const told = new Set<string>();
  return toCsv(
    HEADER,
    days.flatMap(({ date, items }) =>
      items.flatMap((item) => {
        const key = `${item.source} ${item.id}`;
        if (told.has(key)) return [];
        told.add(key);
        return [row(date, item)];
      }),
    ),
  );
}

export function saveDiaryCsv(days: readonly Day[], range: Range) {
  saveFile(new File([diaryCsv(days)], `${nameOf(range)}.csv`, { type: 'text/csv' }));
}

/** What is planned, as it is shown: whatever the filter leaves out stays out. */
export function saveDiaryCalendar(days: readonly Day[], range: Range, zone: Zone, now: Date) {
  const events = new Map(
    days.flatMap(({ items }) => items.flatMap(({ event }) => (event ? [[event.id, event] as const] : []))),
  );
  const file = icsOf([...events.values()], { name: BRAND, zone, now });
  saveFile(new File([file], `${nameOf(range)}.ics`, { type: 'text/calendar' }));
}
