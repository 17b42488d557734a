import * as v from 'valibot';
import { MAX_QUANTITY, MAX_RATE, parseDecimal, type Decimal } from '@/domain/core/money';
import { addDays, isDate } from '@/domain/core/time';
import { breakMinutes } from './work-rules';

// The fields shared by the forms to log and to edit a job: text in, value out, error message at the field.

export const TOO_LARGE = 'That value is too large. Check the rate and quantity.';

/** A number as typed, or null if empty. `wrong` returns the error for a number that can be parsed. */
export const numberText = (wrong: (value: Decimal) => string | null) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
      const parsed = parseDecimal(dataset.value, { allowNegative: true });
      if (!parsed.ok && parsed.reason === 'empty') return null;
      const message = parsed.ok
        ? wrong(parsed.value)
        : parsed.reason === 'too-many-decimals'
          ? 'Four decimals at most.'
          : 'Enter a number like 12.5.';
      if (parsed.ok && message === null) return parsed.value;
      addIssue({ message: message ?? '' });
      return NEVER;
    }),
  );

export const quantityField = numberText((value) =>
  value <= 0 ? 'Enter a quantity greater than 0.' : value > MAX_QUANTITY ? 'That quantity is too large.' : null,
);

export const rateField = numberText((value) =>
  value < 0 ? "The rate can't be negative." : value > MAX_RATE ? 'That rate is too large.' : null,
);

const name = (missing: string, most: number, tooLong: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(most, tooLong));

const optionalText = (most: number, tooLong: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(most, tooLong),
    v.transform((text) => text || null),
  );

export const customerField = name(
  'Choose or type a customer.',
  120,
  "The customer's name is too long (120 characters at most).",
);
export const taskField = name('Choose or type a task.', 80, 'The task is too long (80 characters at most).');
export const unitField = v.pipe(v.string(), v.nonEmpty('Choose a unit.'));
export const descriptionField = optionalText(500, 'The description is too long (500 characters at most).');
export const notesField = optionalText(2000, 'The note is too long (2,000 characters at most).');

export const breaksField = v.pipe(
  v.string(),
  v.check((text) => breakMinutes(text) !== null, 'Enter whole minutes, like 30.'),
);

/** The fields that together determine the time worked. */
export const TIME_KEYS = [
  ['startTime'],
  ['finishTime'],
  ['breaks'],
  ['startSecond'],
  ['finishSecond'],
  ['workDate'],
] as const;

/** A date before this app existed: the phone has lost its clock, for example after the battery ran out. */
export const clockIsLost = (today: string) => today < '2020-01-01';

/** A date up to tomorrow. Empty means today, unless the phone's clock is lost. */
export const dateField = (today: string) => {
  const lost = clockIsLost(today);
  return v.pipe(
    v.string(),
    v.check((text) => text !== '' || !lost, 'This phone’s clock is wrong. Choose the date of the work.'),
    v.transform((text) => text || today),
    v.check(isDate, 'Choose a date.'),
    v.check((date) => date >= '2000-01-01', 'Choose a date from the year 2000 on.'),
    // If the clock is lost every date seems to be in the future; the database checks it.
    v.check((date) => lost || date <= addDays(today, 1), 'This date is in the future.'),
  );
};
