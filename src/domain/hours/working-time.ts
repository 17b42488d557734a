// Working-time rules by region, as data with their sources. They warn and never block: an app must not stop a harvest,
// and farm work may be a special case in which the rest is given back later.
import type { Region } from '@/domain/core/time';

type Source = { title: string; confidence: 'read-in-source' | 'read-in-secondary-source' };

/** The rules that differ for people under 18. */
type YoungRules = Pick<WorkingTimeRules, 'breaks' | 'dailyRestMin'> & {
  /** The most minutes of work in any one week, not on average. */
  weekMin: number;
};

export type WorkingTimeRules = {
  /** A shift longer than `afterMin` needs `breakMin` minutes of break in total. The last entry that applies counts. */
  breaks: readonly { afterMin: number; breakMin: number }[];
  /** Rest in every 24 hours. */
  dailyRestMin: number;
  /** Uninterrupted rest in every seven days. */
  weeklyRestMin: number;
  /** Whether two such rests in a fortnight will do instead. */
  orTwicePerFortnight: boolean;
  averageWeekMin: number;
  averageOverWeeks: number;
  /** Null if no source was read: the rules for adults are applied, and the app says so. */
  young: YoungRules | null;
  source: Source;
};

const HOUR_MIN = 60;

/** Great Britain and Northern Ireland. The weekly average applies to adults who have not opted out. */
const UK: WorkingTimeRules = {
  breaks: [{ afterMin: 6 * HOUR_MIN, breakMin: 20 }],
  dailyRestMin: 11 * HOUR_MIN,
  weeklyRestMin: 24 * HOUR_MIN,
  orTwicePerFortnight: true,
  averageWeekMin: 48 * HOUR_MIN,
  averageOverWeeks: 17,
  young: { breaks: [{ afterMin: 4.5 * HOUR_MIN, breakMin: 30 }], dailyRestMin: 12 * HOUR_MIN, weekMin: 40 * HOUR_MIN },
  source: {
    title:
      'Working Time Regulations 1998 and (Northern Ireland) 2016, as told by guides for employers and for agriculture',
    confidence: 'read-in-secondary-source',
  },
};

/** Ireland averages over four months; seasonal farm work may average over six. */
const IRELAND: WorkingTimeRules = {
  breaks: [
    { afterMin: 4.5 * HOUR_MIN, breakMin: 15 },
    { afterMin: 6 * HOUR_MIN, breakMin: 30 },
  ],
  dailyRestMin: 11 * HOUR_MIN,
  weeklyRestMin: 24 * HOUR_MIN,
  orTwicePerFortnight: false,
  averageWeekMin: 48 * HOUR_MIN,
  averageOverWeeks: 17,
  young: null,
  source: {
    title: 'Organisation of Working Time Act 1997, as told by guides for employers',
    confidence: 'read-in-secondary-source',
  },
};

export const WORKING_TIME: Record<Region, WorkingTimeRules> = {
  england: UK,
  wales: UK,
  scotland: UK,
  northern_ireland: UK,
  ireland: IRELAND,
};
