// The hours that people clocked in a period, beside those logged on jobs. The database calculates the sums.
import { ZERO, type Decimal } from '@/domain/core/money';
import type { Group } from './report';

export const HOURS_GROUPINGS = ['person', 'week', 'month'] as const;
export type HoursGrouping = (typeof HOURS_GROUPINGS)[number];

/** In minutes, except `untimed`, which is a number of jobs, and `cost`. */
export type HoursSums = {
  /** Paid minutes, as the Time Diary counts them. */
  worked: number;
  /** The part of `worked` beyond the farm's limits of a day or a week. */
  overtime: number;
  /** On jobs. */
  logged: number;
  /** Clocked minutes that are not logged, compared by person and day. */
  unlogged: number;
  /** The number of jobs on which a person has no time. */
  untimed: number;
  /** What the hours worked cost. */
  cost: Decimal;
  /** The part of `worked` by people whose hourly cost is not known; it is not in `cost`. */
  uncosted: number;
};

export type HoursRow = Group<HoursSums>;

export const NO_HOURS: HoursSums = {
  ...{ worked: 0, overtime: 0, logged: 0, unlogged: 0, untimed: 0 },
  ...{ cost: ZERO, uncosted: 0 },
};
