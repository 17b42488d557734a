// A customer: finding one by the name that works carry, and the address that a VAT invoice needs.
import { sameName } from './work';

export type Address = {
  addressLine1: string | null;
  addressLine2: string | null;
  addressLine3: string | null;
  town: string | null;
  county: string | null;
  postcode: string | null;
  country: string | null;
};

/** The customer of that name, archived or not: typing an archived name brings it back rather than making a second one. */
export const findByName = <T extends { name: string }>(name: string, customers: readonly T[]): T | null =>
  customers.find((customer) => sameName(customer.name, name)) ?? null;

/** The lines of an address as they are printed, without empty ones. Postcodes are taken as typed. */
export const addressLines = (address: Partial<Address>): string[] =>
  [
    address.addressLine1,
    address.addressLine2,
    address.addressLine3,
    address.town,
    address.county,
    address.postcode,
    address.country,
  ].flatMap((line) => (line == null || line.trim() === '' ? [] : [line.trim()]));

/** True when a VAT invoice can be addressed; a country alone is no address. */
export const hasAddress = (address: Partial<Address>): boolean =>
  addressLines({ ...address, country: null }).length > 0;
