import { fromNumeric, hoursFromMinutes, hoursValue, lineValue, toInputText, toNumeric } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';
import { breaksOf } from '@/domain/hours/breaks';
import type { Json } from '@/lib/database.types';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { typeOf } from '@/offline/outbox/record-type';
import type { Kind } from '@/records/record-field';
import { clockWords } from './send-words';

const NOTHING = 'Nothing';

function valueWords(kind: Kind | undefined, value: Json | undefined, { userId, accountId }: Entry, now: Date): string {
  const clock = (instant: string) => clockWords(Date.parse(instant), now);
  if (value === undefined || value === null || value === '') return kind === 'person' ? 'Nobody yet' : NOTHING;
  if (typeof value === 'number') return kind === 'money' ? value.toFixed(2) : toInputText(fromNumeric(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const breaks = breaksOf(value).map(({ start, end }) => `${clock(start)}–${end === null ? 'now' : clock(end)}`);
    return breaks.join(', ') || NOTHING;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (kind) {
    case 'person':
      // The id of another person: the entry does not contain their name.
      return text === userId ? 'Me' : text === accountId ? 'The account holder' : 'One of the crew';
    case 'instant':
      return clock(text);
    case 'date':
      return formatDate(text, String(now.getFullYear()));
    case 'time':
      return text.slice(0, 5);
    case 'unit':
      return unitOf(text).label;
    default:
      return text;
  }
}

/** The differences between an entry and the database's row: both values, in words. */
export function bothValues(entry: Entry, now: Date) {
  const { action, fields, seen, problem } = entry;
  const columns = typeOf(entry)?.columns;
  const theirValues = problem?.theirs ?? {};
  const myValues = { ...seen, ...(action === 'delete' ? {} : fields) };
  // Only the account holder can override a value or remove the override; for anyone else an override stays.
  if (entry.userId !== entry.accountId && typeof theirValues['total_value'] === 'number')
    myValues['total_value'] = theirValues['total_value'];
  return (
    Object.keys(theirValues)
      .filter((column) => columns === undefined || columns[column]?.label)
      // Leave out the columns start_second and finish_second if both are false: they matter only in a repeated hour.
      .filter((column) => !column.endsWith('_second') || myValues[column] === true || theirValues[column] === true)
      .map((column) => {
        const { label, kind } = columns?.[column] ?? {};
        return {
          label: label ?? column,
          mine: valueWords(kind, shownValue(column, myValues, myValues), entry, now),
          theirs: valueWords(kind, shownValue(column, theirValues, myValues), entry, now),
        };
      })
      .filter((row) => row.mine !== NOTHING || row.theirs !== NOTHING)
  );
}

/** A column's value; for the value of a job that is not overridden, the computed amount. */
function shownValue(column: string, side: Columns, { start_time }: Columns): Json | undefined {
  const { [column]: value, chargeable_unit: unit, rate, quantity } = side;
  if (column !== 'total_value' || (value ?? null) !== null) return value;
  if (typeof unit !== 'string' || typeof rate !== 'number' || typeof quantity !== 'number') return value;
  const hours = fromNumeric(quantity);
  // Hours computed from the times are billed by the minute. Four decimals of an hour represent each minute exactly.
  const minutes = Math.round(quantity * 60);
  const fromTimes = typeof start_time === 'string' && unitOf(unit).fromTimes && hoursFromMinutes(minutes) === hours;
  const worth = fromTimes ? hoursValue(fromNumeric(rate), minutes) : lineValue(fromNumeric(rate), hours);
  return toNumeric(worth);
}
