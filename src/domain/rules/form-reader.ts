// Parses the typed numbers of a calculator's form, and collects a message for each field that is wrong.
import { toNumeric, NOT_A_NUMBER } from '@/domain/core/money';
import { typedNumber } from '@/domain/core/number-rule';

type Limits = {
  /** The value of an empty field; if undefined, an empty field is an error. */
  emptyValue?: number | null;
  /** Must be more than 0. */
  positive?: boolean;
  /** May be less than 0, down to -`max`. */
  allowNegative?: boolean;
  /** In percent: a % may be typed. */
  percent?: boolean;
  /** A weight, area or volume: a comma that can mean two numbers is asked about. */
  measured?: boolean;
  /** The largest number that is accepted. */
  max?: number;
  /** The message if the number is missing or not accepted. */
  message?: string;
};

export class FormReader {
  readonly problems: Record<string, string> = {};

  problem(path: string, message: string): void {
    this.problems[path] ??= message;
  }

  /** The number of a field; null if it is wrong, or if it is empty and `empty` is null. */
  number(path: string, text: string, limits: Limits): number | null {
    const { emptyValue, positive = false, allowNegative = false, max = 1e9, message, ...rest } = limits;
    const unreadable = message ?? NOT_A_NUMBER;
    const outside = message ?? 'This number is out of range.';
    const below = allowNegative ? outside : unreadable;
    const value = typedNumber(text, {
      ...rest,
      min: allowNegative ? -max : 0,
      max,
      message: unreadable,
      outside,
      below,
    });
    if (value === null && emptyValue !== undefined) return emptyValue;
    if (typeof value === 'number' && !(positive && value <= 0)) return toNumeric(value);
    this.problem(path, typeof value === 'string' ? value : value === null ? unreadable : outside);
    return null;
  }

  /** The number of a field; 0 if it is empty or wrong. If it is wrong, `isValid` is false and nothing is calculated. */
  amount(path: string, text: string, limits: Limits = {}): number {
    return this.number(path, text, { emptyValue: 0, ...limits }) ?? 0;
  }

  get isValid(): boolean {
    return Object.keys(this.problems).length === 0;
  }
}
