// Numbers and dates as they are typed, in the form schemas of machines and services. An empty field is null.
import * as v from 'valibot';
import { fromNumeric, parseDecimal, toInputText, toNumeric, type Decimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';

const NOT_A_NUMBER = 'Enter a number like 12.5.';

/** A number from 0 to `max` with at most `decimals` decimals. `positive`: 0 is refused too. `percent`: a % may be typed. */
export const optionalNumber = ({ decimals = 1, max = 9_999_999, positive = false, percent = false } = {}) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, number | null>(({ dataset, addIssue, NEVER }) => {
      const parsed = parseDecimal(dataset.value, { decimals, percent });
      if (!parsed.ok && parsed.reason === 'empty') return null;
      const value = parsed.ok ? toNumeric(parsed.value) : 0;
      if (parsed.ok && value <= max && (!positive || value > 0)) return value;
      addIssue({ message: parsed.ok && value > max ? 'This number is too large.' : NOT_A_NUMBER });
      return NEVER;
    }),
  );

const MAX_MONEY = fromNumeric(9_999_999.99);

/** An amount of money with at most two decimals. */
export const optionalMoney = v.pipe(
  v.string(),
  v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { decimals: 2 });
    if (parsed.ok && parsed.value <= MAX_MONEY) return parsed.value;
    if (!parsed.ok && parsed.reason === 'empty') return null;
    addIssue({ message: parsed.ok ? 'This number is too large.' : NOT_A_NUMBER });
    return NEVER;
  }),
);

export const optionalDate = v.pipe(
  v.string(),
  v.check(
    (date) => date === '' || (isDate(date) && date >= '1930-01-01' && date < '2200-01-01'),
    'Choose a date from 1930 to 2199.',
  ),
  v.transform((date) => date || null),
);

export const numberText = (value: number | null): string => (value === null ? '' : toInputText(fromNumeric(value)));
export const moneyText = (value: Decimal | null): string => (value === null ? '' : toInputText(value));
