import { useMutation } from '@tanstack/react-query';
import { saveFarmDetails } from '@/data/account/farm-details';
import { countryOf, REGION_NAMES, rulesOf } from '@/domain/account/country';
import { fromNumeric } from '@/domain/core/money';
import type { Region } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { SelectField } from '@/ui/forms/field';

/** Shown until the business has a name. Saved at once, because currency and VAT depend on it. */
export function CountryField({ email, disabled }: { email: string | null; disabled: boolean }) {
  const { ownerId, settings } = useAccount();
  const save = useMutation(saveFarmDetails);
  const choose = (region: Region) => {
    const { zone, currency, vatRates } = rulesOf(region);
    const countryChanged = countryOf(region) !== countryOf(settings.region);
    save.mutate({
      ownerId,
      details: countryChanged ? { region, time_zone: zone } : { region },
      invoicing: countryChanged ? { currency, vat_rate: fromNumeric(Number(vatRates[0].percent)), email } : null,
    });
  };
  return (
    <SelectField
      label="Where is your business?"
      hint="It sets the clock, the currency and the VAT rate. Each of them can be changed afterwards."
      disabled={disabled || save.isPending}
      value={(save.isPending && save.variables.details.region) || settings.region}
      onChange={({ target }) => choose(target.value as Region)}
    >
      {Object.entries(REGION_NAMES).map(([region, name]) => (
        <option key={region} value={region}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
