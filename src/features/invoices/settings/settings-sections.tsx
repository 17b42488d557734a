import type { ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { countryOf, rulesOf, vatWords } from '@/domain/account/country';
import { invoiceNumber } from '@/domain/invoices/invoice';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { BusinessField } from '@/widgets/business-field';
import type { SettingsField, SettingsInput, SettingsOutput } from './settings-schema';

export type SettingsForm = UseFormReturn<SettingsInput, unknown, SettingsOutput>;
type Props = { form: SettingsForm };

/** The sections in order, by their id on the page. */
export const SECTIONS = {
  business: 'Your business',
  address: 'Your address',
  logo: 'Logo',
  vat: 'VAT and currency',
  numbers: 'Numbers and terms',
  bank: 'Bank details',
  sheet: 'What the invoice shows',
  surcharge: 'Fuel surcharge',
  mail: 'The e-mail with an invoice',
  reminders: 'Reminders',
} as const;

export function Section({ name, children }: { name: keyof typeof SECTIONS; children: ReactNode }) {
  return (
    <fieldset id={name} className="card grid grid-cols-1 gap-4 p-4">
      <legend className="sr-only">{SECTIONS[name]}</legend>
      <h2 className="text-4" tabIndex={-1}>
        {SECTIONS[name]}
      </h2>
      {children}
    </fieldset>
  );
}

const TWO_COLUMNS = 'grid grid-cols-1 gap-4 sm:grid-cols-2';

/** Props shared by every field: its registration and its error message. */
export const fieldProps = <Name extends SettingsField>(form: SettingsForm, name: Name) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
});

export function BusinessSection({ form }: Props) {
  const { email } = useAccount();
  return (
    <Section name="business">
      <BusinessField {...fieldProps(form, 'business_name')} />
      <TextField label="Trading name" optional {...fieldProps(form, 'trading_name')} />
      <div className={TWO_COLUMNS}>
        <SelectField label="Legal form" optional {...fieldProps(form, 'legal_form')}>
          <option value="">Not said</option>
          <option value="sole_trader">Sole trader</option>
          <option value="partnership">Partnership</option>
          <option value="limited">Limited company</option>
        </SelectField>
        <TextField label="Company number" {...fieldProps(form, 'company_number')} />
      </div>
      <div className={TWO_COLUMNS}>
        <TextField label="Phone" optional type="tel" autoComplete="tel" {...fieldProps(form, 'phone')} />
        <TextField
          label="Email"
          optional
          type="email"
          autoComplete="email"
          hint={`Printed on your invoices. Answers to your mails come to ${email}, with which you sign in.`}
          {...fieldProps(form, 'email')}
        />
      </div>
    </Section>
  );
}

export function AddressSection({ form }: Props) {
  return (
    <Section name="address">
      <BusinessField {...fieldProps(form, 'address_line1')} />
      <BusinessField optional {...fieldProps(form, 'address_line2')} />
      <BusinessField optional {...fieldProps(form, 'address_line3')} />
      <div className={TWO_COLUMNS}>
        <BusinessField {...fieldProps(form, 'town')} />
        <BusinessField {...fieldProps(form, 'postcode')} />
        <TextField label="Country" optional autoComplete="country-name" {...fieldProps(form, 'country')} />
      </div>
    </Section>
  );
}

