// One text field of a business's own details: label, hint and keyboard are the same wherever it is typed.
import type { ComponentProps } from 'react';
import { postcodeName } from '@/domain/customers/customer';
import { useAccount } from '@/session/account';
import { TextField } from '@/ui/forms/field';
import type { businessEntries } from './business-schema';

export type BusinessDetail = keyof typeof businessEntries;
type Look = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'autoComplete' | 'inputMode'>;

const LOOKS: Record<BusinessDetail, Look> = {
  business_name: {
    label: 'Business name',
    hint: "Your own name, the partnership's, or the registered name of the company.",
    autoComplete: 'organization',
  },
  address_line1: { label: 'Address', autoComplete: 'address-line1' },
  address_line2: { label: 'Address, second line', autoComplete: 'address-line2' },
  address_line3: { label: 'Address, third line', autoComplete: 'address-line3' },
  town: { label: 'Town', autoComplete: 'address-level2' },
  postcode: { label: 'Postcode', autoComplete: 'postal-code' },
  vat_number: { label: 'VAT number' },
  bank_name: { label: 'Bank' },
  account_name: { label: 'Account name' },
  sort_code: { label: 'Sort code', inputMode: 'numeric', autoComplete: 'off' },
  account_number: { label: 'Account number', inputMode: 'numeric', autoComplete: 'off' },
  iban: { label: 'IBAN', autoComplete: 'off' },
  bic: { label: 'BIC', autoComplete: 'off' },
};

/** Spread the registration of the field onto it, or its value. Other props replace those of the field. */
export function BusinessField(
  props: Omit<ComponentProps<typeof TextField>, 'label' | 'name'> & { name: BusinessDetail },
) {
  const { region } = useAccount().settings;
  const look = LOOKS[props.name];
  return <TextField {...look} label={props.name === 'postcode' ? postcodeName(region) : look.label} {...props} />;
}
