// The countries and zones with rules of their own. Not in rules.ts, so that records can refer to a regime without loading
// the schema of the rules.
export const REGIMES = ['eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie'] as const;
export type Regime = (typeof REGIMES)[number];

export const isRegime = (text: string): text is Regime => REGIMES.some((regime) => regime === text);

/**
 * Beside a figure of a law that was not read in the law itself or an official document. Here, so that a page outside the
 * calculators can say it without loading them.
 */
export const CHECK_WORDS = 'Check with your adviser';