export function VatSection({ form }: Props) {
  const [registered, number] = useWatch({ control: form.control, name: ['vat_registered', 'vat_number'] });
  const missing = registered && number.trim() === '';
  const { region } = useAccount().settings;
  const { vatRates } = rulesOf(region);
  return (
    <Section name="vat">
      <CheckField
        label="VAT registered"
        hint="Switched off, invoices carry no VAT and no VAT number."
        {...fieldProps(form, 'vat_registered')}
      />
      {registered && (
        <BusinessField
          hint={missing ? 'An invoice needs this number.' : undefined}
          {...fieldProps(form, 'vat_number')}
        />
      )}
      <SelectField
        label="Currency"
        hint="For new work and new invoices. Invoices that exist keep theirs."
        {...fieldProps(form, 'currency')}
      >
        <option value="GBP">Pounds (£)</option>
        <option value="EUR">Euros (€)</option>
      </SelectField>
      {registered && (
        <details open={vatRates.length > 1 || form.formState.errors.vat_rate ? true : undefined}>
          <summary className="link min-h-tap content-center text-2">Advanced</summary>
          <div className="grid grid-cols-1 gap-2">
            <NumberField
              label="VAT rate"
              after="%"
              hint={`${vatWords(region)} It applies to every line of an invoice.`}
              {...fieldProps(form, 'vat_rate')}
            />
            {vatRates.length > 1 && (
              <div className="flex flex-wrap gap-2">
                {vatRates.map(({ percent }) => (
                  <Button
                    key={percent}
                    onClick={() => form.setValue('vat_rate', percent, { shouldDirty: true, shouldValidate: true })}
                  >
                    Use {percent} %
                  </Button>
                ))}
              </div>
            )}
          </div>
        </details>
      )}
    </Section>
  );
}

/** `numberError`: the database's error about the next number, such as one already used. */
export function NumberSection({
  form,
  numberError,
  onNumberChange,
}: Props & { numberError: string | undefined; onNumberChange: () => void }) {
  const [prefix, next, padding] = useWatch({
    control: form.control,
    name: ['invoice_prefix', 'next_number', 'number_padding'],
  });
  const number = Number(next);
  const example =
    Number.isSafeInteger(number) && number > 0 ? invoiceNumber(prefix.trim(), number, Number(padding) || 0) : '';
  const field = fieldProps(form, 'next_number');
  return (
    <Section name="numbers">
      <div className={TWO_COLUMNS}>
        <TextField label="Before the number" {...fieldProps(form, 'invoice_prefix')} />
        <NumberField
          label="Next number"
          inputMode="numeric"
          {...field}
          error={field.error ?? numberError}
          onChange={(event) => {
            onNumberChange();
            return field.onChange(event);
          }}
        />
        <NumberField
          label="Digits at least"
          hint="4 makes 42 into 0042."
          inputMode="numeric"
          {...fieldProps(form, 'number_padding')}
        />
        <NumberField
          label="Payment terms"
          after="days"
          inputMode="numeric"
          {...fieldProps(form, 'payment_terms_days')}
        />
      </div>
      {example !== '' && (
        <p className="hint">
          The next invoice will be <b className="figure text-text">{example}</b>. The number can go up, never back.
        </p>
      )}
    </Section>
  );
}

export function BankSection({ form }: Props) {
  // Payments in Ireland use an IBAN; sort codes are for accounts in the United Kingdom.
  const byIban = countryOf(useAccount().settings.region) === 'ireland';
  return (
    <Section name="bank">
      <div className={TWO_COLUMNS}>
        <BusinessField {...fieldProps(form, 'account_name')} />
        <BusinessField optional {...fieldProps(form, 'bank_name')} />
        <BusinessField optional={byIban} {...fieldProps(form, 'sort_code')} />
        <BusinessField optional={byIban} {...fieldProps(form, 'account_number')} />
        <BusinessField optional={!byIban} {...fieldProps(form, 'iban')} />
        <BusinessField optional={!byIban} {...fieldProps(form, 'bic')} />
      </div>
    </Section>
  );
}

export function SheetSection({ form }: Props) {
  return (
    <Section name="sheet">
      <SelectField label="Group lines" {...fieldProps(form, 'group_lines_by')}>
        <option value="none">In order of date</option>
        <option value="task">By task</option>
        <option value="day">By day</option>
      </SelectField>
      <div>
        <CheckField label="Start and finish times" {...fieldProps(form, 'show_times')} />
        <CheckField label="Who did the work" {...fieldProps(form, 'show_person')} />
        <CheckField label="Notes" {...fieldProps(form, 'show_notes')} />
      </div>
      <TextAreaField label="Words at the foot" optional {...fieldProps(form, 'footer_text')} />
    </Section>
  );
}
