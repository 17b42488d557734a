// The list of customers as a CSV file. Loaded on demand.
import { readFullCustomers } from '@/data/customers/full-customers';
import type { Account } from '@/domain/account/account';
import { toCsv } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';
import { CUSTOMER, FULL_CUSTOMER, type Customer } from '@/records/customers';
import { csvRowsOf } from '@/records/record';

// Here and not in the declaration, which every page loads.
/** The columns, each with its field. */
const CUSTOMER_CSV = {
  name: 'name',
  contact_name: 'contactName',
  phone: 'phone',
  phone2: 'phone2',
  address_line1: 'addressLine1',
  address_line2: 'addressLine2',
  address_line3: 'addressLine3',
  town: 'town',
  county: 'county',
  postcode: 'postcode',
  country: 'country',
  usual_unit: 'chargeableUnit',
  directions: 'directions',
  hazards: 'hazards',
  what3words: 'w3w',
  latitude: 'lat',
  longitude: 'lng',
  active: 'active',
} as const;

/** The account holder's, with what only they may read. */
const FULL_CUSTOMER_CSV = {
  ...CUSTOMER_CSV,
  email: 'email',
  billing_email: 'billingEmail',
  vat_number: 'vatNumber',
  payment_terms_days: 'paymentTermsDays',
  po_required: 'poRequired',
  account_ref: 'accountRef',
  notes: 'notes',
} as const;

/**
 * Saves these customers in their order; returns how many. The account holder's file has their e-mail and billing too,
 * which are read now.
 */
export async function saveCustomersCsv(account: Account, customers: readonly Customer[], today: string) {
  let text: string;
  if (account.role === 'admin') {
    const byId = new Map((await readFullCustomers(account.ownerId)).map((one) => [one.id, one]));
    const rows = customers.flatMap(({ id }) => byId.get(id) ?? []);
    text = toCsv(Object.keys(FULL_CUSTOMER_CSV), csvRowsOf(FULL_CUSTOMER, FULL_CUSTOMER_CSV, rows));
  } else {
    text = toCsv(Object.keys(CUSTOMER_CSV), csvRowsOf(CUSTOMER, CUSTOMER_CSV, customers));
  }
  saveFile(new File([text], `customers-${today}.csv`, { type: 'text/csv' }));
  return customers.length;
}
