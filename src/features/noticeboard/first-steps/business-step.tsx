import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { saveBusiness } from '@/data/account/setup';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import { REGION_NAMES, rulesOf, vatWords } from '@/domain/account/country';
import type { Region } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { SelectField, TextField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { businessSchema, newBusiness, type BusinessInput, type BusinessOutput } from './business-schema';
import { StepActions, SaveStep } from './step-actions';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** The sentence about the settings that follow from the country. */
function countryWords(region: Region): string {
  const { zone, currency } = rulesOf(region);
  return `Clock of ${zone === 'Europe/Dublin' ? 'Dublin' : 'London'}, prices in ${currency === 'EUR' ? 'euros' : 'pounds'}.`;
}

/** Name, country and VAT: what every price and invoice depends on. The step is done once it is saved. */
export function BusinessStep({ skip }: { skip: ReactNode }) {
  const { ownerId, email, settings } = useAccount();
  const invoicing = useQuery(invoiceSettingsQuery(ownerId)).data;
  const save = useMutation(saveBusiness);
  const form = useForm<BusinessInput, unknown, BusinessOutput>({
    resolver: standardSchemaResolver(businessSchema),
    defaultValues: newBusiness(settings, Intl.DateTimeFormat().resolvedOptions().timeZone),
  });
  const { errors, isSubmitted } = form.formState;
  const [region, vat] = useWatch({ control: form.control, name: ['region', 'vat'] });
  const submit = form.handleSubmit((business) =>
    save.mutate({
      ownerId,
      farmName: settings.farmName ?? business.name,
      email: invoicing?.email ?? email,
      business,
    }),
  );
  return (
    <form noValidate className="grid gap-4" aria-label="Your business" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Business name"
        hint="Your own name, the partnership's, or the registered name of the company."
        autoComplete="organization"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField label="Country" {...form.register('region')}>
          {Object.entries(REGION_NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Areas in" {...form.register('areaUnit')}>
          <option value="acre">Acres</option>
          <option value="hectare">Hectares</option>
        </SelectField>
      </div>
      <p className="hint">{countryWords(region)}</p>
      <Segmented
        label="VAT registered"
        showLabel
        big
        options={YES_NO}
        value={vat === '' ? null : vat}
        error={errors.vat?.message}
        onChange={(value) => form.setValue('vat', value, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      {vat === 'yes' && (
        <TextField
          label="VAT number"
          optional
          hint={`An invoice needs it; it can wait until then. ${vatWords(region)}`}
          autoComplete="off"
          error={errors.vatNumber?.message}
          {...form.register('vatNumber')}
        />
      )}
      <p className="hint">Later you find all this in Invoice Settings, with your address and bank.</p>
      <StepActions>
        {skip}
        <SaveStep busy={save.isPending} busyText="Saving...">
          Save business
        </SaveStep>
      </StepActions>
    </form>
  );
}
