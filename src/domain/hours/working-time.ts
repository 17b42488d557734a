// Working-time rules by region. They warn and never block: an app must not stop a harvest, and farm work may be a special
// case in which the rest is given back later.
import type { Region } from '@/domain/core/time';
import { regimes } from '@/domain/rules/data/working-time-2026-11-30.json';

/** A figure with its unit, source and confidence. */
type Figure = readonly [value: number, unit: 'h' | 'weeks', ...Source];
/** A break of so many minutes is due in work of more than so many hours. */
type BreakFigure = readonly [after: readonly [number, 'h'], least: readonly [number, 'min'], ...Source];
/** How many uninterrupted rests of how many hours are due in seven days. */
type RestFigure = readonly [times: number, hours: number, unit: 'h', ...Source];
type Source = readonly [source: string, confidence: 'read' | 'secondary', note?: string];

type RegimeFile = {
  law: string;
  insteadOfWeeklyRest: WorkingTimeRules['insteadOfWeeklyRest'];
  breaks: readonly BreakFigure[];
  dailyRest: Figure;
  weeklyRest: RestFigure;
  averageWeek: Figure;
  averageOver: Figure;
  mayOptOut: readonly [boolean, ...Source];
  young: { breaks: readonly BreakFigure[]; dailyRest: Figure; weeklyRest: RestFigure; day: Figure; week: Figure };
};

type RestRules = {
  /** A shift longer than `afterMin` needs `breakMin` minutes of break in total. The last entry that applies counts. */
  breaks: readonly { afterMin: number; breakMin: number }[];
  /** Rest in every 24 hours. */
  dailyRestMin: number;
  /** Uninterrupted rests in every seven days, each of so many minutes. */
  weeklyRest: { times: number; min: number };
};

/** The rules that differ for people under 18. */
type YoungRules = RestRules & {
  /** The most minutes of work on any one day, and in any one week, not on average. */
  dayMin: number;
  weekMin: number;
};

export type WorkingTimeRules = RestRules & {
  /** What will do instead of a week's rest: two rests in the fortnight that ends with it, or two in the next week. */
  insteadOfWeeklyRest: 'two-in-fortnight' | 'two-in-next-week' | null;
  averageWeekMin: number;
  averageOverWeeks: number;
  /** Whether a person may agree to more than the weekly average. */
  mayOptOut: boolean;
  young: YoungRules;
  /** The name of the law. */
  law: string;
};

const minutes = ([hours]: readonly [number, ...unknown[]]) => hours * 60;

const restRules = ({ breaks, dailyRest, weeklyRest: [times, hours] }: RegimeFile | RegimeFile['young']): RestRules => ({
  breaks: breaks.map(([after, [breakMin]]) => ({ afterMin: minutes(after), breakMin })),
  dailyRestMin: minutes(dailyRest),
  weeklyRest: { times, min: hours * 60 },
});

function rulesOf(file: RegimeFile): WorkingTimeRules {
  const { law, insteadOfWeeklyRest, averageWeek, averageOver, mayOptOut, young } = file;
  return {
    ...restRules(file),
    insteadOfWeeklyRest,
    averageWeekMin: minutes(averageWeek),
    averageOverWeeks: averageOver[0],
    mayOptOut: mayOptOut[0],
    young: { ...restRules(young), dayMin: minutes(young.day), weekMin: minutes(young.week) },
    law,
  };
}

// The cast is safe: tests/domain/hours checks the file, so that a page need not load the checks with it.
const { uk, ireland } = regimes as unknown as Readonly<Record<'uk' | 'ireland', RegimeFile>>;
/** Great Britain and Northern Ireland. The weekly average applies to adults who have not opted out. */
const UK = rulesOf(uk);

export const WORKING_TIME: Record<Region, WorkingTimeRules> = {
  england: UK,
  wales: UK,
  scotland: UK,
  northern_ireland: UK,
  ireland: rulesOf(ireland),
};
