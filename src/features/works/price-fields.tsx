import { UNITS, isUnit } from '@/domain/units';
import { SelectField } from '@/ui/field';
import { NumberField } from '@/ui/number-field';
import type { WorkEntry } from './use-work-form';

export const CURRENCY_SIGN = { GBP: '£', EUR: '€' } as const;

/** The unit, and the rate for those who may see one. */
export function UnitField({ entry: { form, text } }: { entry: WorkEntry }) {
  const unit = text.chargeableUnit;
  return (
    <SelectField
      label="Unit"
      error={form.formState.errors.chargeableUnit?.message}
      {...form.register('chargeableUnit')}
    >
      {UNITS.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
      {!isUnit(unit) && <option value={unit}>{unit}</option>}
    </SelectField>
  );
}

export function RateField({ entry: { form, text, account } }: { entry: WorkEntry }) {
  if (!account.settings.seesRates) return null;
  const empty = text.rate.trim() === '';
  return (
    <NumberField
      label={text.chargeableUnit === 'fixed' ? 'Price' : 'Rate'}
      before={CURRENCY_SIGN[account.settings.currency]}
      hint={empty ? 'Empty: needs a rate. 0: no charge.' : undefined}
      error={form.formState.errors.rate?.message}
      {...form.register('rate')}
    />
  );
}
