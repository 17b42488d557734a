// Customers: which customer a merged name resolves to, and what a merge can fill in.
import { describe, expect, test } from 'vitest';
import { mergeTarget, missingDetails } from '@/domain/customers/customer';

const EMPTY = {
  contactName: null,
  phone: null,
  phone2: null,
  email: null,
  billingEmail: null,
  vatNumber: null,
  directions: null,
  hazards: null,
  w3w: null,
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  town: null,
  county: null,
  postcode: null,
  country: null,
  lat: null,
  lng: null,
};

describe('missing details', () => {
  test('the missing details are those that the target lacks and the other has', () => {
    const merged = { ...EMPTY, phone: '1', hazards: 'Collie', email: 'a@b.test', vatNumber: 'GB1' };
    expect(missingDetails({ ...EMPTY, email: 'c@d.test' }, merged)).toEqual(['phone', 'VAT number', 'hazards']);
    expect(missingDetails(merged, EMPTY)).toEqual([]);
    expect(missingDetails(merged, merged)).toEqual([]);
  });

  test('an address and a position are each taken over whole, and only if the target has no part of them', () => {
    const merged = { ...EMPTY, addressLine1: '1 Lane', town: 'Evesham', lat: 52.1, lng: -3 };
    expect(missingDetails(EMPTY, merged)).toEqual(['address', 'position of the gate']);
    expect(missingDetails({ ...EMPTY, postcode: 'HR5 9ZA', lat: 0, lng: 0 }, merged)).toEqual([]);
  });
});

test('a merged customer resolves to the one it was merged into, other customers to none', () => {
  const target = { id: 'b', mergedInto: null };
  const merged = { id: 'a', mergedInto: 'b' };
  expect(mergeTarget(merged, [merged, target])).toBe(target);
  expect(mergeTarget(target, [merged, target])).toBeNull();
  expect(mergeTarget(merged, [merged])).toBeNull();
});
