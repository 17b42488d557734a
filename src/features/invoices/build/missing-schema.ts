// Checks what was typed for missing details, when the invoice is generated.
import * as v from 'valibot';
import type { BusinessDetail } from '@/widgets/business-field';
import { businessEntries } from '@/widgets/business-schema';
import { customerAddressEntries } from '@/widgets/customer-address-schema';
import type { CustomerDetail } from './use-missing-details';

type Entries<Name extends string> = Readonly<Record<Name, v.GenericSchema<string, string | null>>>;

/**
 * The values of the fields that were filled in, and the message of each field that is wrong. `required`: the message for
 * a field that must not stay empty.
 */
function readTexts<Name extends string>(
  entries: Entries<Name>,
  names: readonly Name[],
  text: (name: Name) => string,
  required: Partial<Record<Name, string>>,
) {
  const values: Partial<Record<Name, string>> = {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const { success, output, issues } = v.safeParse(entries[name], text(name));
    const message = success ? (output === null ? required[name] : undefined) : issues[0].message;
    if (message !== undefined) errors[name] = message;
    else if (success && output !== null) values[name] = output;
  }
  return { values, errors };
}

/** The sender's details, by column of the invoice settings. */
export const readSender = (
  names: readonly BusinessDetail[],
  text: (name: BusinessDetail) => string,
  required: Partial<Record<BusinessDetail, string>>,
) => readTexts(businessEntries, names, text, required);

/** The customer's address. */
export const readAddress = (
  names: readonly CustomerDetail[],
  text: (name: CustomerDetail) => string,
  required: Partial<Record<CustomerDetail, string>>,
) => readTexts(customerAddressEntries, names, text, required);
