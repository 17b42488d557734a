// The defaults of a country: time zone, currency and VAT rates, as data with their sources. They are offered when the
// country is chosen and never change anything saved or issued.
import type { Currency } from '@/domain/core/money';
import type { Region, Zone } from '@/domain/core/time';

type Source = { title: string; url: string; confidence: 'read-in-source' | 'read-in-secondary-source' };

type VatRate = {
  /** Text as typed, so that it is never rounded. */
  percent: string;
  what: string;
  source: Source;
};

type CountryRules = {
  zone: Zone;
  currency: Currency;
  /** The first rate is the default. */
  vatRates: readonly [VatRate, ...VatRate[]];
  /** Shown beside the rates: where to look them up, and whom to ask. */
  advice: string;
};

const TEAGASC = {
  title: 'Teagasc: Summary notes on VAT',
  url: 'https://www.teagasc.ie/rural-economy/farm-management/farm-taxation/summary-notes-on-vat/',
  confidence: 'read-in-secondary-source',
} as const;

export const COUNTRIES: Record<'uk' | 'ireland', CountryRules> = {
  // Includes Northern Ireland: contracting there is invoiced in pounds at United Kingdom VAT rates.
  uk: {
    zone: 'Europe/London',
    currency: 'GBP',
    vatRates: [
      {
        percent: '20',
        what: 'standard rate',
        source: { title: 'GOV.UK: VAT rates', url: 'https://www.gov.uk/vat-rates', confidence: 'read-in-source' },
      },
    ],
    advice: 'Unless your adviser says otherwise.',
  },
  ireland: {
    zone: 'Europe/Dublin',
    currency: 'EUR',
    vatRates: [
      // Revenue's database lists agricultural contractors at the reduced rate; the figure itself is from Teagasc.
      { percent: '13.5', what: 'agricultural contracting services', source: TEAGASC },
      { percent: '23', what: 'standard rate', source: TEAGASC },
    ],
    advice:
      'Check with your adviser: some jobs, such as supplying and spreading fertiliser together, have another rate. ' +
      'They are listed in Irish Revenue’s VAT rates database on revenue.ie.',
  },
};

export type Country = keyof typeof COUNTRIES;

export const REGION_NAMES: Record<Region, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  northern_ireland: 'Northern Ireland',
  ireland: 'Ireland',
};

export const countryOf = (region: Region): Country => (region === 'ireland' ? 'ireland' : 'uk');

export const rulesOf = (region: Region): CountryRules => COUNTRIES[countryOf(region)];

/** "13.5 %: agricultural contracting services, 23 %: standard rate." followed by the advice. */
export function vatWords(region: Region): string {
  const { vatRates, advice } = rulesOf(region);
  return `${vatRates.map(({ percent, what }) => `${percent} %: ${what}`).join(', ')}. ${advice}`;
}
