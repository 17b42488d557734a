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

/** The id of the customer whom a name from the list means: of two that share it, the one in use. */
export const customerIdOf = (
  name: string,
  customers: readonly { id: string; name: string; active: boolean }[],
): string | null =>
  (
    findByName(
      name,
      customers.filter(({ active }) => active),
    ) ?? findByName(name, customers)
  )?.id ?? null;

/** The customer that a merged one's name leads to; null when it was not merged. The database keeps it one step away. */
export const leadsTo = <T extends { id: string; mergedInto: string | null }>(
  customer: T,
  customers: readonly T[],
): T | null => (customer.mergedInto === null ? null : (customers.find(({ id }) => id === customer.mergedInto) ?? null));

/** What to mind at the customer whom a name means, also by a name that was merged; null where there is nothing to say. */
export function hazardsOf(
  name: string | null,
  customers: readonly {
    id: string;
    name: string;
    active: boolean;
    mergedInto: string | null;
    hazards: string | null;
  }[],
): string | null {
  const id = name === null ? null : customerIdOf(name, customers);
  const customer = customers.find((one) => one.id === id);
  if (!customer) return null;
  const { hazards } = leadsTo(customer, customers) ?? customer;
  return hazards === null || hazards.trim() === '' ? null : hazards;
}

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

type Details = Address &
  Record<
    'contactName' | 'phone' | 'phone2' | 'email' | 'billingEmail' | 'vatNumber' | 'directions' | 'hazards' | 'w3w',
    string | null
  > & { lat: number | null; lng: number | null };

const DETAILS = [
  ['contactName', 'contact person'],
  ['phone', 'phone'],
  ['phone2', 'second phone'],
  ['email', 'e-mail'],
  ['billingEmail', 'e-mail for invoices'],
  ['vatNumber', 'VAT number'],
  ['directions', 'directions'],
  ['hazards', 'hazards'],
  ['w3w', 'what3words'],
] as const;

/**
 * What a merge can fill in on the customer that stays, in words: details that one lacks and the other has. An address
 * comes whole or not at all, as in the database's merge_customers; terms and references are never taken over.
 */
export function missingDetails(stays: Details, goes: Details): string[] {
  const single = DETAILS.filter(([key]) => stays[key] === null && goes[key] !== null).map(([, words]) => words);
  const address = addressLines(stays).length === 0 && addressLines(goes).length > 0;
  const position = stays.lat === null && stays.lng === null && goes.lat !== null;
  return [...single, ...(address ? ['address'] : []), ...(position ? ['position of the gate'] : [])];
}

/** True when a VAT invoice can be addressed; a country alone is no address. */
export const hasAddress = (address: Partial<Address>): boolean =>
  addressLines({ ...address, country: null }).length > 0;
