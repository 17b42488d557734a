// Customers: who is billed. The account holder reads and edits everything; the crew reads names, phones, places and
// hazards through a view, and may add a name.
import { LATITUDE, LONGITUDE, whole } from '@/domain/core/number-rule';
import { captured } from './captured';
import { flag, id, instant, number, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

/** The fields that everyone may read. */
const FOR_ALL = {
  userId: id().onInsert(),
  name: text('Name', 120),
  chargeableUnit: text('Usual unit', 30).optional(),
  createdAt: instant().fromDatabase(),
  active: flag(),
  /** The customer that this one was merged into: entries with this name belong to that customer. */
  mergedInto: id().optional().fromDatabase(),
  contactName: text('Contact person', 120).optional(),
  phone: text('Phone', 40).optional(),
  phone2: text('Second phone', 40).optional(),
  addressLine1: text('Address line 1', 120).optional(),
  addressLine2: text('Address line 2', 120).optional(),
  addressLine3: text('Address line 3', 120).optional(),
  town: text('Town', 80).optional(),
  county: text('County', 80).optional(),
  postcode: text('Postcode', 12).optional(),
  country: text('Country', 60).optional(),
  directions: text('Directions', 1000).optional(),
  hazards: text('Hazards', 1000).optional(),
  w3w: text('what3words', 80).optional(),
  lat: number('Latitude', LATITUDE).optional(),
  lng: number('Longitude', LONGITUDE).optional(),
};

/** A customer as everyone reads it. A name that is typed with a job is added through the outbox. */
export const CUSTOMER = captured(record('customers', FOR_ALL), {
  kind: 'customer',
  name: 'Customer',
  readFrom: 'crew_customers',
  version: 1,
  title: ({ name }) => `New customer ${name}`,
  derived: [],
  uniqueConstraint: 'customers_name_key',
  hasNoRecordedAt: true,
});

/** A customer with the fields that only the account holder may read. */
export const FULL_CUSTOMER = record('customers', {
  ...FOR_ALL,
  email: text('E-mail', 254).optional(),
  vatNumber: text('VAT number', 20).optional(),
  paymentTermsDays: number('Payment terms', { ...whole(120), message: 'Enter whole days from 0 to 120.' }).optional(),
  billingEmail: text('E-mail for invoices', 254).optional(),
  poRequired: flag('Purchase order'),
  accountRef: text('Account reference', 20).optional(),
  notes: text('Notes', 2000).optional(),
  /** Null for customers from before names were recorded. */
  createdByName: text().optional().fromDatabase(),
});

export type Customer = RecordOf<typeof CUSTOMER>;
export type FullCustomer = RecordOf<typeof FULL_CUSTOMER>;
/** The fields of the form; those left out stay as they are. */
export type CustomerFields = Partial<Omit<EditableOf<typeof FULL_CUSTOMER>, 'active'>>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  customers: {
    'Names, addresses, telephone numbers, e-mail addresses, VAT numbers':
      'name contact_name phone phone2 email billing_email address_line1 address_line2 address_line3 town county postcode ' +
      'country vat_number w3w merged_into',
    'terms of payment': 'payment_terms_days po_required account_ref chargeable_unit',
    'directions, hazards and notes': '*',
    'the position of the gate': 'lat lng',
  },
};
