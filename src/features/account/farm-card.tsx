import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { farmDetailsQuery, saveFarmDetails, type FarmDetails } from '@/data/farm-details';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/check-field';
import { SelectField, TextField } from '@/ui/field';
import { ErrorState, LoadingRows } from '@/ui/list-states';
import { useStoredForm } from '@/ui/use-stored-form';
import { AccountCard } from './account-card';
import { changedOnly, farmSchema, farmValues, type FarmInput, type FarmOutput } from './farm-schema';
import { useHeld } from './held';

/** The farm's name, where it lies, how it counts, and what its crew may see. */
export function FarmCard() {
  const { ownerId } = useAccount();
  const details = useQuery(farmDetailsQuery(ownerId));
  return (
    <AccountCard title="Farm settings">
      {details.data ? (
        <FarmForm ownerId={ownerId} stored={details.data} />
      ) : details.isError ? (
        <ErrorState title="Error Fetching Settings" onRetry={() => void details.refetch()} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </AccountCard>
  );
}

type Form = UseFormReturn<FarmInput, unknown, FarmOutput>;
const pair = 'grid grid-cols-1 gap-4 sm:grid-cols-2';
const wire = (form: Form, name: keyof FarmInput) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
});

function FarmForm({ ownerId, stored }: { ownerId: string; stored: FarmDetails }) {
  const { canWrite } = useAccount();
  const offline = useHeld();
  const held = offline ?? (canWrite ? null : 'Your account can read but not write at the moment.');
  const save = useMutation(saveFarmDetails);
  const [form, sent] = useStoredForm(farmSchema, farmValues(stored));
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit((output) =>
    save.mutate({ ownerId, details: changedOnly(output, dirtyFields) }, sent()),
  );
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Farm name" optional autoComplete="organization" {...wire(form, 'farm_name')} />
      <WhereAndHow form={form} />
      <fieldset className="grid gap-1">
        <legend className="field-label">What your crew may see</legend>
        <CheckField label="Prices and values" {...wire(form, 'employees_see_rates')} />
        <CheckField
          label="Everybody’s jobs"
          hint="Switched off, each employee sees their own jobs only."
          {...wire(form, 'employees_see_all_works')}
        />
      </fieldset>
      <details>
        <summary className="link min-h-tap content-center text-2">Holding numbers</summary>
        <div className={pair}>
          <TextField label="SBI" optional autoComplete="off" {...wire(form, 'sbi')} />
          <TextField label="CPH" optional autoComplete="off" {...wire(form, 'cph')} />
          <TextField label="Herd number" optional autoComplete="off" {...wire(form, 'herd_number')} />
        </div>
      </details>
      <div className="grid gap-2 sm:justify-items-start">
        <Button type="submit" disabled={held !== null} busy={save.isPending} busyText="Saving...">
          Save farm settings
        </Button>
        {held !== null && <p className="hint">{held}</p>}
      </div>
    </form>
  );
}

function WhereAndHow({ form }: { form: Form }) {
  return (
    <div className={pair}>
      <SelectField label="Country" {...wire(form, 'region')}>
        <option value="england">England</option>
        <option value="wales">Wales</option>
        <option value="scotland">Scotland</option>
        <option value="northern_ireland">Northern Ireland</option>
        <option value="ireland">Ireland</option>
      </SelectField>
      <SelectField label="Clock" {...wire(form, 'time_zone')}>
        <option value="Europe/London">London</option>
        <option value="Europe/Dublin">Dublin</option>
      </SelectField>
      <SelectField label="Areas in" {...wire(form, 'area_unit')}>
        <option value="acre">Acres</option>
        <option value="hectare">Hectares</option>
      </SelectField>
      <SelectField label="The week starts on" {...wire(form, 'week_starts')}>
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
        {...wire(form, 'billing_increment_min')}
      >
        <option value="0">To the minute</option>
        <option value="6">In steps of 6 minutes</option>
        <option value="15">In steps of 15 minutes</option>
        <option value="30">In steps of 30 minutes</option>
      </SelectField>
    </div>
  );
}
