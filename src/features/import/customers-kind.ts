import { checkEmail, checkVatNumber } from '@/domain/core/identifiers';
import { FULL_CUSTOMER } from '@/records/customers';
import { customerKey, type ImportKind } from './kind';

const { fields } = FULL_CUSTOMER;

/** The texts of a customer: our column, its field, and how files call it. */
const TEXTS = [
  ['contact_name', fields.contactName, ['Contact', 'Contact name', 'Attention']],
  ['phone', fields.phone, ['Telephone', 'Tel', 'Phone number', 'Mobile', 'Phone 1']],
  ['phone2', fields.phone2, ['Phone 2', 'Mobile', 'Mobile number', 'Other phone']],
  ['address_line1', fields.addressLine1, ['Address', 'Address 1', 'Street', 'Billing address']],
  ['address_line2', fields.addressLine2, ['Address 2']],
  ['address_line3', fields.addressLine3, ['Address 3']],
  ['town', fields.town, ['City', 'Town/City']],
  ['county', fields.county, ['Region', 'State']],
  ['postcode', fields.postcode, ['Post code', 'Eircode', 'Zip', 'Postal code']],
  ['country', fields.country, []],
  ['account_ref', fields.accountRef, ['Account ref', 'Reference', 'Ref', 'Account number', 'Customer number', 'Code']],
  ['notes', fields.notes, ['Note', 'Comments', 'Remarks']],
] as const;
const CHECKED = [
  ['email', fields.email, checkEmail, ['Email', 'Email address', 'Mail']],
  ['billing_email', fields.billingEmail, checkEmail, ['Invoice email', 'Billing email', 'Accounts email']],
  ['vat_number', fields.vatNumber, checkVatNumber, ['VAT', 'VAT no', 'VAT reg']],
] as const;

export const CUSTOMERS: ImportKind = {
  name: 'customers',
  title: 'Customers',
  words: ['customer', 'customers'],
  hint: 'Only a name is needed. Customers of the same name stay as they are.',
  maxRows: 2_000,
  example: {
    ...{ name: 'Hill Farm', contact_name: 'Ann Hill', phone: '01981 555123', email: 'ann@hillfarm.example' },
    ...{ address_line1: 'Hill Lane', town: 'Hereford', postcode: 'HR2 0AA', payment_terms_days: '30' },
  },
  columns: [
    {
      key: 'name',
      label: 'Name',
      required: true,
      names: ['Customer', 'Client', 'Customer name', 'Company', 'Account name', 'Farm'],
    },
    ...TEXTS.map(([key, field, names]) => ({ key, label: field.label ?? key, names })),
    ...CHECKED.map(([key, field, , names]) => ({ key, label: field.label ?? key, names })),
    { key: 'payment_terms_days', label: 'Payment terms (days)', names: ['Payment terms', 'Terms', 'Days'] },
  ],
  read: (row) => {
    const name = row.text('name', fields.name.max);
    if (name === null && row.problems.length === 0) row.problems.push('Name: It is empty.');
    return {
      name,
      notes: [],
      columns: {
        name,
        ...Object.fromEntries(TEXTS.map(([key, { max }]) => [key, row.text(key, max)])),
        ...Object.fromEntries(CHECKED.map(([key, , check]) => [key, row.checked(key, check)])),
        payment_terms_days: row.whole('payment_terms_days', 0, 120),
      },
    };
  },
  existing: ({ customers }) => ({ has: (name) => customers.has(customerKey(name)) }),
};
