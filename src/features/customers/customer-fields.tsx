import type { ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { UNITS } from '@/domain/core/units';
import { postcodeName } from '@/domain/customers/customer';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { FormSection } from '@/ui/forms/form-section';
import { NumberField } from '@/ui/forms/number-field';
import { UnitOptions } from '@/widgets/pickers/unit-options';
import type { CustomerInput, CustomerOutput } from './customer-schema';

type Form = UseFormReturn<CustomerInput, unknown, CustomerOutput>;
type FormProps = { form: Form };

/** Props shared by every field: its registration and its error message. */
const fieldProps = ({ register, formState: { errors } }: Form, name: FieldPath<CustomerInput>) => ({
  ...register(name),
  error: errors[name]?.message,
});

const TwoColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-4 sm:grid-cols-2">{children}</div>
);

export function ContactFields({ form, note }: FormProps & { note: string | undefined }) {
  return (
    <FormSection title="Name and contact">
      <TextField label="Name" autoComplete="off" hint={note} {...fieldProps(form, 'name')} />
      <TextField label="Contact person" autoComplete="off" {...fieldProps(form, 'contactName')} />
      <TwoColumns>
        <TextField label="Phone" type="tel" autoComplete="off" {...fieldProps(form, 'phone')} />
        <TextField label="Second phone" type="tel" autoComplete="off" {...fieldProps(form, 'phone2')} />
      </TwoColumns>
      <TextField label="E-mail" type="email" autoComplete="off" {...fieldProps(form, 'email')} />
    </FormSection>
  );
}

export function AddressFields({ form }: FormProps) {
  const { region } = useAccount().settings;
  return (
    <FormSection title="Address">
      <TextField
        label="Address line 1"
        hint="An invoice with VAT needs an address."
        autoComplete="off"
        {...fieldProps(form, 'addressLine1')}
      />
      <TextField label="Address line 2" autoComplete="off" {...fieldProps(form, 'addressLine2')} />
      <TextField label="Address line 3" autoComplete="off" {...fieldProps(form, 'addressLine3')} />
      <TwoColumns>
        <TextField label="Town" autoComplete="off" {...fieldProps(form, 'town')} />
        <TextField label="County" autoComplete="off" {...fieldProps(form, 'county')} />
        <TextField label={postcodeName(region)} autoComplete="off" {...fieldProps(form, 'postcode')} />
        <TextField label="Country" autoComplete="off" {...fieldProps(form, 'country')} />
      </TwoColumns>
    </FormSection>
  );
}

export function BillingFields({ form }: FormProps) {
  const stored = form.formState.defaultValues?.chargeableUnit ?? '';
  const known = stored === '' || UNITS.some(({ code }) => code === stored);
  return (
    <FormSection title="Billing">
      <TextField
        label="E-mail for invoices"
        type="email"
        autoComplete="off"
        hint="Only where it is not the one above."
        {...fieldProps(form, 'billingEmail')}
      />
      <TwoColumns>
        <NumberField
          label="Payment terms"
          after="days"
          inputMode="numeric"
          hint="Empty: as in Invoice Settings."
          {...fieldProps(form, 'paymentTermsDays')}
        />
        <SelectField label="Usual unit" {...fieldProps(form, 'chargeableUnit')}>
          <option value="">As the task</option>
          {!known && <option value={stored}>{stored}</option>}
          <UnitOptions />
        </SelectField>
        <TextField label="VAT number" autoComplete="off" {...fieldProps(form, 'vatNumber')} />
        <TextField
          label="Account reference"
          autoComplete="off"
          hint="As in Sage or Xero."
          {...fieldProps(form, 'accountRef')}
        />
      </TwoColumns>
      <CheckField label="Needs an order number on each invoice" {...fieldProps(form, 'poRequired')} />
      <TextAreaField label="Notes" hint="Only you see these." {...fieldProps(form, 'notes')} />
    </FormSection>
  );
}

export function GateFields({ form }: FormProps) {
  return (
    <FormSection title="Gate and hazards">
      <TextAreaField
        label="Hazards"
        hint="Power lines, children, dogs. Your crew sees this when they log work."
        {...fieldProps(form, 'hazards')}
      />
      <TextAreaField label="Directions" hint="How a new driver finds the yard." {...fieldProps(form, 'directions')} />
      <TwoColumns>
        <TextField
          label="what3words"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="three.plain.words"
          {...fieldProps(form, 'w3w')}
        />
        <TextField
          label="Position of the gate"
          autoComplete="off"
          placeholder="52.1986, -3.0321"
          {...fieldProps(form, 'position')}
        />
      </TwoColumns>
    </FormSection>
  );
}
