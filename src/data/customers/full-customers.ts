// The customers with all their fields, for their CSV file.
import { readRecords } from '@/data/record-requests';
import { FULL_CUSTOMER, type FullCustomer } from '@/records/customers';

/** All customers of the account by name, with all fields that the account holder can read. */
export const readFullCustomers = (ownerId: string): Promise<FullCustomer[]> =>
  readRecords(FULL_CUSTOMER, ownerId, (rows) => rows.order('name').order('id'), new AbortController().signal);
