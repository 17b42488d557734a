import { expect, test } from 'vitest';
import { COUNTRIES, countryOf, REGION_NAMES } from '@/domain/account/country';
import type { Region } from '@/domain/core/time';

test.each(Object.keys(REGION_NAMES) as Region[])(
  '%s belongs to a country with a clock, a currency and VAT',
  (region) => {
    const { zone, currency, vatRates } = COUNTRIES[countryOf(region)];
    expect([zone, currency]).toEqual(region === 'ireland' ? ['Europe/Dublin', 'EUR'] : ['Europe/London', 'GBP']);
    expect(vatRates.map(({ percent }) => percent)).toEqual(region === 'ireland' ? ['13.5', '23'] : ['20']);
  },
);

test('every VAT rate names its source, and the advice refers to an adviser', () => {
  for (const { vatRates, advice } of Object.values(COUNTRIES)) {
    expect(advice).toMatch(/adviser/);
    for (const { source } of vatRates) {
      expect(source.title).toMatch(/VAT/);
      expect(source.url).toMatch(/^https:\/\/www\.(?:gov\.uk|teagasc\.ie)\/./);
    }
  }
});
