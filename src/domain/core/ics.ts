// A calendar file (RFC 5545) of planned events, for the calendar on a phone.
import { eventTitle, KIND_WORDS, type Planned } from '@/domain/diary/diary-event';
import { addDays, instantOf, type Zone } from './time';

export type CalendarEvent = Planned & {
  id: string;
  notes: string | null;
  /** ISO instant. */
  updatedAt: string;
};

/** Escapes separators and line breaks; other control characters become spaces. */
const escapeText = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are what is meant
    .replace(/[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n');

const octets = new TextEncoder();
const MAX_LINE_OCTETS = 75;

/** Folds a line at 75 octets with a continuation space (RFC 5545); a multi-byte character is never split. */
function foldLine(line: string): string {
  const lines: string[] = [];
  let part = '';
  let length = 0;
  for (const letter of line) {
    const size = octets.encode(letter).length;
    if (length + size > MAX_LINE_OCTETS) {
      lines.push(part);
      part = ' ';
      length = 1;
    }
    part += letter;
    length += size;
  }
  return [...lines, part].join('\r\n');
}

/** 20261120T073000Z */
const instant = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const day = (date: string) => date.replaceAll('-', '');

/** Start and end. All-day events are plain dates, independent of any time zone; DTEND is the day after. */
function span({ startDate, endDate, startTime, endTime }: Planned, zone: Zone): string[] {
  if (startTime === null)
    return [`DTSTART;VALUE=DATE:${day(startDate)}`, `DTEND;VALUE=DATE:${day(addDays(endDate, 1))}`];
  const start = `DTSTART:${instant(instantOf(startDate, startTime, zone))}`;
  if (endTime === null) return [start];
  const ends = startDate === endDate && endTime < startTime ? addDays(endDate, 1) : endDate;
  return [start, `DTEND:${instant(instantOf(ends, endTime, zone))}`];
}

function eventLines(event: CalendarEvent, zone: Zone, stamp: string): string[] {
  const { customer, assignedNames, notes, status } = event;
  const description = [assignedNames.length > 0 ? `With ${assignedNames.join(', ')}` : '', notes ?? ''].filter(Boolean);
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@farm-diary`,
    `DTSTAMP:${stamp}`,
    ...span(event, zone),
    `SUMMARY:${escapeText(eventTitle(event))}`,
    ...(description.length > 0 ? [`DESCRIPTION:${escapeText(description.join('\n'))}`] : []),
    ...(customer === null ? [] : [`LOCATION:${escapeText(customer)}`]),
    `CATEGORIES:${KIND_WORDS[event.kind]}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    `LAST-MODIFIED:${instant(event.updatedAt)}`,
    'END:VEVENT',
  ];
}

/**
 * The file. `name` is the calendar's, `now` the time of export. Times are UTC instants, so that no time zone has to be
 * declared.
 */
export function icsOf(
  events: readonly CalendarEvent[],
  { name, zone, now }: { name: string; zone: Zone; now: Date },
): string {
  const stamp = instant(now.toISOString());
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(name)}//Diary//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => eventLines(event, zone, stamp)),
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n');
}
