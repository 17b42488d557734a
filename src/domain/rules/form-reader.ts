// Reads the numbers of a calculator's form, which holds them as they were typed, and collects what is wrong by field.
import { parseDecimal, toNumeric } from '@/domain/core/money';

type Limits = {
  /** What an empty field means; without it an empty field is a problem. */
  empty?: number | null;
  /** Must be more than 0. */
  positive?: boolean;
  /** The largest number that is accepted. */
  most?: number;
  /** The message if the number is missing or not accepted. */
  words?: string;
};

export class FormReader {
  readonly problems: Record<string, string> = {};

  problem(path: string, words: string): void {
    this.problems[path] ??= words;
  }

  /** The number of a field; null if it is empty where it may be, or wrong. */
  number(path: string, text: string, { empty, positive = false, most = 1e9, words }: Limits): number | null {
    const parsed = parseDecimal(text);
    if (!parsed.ok && parsed.reason === 'empty' && empty !== undefined) return empty;
    const value = parsed.ok ? toNumeric(parsed.value) : null;
    if (value === null || (positive && value <= 0) || value > most) {
      this.problem(path, words ?? (value === null ? 'Enter a number like 12.5.' : 'This number is out of range.'));
      return null;
    }
    return value;
  }

  /** The number of a field that is 0 when it is empty or wrong; then nothing is calculated from it. */
  amount(path: string, text: string, limits: Limits = {}): number {
    return this.number(path, text, { empty: 0, ...limits }) ?? 0;
  }

  get isValid(): boolean {
    return Object.keys(this.problems).length === 0;
  }
}

const ACRE_HA = 0.40468564224;

/** Hectares of an area that was typed in acres or hectares. */
export const hectares = (area: number, unit: AreaUnit): number => (unit === 'acre' ? area * ACRE_HA : area);
export const inUnit = (ha: number, unit: AreaUnit): number => (unit === 'acre' ? ha / ACRE_HA : ha);
export type AreaUnit = 'acre' | 'hectare';
export const AREA_SHORT: Readonly<Record<AreaUnit, string>> = { acre: 'ac', hectare: 'ha' };
