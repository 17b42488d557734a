import type { InferInput, InferOutput } from 'valibot';
import type { FullCustomer } from '@/records/customers';
import type { customerSchema } from './customer-schema';

type Schema = ReturnType<typeof customerSchema>;
/** Input and output types of the form. */
export type CustomerInput = InferInput<Schema>;
export type CustomerOutput = InferOutput<Schema>;

/** Initial values: the stored customer, or empty fields. */
export function formValues(stored: FullCustomer | null): CustomerInput {
  const position = stored?.lat != null && stored.lng != null ? `${stored.lat}, ${stored.lng}` : '';
  return {
    name: stored?.name ?? '',
    contactName: stored?.contactName ?? '',
    phone: stored?.phone ?? '',
    phone2: stored?.phone2 ?? '',
    email: stored?.email ?? '',
    addressLine1: stored?.addressLine1 ?? '',
    addressLine2: stored?.addressLine2 ?? '',
    addressLine3: stored?.addressLine3 ?? '',
    town: stored?.town ?? '',
    county: stored?.county ?? '',
    postcode: stored?.postcode ?? '',
    country: stored?.country ?? '',
    chargeableUnit: stored?.chargeableUnit ?? '',
    vatNumber: stored?.vatNumber ?? '',
    paymentTermsDays: stored?.paymentTermsDays == null ? '' : String(stored.paymentTermsDays),
    billingEmail: stored?.billingEmail ?? '',
    accountRef: stored?.accountRef ?? '',
    poRequired: stored?.poRequired ?? false,
    w3w: stored?.w3w ?? '',
    position,
    directions: stored?.directions ?? '',
    hazards: stored?.hazards ?? '',
    notes: stored?.notes ?? '',
  };
}
