// The countries and zones with rules of their own. Apart from rules.ts, so that records can name a regime without
// loading the schema of the rules.
export const REGIMES = ['eng-nvz', 'eng-non-nvz', 'wales', 'scot-nvz', 'scot', 'ni', 'ie'] as const;
export type Regime = (typeof REGIMES)[number];

export const REGIME_NAMES: Readonly<Record<Regime, string>> = {
  'eng-nvz': 'England, inside an NVZ',
  'eng-non-nvz': 'England, outside an NVZ',
  wales: 'Wales',
  'scot-nvz': 'Scotland, inside an NVZ',
  scot: 'Scotland, outside an NVZ',
  ni: 'Northern Ireland',
  ie: 'Ireland',
};

export const isRegime = (text: string): text is Regime => REGIMES.some((regime) => regime === text);
