// The margin of a period: what jobs earned less the costs of people, machines and materials. Amounts are without VAT.
import { divideHalfAway, ZERO, type Decimal } from '@/domain/core/money';

export const MARGIN_GROUPINGS = ['month', 'customer', 'task', 'person', 'machine'] as const;
export type MarginGrouping = (typeof MARGIN_GROUPINGS)[number];

export type MarginSums = {
  /** The jobs in these amounts: those with a known cost. */
  jobs: number;
  /** The number of jobs without any known cost; the amounts do not include them. */
  uncosted: number;
  /** The number of `jobs` with an unknown value, unknown hours or an unknown cost, which counts as zero. */
  incomplete: number;
  earned: Decimal;
  people: Decimal;
  machines: Decimal;
  materials: Decimal;
  margin: Decimal;
};

export type MarginRow = MarginSums & { key: string; label: string };

export const NO_MARGIN: MarginSums = {
  ...{ jobs: 0, uncosted: 0, incomplete: 0 },
  ...{ earned: ZERO, people: ZERO, machines: ZERO, materials: ZERO, margin: ZERO },
};

/** A job without any known cost. */
export type UncostedJob = {
  jobId: string;
  workDate: string;
  customer: string;
  /** The tasks of its lines, with commas. */
  tasks: string;
  value: Decimal;
  /** A line has no value yet. */
  unvalued: boolean;
};

/** The margin as a whole percentage of what was earned; null if nothing was earned. */
export const marginPercent = ({ earned, margin }: Pick<MarginSums, 'earned' | 'margin'>): number | null =>
  earned === 0 ? null : Number(divideHalfAway(BigInt(margin) * 100n, BigInt(earned)));
