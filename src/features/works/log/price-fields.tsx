import { formatRate, toInputText, currencySign } from '@/domain/core/money';
import { formatRateWithUnit, unitOf } from '@/domain/core/units';
import type { WorkForm } from '@/features/works/form/typed-job';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { UnitOptions } from '@/widgets/pickers/unit-options';

/** The unit field. `RateField` below is shown only to people who may see rates. */
export function UnitField({ form, unit }: { form: WorkForm; unit: string }) {
  return (
    <SelectField
      label="Unit"
      error={form.formState.errors.chargeableUnit?.message}
      {...form.register('chargeableUnit')}
    >
      <UnitOptions stored={unit} />
    </SelectField>
  );
}

export function RateField({ job: { form, text, account }, price }: Pick<WorkEntry, 'job' | 'price'>) {
  const { suggestedRate, isRateTyped, typeRate } = price;
  const { seesRates, currency } = account.settings;
  if (!seesRates) return null;
  const empty = text.rate.trim() === '';
  const isOtherRate = isRateTyped && suggestedRate !== null && toInputText(suggestedRate.rate) !== text.rate.trim();
  const source =
    suggestedRate &&
    (isOtherRate ? `${suggestedRate.words}: ${formatRate(suggestedRate.rate, currency)}.` : `${suggestedRate.words}.`);
  return (
    <NumberField
      label={text.chargeableUnit === 'fixed' ? 'Price' : 'Rate'}
      before={currencySign(currency)}
      hint={empty ? 'Empty: needs a rate. 0: no charge.' : (source ?? undefined)}
      error={form.formState.errors.rate?.message}
      {...form.register('rate', { onChange: typeRate })}
    />
  );
}

/** For a task that is not on the price list: whether to add it, with this unit and rate. `brief`: without the hint. */
export function KeepTaskField({ job, price, brief = false }: Pick<WorkEntry, 'job' | 'price'> & { brief?: boolean }) {
  const { text, preview, account } = job;
  const { keepsTask, keepTask } = price;
  if (keepsTask === null) return null;
  const { chargeableUnit: unit } = text;
  const rateWords =
    preview.rate === null ? unitOf(unit).label : formatRateWithUnit(preview.rate, unit, account.settings.currency);
  return (
    <CheckField
      label="Keep on price list"
      hint={brief ? undefined : `${text.taskName.trim()} is then offered for every customer: ${rateWords}.`}
      checked={keepsTask}
      onChange={({ currentTarget }) => keepTask(currentTarget.checked)}
    />
  );
}
