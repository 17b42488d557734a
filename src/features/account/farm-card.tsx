import { useMutation, useQuery } from '@tanstack/react-query';
import { farmDetailsQuery, saveFarmDetails, type FarmDetails } from '@/data/account/farm-details';
import { invoiceSettingsQuery, newSettings, type InvoiceSettings } from '@/data/invoices/invoice-settings';
import { together } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { useStoredForm } from '@/ui/forms/use-stored-form';
import { QueryList } from '@/ui/lists/query-list';
import { AccountCard } from './account-card';
import { CountryFields } from './country-fields';
import { changedOnly, farmSchema, farmValues, type FarmForm, type FarmInput } from './farm-schema';
import { useOfflineReason } from './use-offline-reason';

/** The farm's name, country, units, week, billing steps, holding numbers, and what its crew may see. */
export function FarmCard() {
  const { ownerId, email } = useAccount();
  const details = useQuery(farmDetailsQuery(ownerId));
  const invoicing = useQuery(invoiceSettingsQuery(ownerId));
  return (
    <AccountCard title="Farm settings">
      {details.data && invoicing.data !== undefined ? (
        <SettingsForm
          ownerId={ownerId}
          stored={details.data}
          invoicing={invoicing.data ?? newSettings(details.data.region, email)}
        />
      ) : (
        <QueryList
          read={together(details, invoicing)}
          loading={{ rows: 4 }}
          failed={{ title: 'Error Fetching Settings' }}
        />
      )}
    </AccountCard>
  );
}

const twoColumns = 'grid grid-cols-1 gap-4 sm:grid-cols-2';
const fieldProps = (form: FarmForm, name: keyof FarmInput) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
});

function SettingsForm({
  ownerId,
  stored,
  invoicing,
}: {
  ownerId: string;
  stored: FarmDetails;
  invoicing: InvoiceSettings;
}) {
  const { canWrite } = useAccount();
  const offlineReason = useOfflineReason();
  const disabledReason = offlineReason ?? (canWrite ? null : READ_ONLY);
  const save = useMutation(saveFarmDetails);
  const [form, submitOptions] = useStoredForm(farmSchema, farmValues(stored, invoicing));
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit((output) => {
    const change = changedOnly(output, dirtyFields);
    // If no invoice settings are stored yet, this creates them: include the default email address.
    const withEmail = change.invoicing && { ...change.invoicing, email: invoicing.email };
    save.mutate({ ownerId, details: change.details, invoicing: withEmail }, submitOptions());
  });
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Farm name" optional autoComplete="organization" {...fieldProps(form, 'farm_name')} />
      <RegionalAndBillingFields form={form} stored={farmValues(stored, invoicing)} />
      <fieldset className="grid gap-1">
        <legend className="field-label">What your crew may see</legend>
        <CheckField label="Prices and values" {...fieldProps(form, 'employees_see_rates')} />
        <CheckField
          label="Everybody’s jobs"
          hint="Switched off, each employee sees their own jobs only."
          {...fieldProps(form, 'employees_see_all_works')}
        />
      </fieldset>
      <details>
        <summary className="link min-h-tap content-center text-2">Holding numbers</summary>
        <div className={twoColumns}>
          <TextField label="SBI" optional autoComplete="off" {...fieldProps(form, 'sbi')} />
          <TextField label="CPH" optional autoComplete="off" {...fieldProps(form, 'cph')} />
          <TextField label="Herd number" optional autoComplete="off" {...fieldProps(form, 'herd_number')} />
        </div>
      </details>
      <div className="grid gap-2 sm:justify-items-start">
        <Button type="submit" disabled={disabledReason !== null} busy={save.isPending} busyText="Saving...">
          Save farm settings
        </Button>
        {disabledReason !== null && <p className="hint">{disabledReason}</p>}
      </div>
    </form>
  );
}

function RegionalAndBillingFields({ form, stored }: { form: FarmForm; stored: FarmInput }) {
  return (
    <div className={twoColumns}>
      <CountryFields form={form} stored={stored} />
      <SelectField label="Areas in" {...fieldProps(form, 'area_unit')}>
        <option value="acre">Acres</option>
        <option value="hectare">Hectares</option>
      </SelectField>
      <SelectField label="The week starts on" {...fieldProps(form, 'week_starts')}>
        <option value="1">Monday</option>
        <option value="6">Saturday</option>
        <option value="0">Sunday</option>
        {[2, 3, 4, 5].map((day) => (
          <option key={day} value={day}>
            {['Tuesday', 'Wednesday', 'Thursday', 'Friday'][day - 2]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Hours are billed"
        hint="For new entries. What is logged keeps its value."
        fieldClass="sm:col-span-2"
        {...fieldProps(form, 'billing_increment_min')}
      >
        <option value="0">To the minute</option>
        <option value="6">In steps of 6 minutes</option>
        <option value="15">In steps of 15 minutes</option>
        <option value="30">In steps of 30 minutes</option>
      </SelectField>
    </div>
  );
}
