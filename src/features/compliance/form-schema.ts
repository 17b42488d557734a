// A part of the schemas of the compliance center.
import * as v from 'valibot';
import { optionalWhole } from '@/domain/core/typed';

/** The days before a date on which the reminder begins; empty is none. */
export const leadDays = v.pipe(
  optionalWhole({ max: 365 }),
  v.transform((days) => days ?? 0),
);
