// A customer: lookup by the name stored on works, and the address that a VAT invoice needs.
import type { Region } from '@/domain/core/time';
import { sameName } from '@/domain/core/search';

export type Address = {
  addressLine1: string | null;
  addressLine2: string | null;
  addressLine3: string | null;
  town: string | null;
  county: string | null;
  postcode: string | null;
  country: string | null;
};

/** The customer of that name, archived or not: typing an archived name restores it instead of adding a duplicate. */
export const findByName = <T extends { name: string }>(name: string, customers: readonly T[]): T | null =>
  customers.find((customer) => sameName(customer.name, name)) ?? null;

/** The id of the customer that a name refers to; if two share it, the active one. */
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

/** The customer into which this one was merged; null if it was not. The database keeps merges one step deep. */
export const mergeTarget = <T extends { id: string; mergedInto: string | null }>(
  customer: T,
  customers: readonly T[],
): T | null => (customer.mergedInto === null ? null : (customers.find(({ id }) => id === customer.mergedInto) ?? null));

/** The customer that a name refers to, following a merge; null if there is none. */
export function customerNamed<T extends { id: string; name: string; active: boolean; mergedInto: string | null }>(
  name: string | null,
  customers: readonly T[],
): T | null {
  const id = name === null ? null : customerIdOf(name, customers);
  const customer = customers.find((one) => one.id === id);
  return customer ? (mergeTarget(customer, customers) ?? customer) : null;
}

/** What a code of the post is called in the account's country. */
export const postcodeName = (region: Region): string => (region === 'ireland' ? 'Eircode' : 'Postcode');

/** The lines of an address as printed, without empty ones. Postcodes are not reformatted. */
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
 * The names of the details that a merge can copy: the remaining customer lacks them and the merged one has them. An
 * address is copied whole or not at all, as in the database's merge_customers; terms and references are never copied.
 */
export function missingDetails(remaining: Details, merged: Details): string[] {
  const single = DETAILS.filter(([key]) => remaining[key] === null && merged[key] !== null).map(([, words]) => words);
  const address = addressLines(remaining).length === 0 && addressLines(merged).length > 0;
  const position = remaining.lat === null && remaining.lng === null && merged.lat !== null;
  return [...single, ...(address ? ['address'] : []), ...(position ? ['position of the gate'] : [])];
}
