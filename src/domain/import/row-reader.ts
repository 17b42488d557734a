// Reads one row of a file, column by column, and collects its errors.
import { isWholePence, toNumeric, type Decimal } from '@/domain/core/money';
import { parseDate, parseNumber, parseTime, unitCode, type DateOrder } from './formats';
import { plainWord, type ImportColumn, type Mapping } from './mapping';
import type { TableRow } from './table';

export type Formats = { dateOrder: DateOrder; decimalComma: boolean };

const UNITS_HINT = 'Use a unit such as hour, acre, hectare, bale, load, tonne, day or fixed.';

/** Every method returns null for an empty cell, and for one with an error. */
export class RowReader {
  readonly problems: string[] = [];
  private readonly row: TableRow;
  private readonly mapping: Mapping;
  private readonly labels: ReadonlyMap<string, string>;
  private readonly formats: Formats;

  constructor(row: TableRow, columns: readonly ImportColumn[], mapping: Mapping, formats: Formats) {
    this.row = row;
    this.mapping = mapping;
    this.formats = formats;
    this.labels = new Map(columns.map(({ key, label }) => [key, label]));
  }

  private refuse(key: string, sentence: string): null {
    this.problems.push(`${this.labels.get(key) ?? key}: ${sentence}`);
    return null;
  }

  private cell(key: string): string | null {
    const at = this.mapping[key];
    const cell = at == null ? undefined : this.row.cells[at];
    if (typeof cell === 'object') return this.refuse(key, cell.problem);
    const text = cell?.trim() ?? '';
    return text === '' ? null : text;
  }

  text(key: string, max: number): string | null {
    // Control characters become spaces; line ends stay.
    const text = this.cell(key)?.replace(/[^\P{Cc}\n]+/gu, ' ') ?? null;
    if (text !== null && text.length > max) {
      return this.refuse(key, `It is too long (${max.toLocaleString('en-GB')} characters at most).`);
    }
    return text;
  }

  /** `check` returns the tidied text or a message. */
  checked(key: string, check: (text: string) => { ok: true; value: string } | { ok: false; message: string }) {
    const text = this.cell(key);
    if (text === null) return null;
    const result = check(text);
    return result.ok ? result.value : this.refuse(key, result.message);
  }

  decimal(key: string, max: Decimal, mayBeZero = true): Decimal | null {
    const text = this.cell(key);
    if (text === null) return null;
    const parsed = parseNumber(text, this.formats.decimalComma);
    if (!parsed.ok) {
      const words = parsed.reason === 'too-many-decimals' ? 'has more than four decimals' : 'is not a number from 0 on';
      return this.refuse(key, `“${text.slice(0, 40)}” ${words}.`);
    }
    if (parsed.value > max) return this.refuse(key, `${text} is too large.`);
    if (parsed.value === 0 && !mayBeZero) return this.refuse(key, 'Enter a number greater than 0.');
    return parsed.value;
  }

  /** An amount of money: no part of a penny. */
  money(key: string, max: Decimal, mayBeZero = true): Decimal | null {
    const value = this.decimal(key, max, mayBeZero);
    return value === null || isWholePence(value) ? value : this.refuse(key, 'It has more than two decimals.');
  }

  /** A figure with one decimal, such as the reading of a meter. */
  measure(key: string, max: number): number | null {
    const text = this.cell(key);
    if (text === null) return null;
    const parsed = parseNumber(text, this.formats.decimalComma);
    if (!parsed.ok) return this.refuse(key, `“${text.slice(0, 40)}” is not a number from 0 on.`);
    const value = Math.round(toNumeric(parsed.value) * 10) / 10;
    return value > max ? this.refuse(key, `${text} is too large.`) : value;
  }

  /** The code of a word; `words` by `plainWord`. */
  choice(key: string, words: ReadonlyMap<string, string>): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    return words.get(plainWord(text)) ?? this.refuse(key, `“${text.slice(0, 40)}” is not a choice of the app.`);
  }

  whole(key: string, min: number, max: number): number | null {
    const text = this.cell(key);
    if (text === null) return null;
    const parsed = parseNumber(text, this.formats.decimalComma);
    const value = parsed.ok ? toNumeric(parsed.value) : NaN;
    return Number.isInteger(value) && value >= min && value <= max
      ? value
      : this.refuse(key, `Enter a whole number from ${min} to ${max}.`);
  }

  date(key: string): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    const other = this.formats.dateOrder === 'dmy' ? 'day first' : 'month first';
    return (
      parseDate(text, this.formats.dateOrder) ?? this.refuse(key, `“${text.slice(0, 40)}” is not a date (${other}).`)
    );
  }

  time(key: string): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    return parseTime(text) ?? this.refuse(key, `“${text.slice(0, 40)}” is not a time such as 7:30.`);
  }

  unit(key: string): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    return unitCode(text) ?? this.refuse(key, `“${text.slice(0, 40)}” is not a unit of the app. ${UNITS_HINT}`);
  }
}
