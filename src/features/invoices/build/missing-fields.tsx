import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { postcodeName } from '@/domain/customers/customer';
import { CountryField } from '@/features/invoices/settings/settings-country';
import { FULL_CUSTOMER } from '@/records/customers';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { TextField } from '@/ui/forms/field';
import { BusinessField, type BusinessDetail } from '@/widgets/business-field';
import type { MissingDetailsState } from './use-missing-details';

/** The fields of the details that the invoice lacks. They are saved when the invoice is generated. */
export function MissingFields({
  customerName,
  details,
  disabled,
}: {
  customerName: string;
  details: MissingDetailsState;
  disabled: boolean;
}) {
  const id = useId();
  const { region } = useAccount().settings;
  const { missing, fields, sender, address } = details;
  const businessFields = (names: readonly BusinessDetail[], focusFirst = false) =>
    names.map((name, index) => (
      <BusinessField
        key={name}
        fieldClass={widthOf(name)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened these fields
        autoFocus={focusFirst && index === 0}
        {...sender.field(name)}
      />
    ));
  return (
    <section id={details.sectionId} className="card grid grid-cols-1 gap-5 p-4" aria-labelledby={id}>
      <div className="grid gap-1">
        <h2 id={id} className="text-4">
          Missing on this invoice
        </h2>
        <p className="hint">
          Type it here once: it is saved for the next invoices too. The rest is in{' '}
          <Link className="link" to="/invoice-settings">
            Invoice Settings
          </Link>
          .
        </p>
      </div>
      {fields.business.length > 0 && (
        <Group title="Your business">
          {missing.businessName && (
            <div className="col-span-2">
              <CountryField email={details.settings.email} disabled={disabled} />
            </div>
          )}
          {businessFields(fields.business)}
        </Group>
      )}
      {missing.vatNumber && (
        <Group title="VAT">
          <div className="col-span-2">
            <CheckField
              label="VAT registered"
              hint="Switched off, invoices carry no VAT and no VAT number."
              checked={details.registered}
              onChange={({ target }) => sender.setText('vat_registered', target.checked ? '' : 'no')}
            />
          </div>
          {businessFields(fields.vat)}
        </Group>
      )}
      {fields.customer.length > 0 && (
        <Group title={`Address of ${customerName}`}>
          {fields.customer.map((name, index) => (
            <TextField
              key={name}
              fieldClass={widthOf(name)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened these fields
              autoFocus={details.opened.address && index === 0}
              label={name === 'postcode' ? postcodeName(region) : FULL_CUSTOMER.fields[name].label}
              autoComplete="off"
              {...address.field(name)}
            />
          ))}
        </Group>
      )}
      {fields.bank.length > 0 && <Group title="Where to pay">{businessFields(fields.bank, details.opened.bank)}</Group>}
    </section>
  );
}

/** Two short fields share a row, which keeps the form short on a phone. */
const SHORT: readonly string[] = ['town', 'postcode', 'sort_code', 'account_number'];
const widthOf = (name: string) => (SHORT.includes(name) ? 'col-span-1' : 'col-span-2');

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
    <legend className="float-left mb-1 w-full text-3 font-bold">{title}</legend>
    {children}
  </fieldset>
);
