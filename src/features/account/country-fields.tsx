import { useWatch } from 'react-hook-form';
import { COUNTRIES, countryOf, REGION_NAMES, rulesOf, vatWords } from '@/domain/account/country';
import { SelectField } from '@/ui/forms/field';
import type { FarmForm, FarmInput } from './farm-schema';

/**
 * The country and what depends on it: the time zone, and for new invoices the currency and VAT rate. Currency and VAT
 * rate are shown only when another country is chosen; otherwise they keep the values of the invoice settings. Nothing
 * is saved until the form is submitted.
 */
export function CountryFields({ form, stored }: { form: FarmForm; stored: FarmInput }) {
  const region = useWatch({ control: form.control, name: 'region' });
  const changesCountry = (to: FarmInput['region']) => countryOf(to) !== countryOf(stored.region);
  const applyDefaults = (to: FarmInput['region']) => {
    const { zone, currency, vatRates } = rulesOf(to);
    const values = changesCountry(to) ? { time_zone: zone, currency, vat_rate: vatRates[0].percent } : stored;
    form.setValue('time_zone', values.time_zone, { shouldDirty: true });
    form.setValue('currency', values.currency, { shouldDirty: true });
    form.setValue('vat_rate', values.vat_rate, { shouldDirty: true });
  };
  return (
    <>
      <SelectField
        label="Country"
        {...form.register('region', {
          onChange: ({ target }: { target: { value: FarmInput['region'] } }) => applyDefaults(target.value),
        })}
      >
        {Object.entries(REGION_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Clock" {...form.register('time_zone')}>
        <option value={COUNTRIES.uk.zone}>London</option>
        <option value={COUNTRIES.ireland.zone}>Dublin</option>
      </SelectField>
      {changesCountry(region) && (
        <>
          <SelectField label="Currency" hint="Invoices that exist keep theirs." {...form.register('currency')}>
            <option value="GBP">Pounds (£)</option>
            <option value="EUR">Euros (€)</option>
          </SelectField>
          <SelectField label="VAT rate on new invoices" fieldClass="sm:col-span-2" {...form.register('vat_rate')}>
            {rulesOf(region).vatRates.map(({ percent, what }) => (
              <option key={percent} value={percent}>
                {percent} %, {what}
              </option>
            ))}
            {rulesOf(region).vatRates.every(({ percent }) => percent !== stored.vat_rate) && (
              <option value={stored.vat_rate}>{stored.vat_rate} %, as before</option>
            )}
          </SelectField>
          <p className="hint sm:col-span-2">{vatWords(region)}</p>
        </>
      )}
    </>
  );
}
