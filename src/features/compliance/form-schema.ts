// Dates and whole numbers as they are typed, in the forms of the compliance center.
import * as v from 'valibot';
import { isDate } from '@/domain/core/time';
import { cleaned } from '@/widgets/cleaned';

export const optionalDate = v.pipe(
  v.string(),
  v.check(
    (date) => date === '' || (isDate(date) && date >= '2000-01-01' && date < '2200-01-01'),
    'Choose a date from 2000 to 2199.',
  ),
  v.transform((date) => date || null),
);

const WHOLE_NUMBER = /^\d{1,5}$/;

/** A whole number from `min` to `max`; null if the field is empty. */
export const optionalWhole = (min: number, max: number) =>
  v.pipe(
    v.string(),
    cleaned,
    v.check(
      (text) => text === '' || (WHOLE_NUMBER.test(text) && Number(text) >= min && Number(text) <= max),
      `Enter a whole number from ${min} to ${max}.`,
    ),
    v.transform((text) => (text === '' ? null : Number(text))),
  );

/** The days before a date on which the reminder begins; empty is none. */
export const leadDays = v.pipe(
  optionalWhole(0, 365),
  v.transform((days) => days ?? 0),
);
