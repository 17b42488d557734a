// The crop that nitrogen counts for: the limits by crop (N-max) are those of the crop, not of a calendar year. What is
// spread after harvest counts for the crop that is harvested in the next year. Grass counts by calendar year.
// docs/decisions/0074 has the wording of the regulations.

/** No law names a day. Before it a crop that is harvested in that year stands, after it one that is harvested in the next. */
const NEXT_CROP_FROM = '08-01';

type Spread = {
  /** 'YYYY-MM-DD' */
  date: string;
  /** The harvest year, if somebody chose it instead of the one by the date. */
  harvest?: number | null;
};

/** The harvest year that a date belongs to on tillage. */
const harvestYearOn = (date: string): number => Number(date.slice(0, 4)) + (date.slice(5) >= NEXT_CROP_FROM ? 1 : 0);

/** The two harvests that an application can count for, the one by its date first. */
export function harvestsFor(date: string): readonly [byDate: number, other: number] {
  const year = Number(date.slice(0, 4));
  const byDate = harvestYearOn(date);
  return [byDate, byDate === year ? year + 1 : year];
}

/** The year for which an application counts: of the harvest, or on grass of the calendar. */
export const countsFor = (land: 'grass' | 'tillage', { date, harvest }: Spread): number =>
  land === 'grass' ? Number(date.slice(0, 4)) : (harvest ?? harvestYearOn(date));

/** The first day of the year before on which something can count for a crop of this year. */
export const cropYearBegins = (year: number | string): string => `${Number(year) - 1}-${NEXT_CROP_FROM}`;
