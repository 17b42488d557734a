// Form schemas of a customer's address, in the customer's form and on the invoice that lacks it.
import { FULL_CUSTOMER } from '@/records/customers';
import { optionalText } from './text-schema';

const { fields } = FULL_CUSTOMER;

export const customerAddressEntries = {
  addressLine1: optionalText(fields.addressLine1),
  addressLine2: optionalText(fields.addressLine2),
  addressLine3: optionalText(fields.addressLine3),
  town: optionalText(fields.town),
  county: optionalText(fields.county),
  postcode: optionalText(fields.postcode),
  country: optionalText(fields.country),
};
