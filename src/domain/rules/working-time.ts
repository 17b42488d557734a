// Working-time rules by region, as data with their sources. They warn and never block: a harvest is not stopped by an
// app, and farm work may be a special case in which the rest is given back later.
import type { Region } from '@/domain/time';

type Source = { title: string; confidence: 'read-in-source' | 'read-in-secondary-source' };

/** What is different until somebody turns 18. */
type YoungRules = Pick<WorkingTimeRules, 'breaks' | 'dailyRestMin'> & {
  /** In any week, not on average. */
  weekMin: number;
};

export type WorkingTimeRules = {
  /** A shift longer than `afterMin` needs so many minutes of break in all; the shorter counts towards the longer. */
  breaks: readonly { afterMin: number; breakMin: number }[];
  /** Rest in each 24 hours. */
  dailyRestMin: number;
  /** Rest at a stretch in each seven days. */
  weeklyRestMin: number;
  /** Twice as much in each fortnight will do in its place. */
  orTwicePerFortnight: boolean;
  averageWeekMin: number;
  averageOverWeeks: number;
  /** Null where none was read: then those for adults are told, and the app says so. */
  young: YoungRules | null;
  source: Source;
};

const HOUR = 60;

/** Adults in Great Britain and Northern Ireland. The weekly average counts unless its person has opted out. */
const UK: WorkingTimeRules = {
  breaks: [{ afterMin: 6 * HOUR, breakMin: 20 }],
  dailyRestMin: 11 * HOUR,
  weeklyRestMin: 24 * HOUR,
  orTwicePerFortnight: true,
  averageWeekMin: 48 * HOUR,
  averageOverWeeks: 17,
  young: { breaks: [{ afterMin: 4.5 * HOUR, breakMin: 30 }], dailyRestMin: 12 * HOUR, weekMin: 40 * HOUR },
  source: {
    title:
      'Working Time Regulations 1998 and (Northern Ireland) 2016, as told by guides for employers and for agriculture',
    confidence: 'read-in-secondary-source',
  },
};

/** Ireland averages over four months; farm work that depends on the season may take six. */
const IRELAND: WorkingTimeRules = {
  breaks: [
    { afterMin: 4.5 * HOUR, breakMin: 15 },
    { afterMin: 6 * HOUR, breakMin: 30 },
  ],
  dailyRestMin: 11 * HOUR,
  weeklyRestMin: 24 * HOUR,
  orTwicePerFortnight: false,
  averageWeekMin: 48 * HOUR,
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
