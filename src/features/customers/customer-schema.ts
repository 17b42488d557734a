import * as v from 'valibot';
import { checkEmail, checkVatNumber, type Checked } from '@/domain/core/identifiers';
import { mergeTarget } from '@/domain/customers/customer';
import { readPosition } from '@/domain/customers/position';
import { sameName } from '@/domain/core/search';
import { optionalWhole, typedAs } from '@/domain/core/typed';
import { FULL_CUSTOMER } from '@/records/customers';
import { customerAddressEntries } from '@/widgets/customer-address-schema';
import { checkedText, limitedText, optionalText } from '@/widgets/text-schema';

const { fields } = FULL_CUSTOMER;

type ExistingCustomer = { id: string; name: string; active: boolean; mergedInto: string | null };

function checkWhat3words(value: string): Checked {
  // Also what the Share button of what3words copies.
  const words = value.replace(/^https?:\/\/(?:w3w\.co|(?:www\.)?what3words\.com)\/|^\/+/i, '').toLowerCase();
  return /^[^\s./]+\.[^\s./]+\.[^\s./]+$/u.test(words)
    ? { ok: true, value: words }
    : { ok: false, message: 'Enter three words with dots between them.' };
}

const position = typedAs<{ lat: number | null; lng: number | null }>((text) =>
  text.trim() === '' ? { lat: null, lng: null } : readPosition(text),
);

/**
 * Why a name can't be used, or null. An archived customer's name can: saving restores that customer. A merged
 * customer's name can't: it refers to the customer it was merged into.
 */
function nameConflict(name: string, customers: readonly ExistingCustomer[], self: string | null): string | null {
  const same = customers.filter((known) => known.id !== self && sameName(known.name, name));
  if (same.some((known) => known.active)) return `You already have a customer called ${name}.`;
  const merged = same.find((known) => known.mergedInto !== null && known.mergedInto !== self);
  const target = merged && mergeTarget(merged, customers);
  return target ? `${name} was merged into ${target.name} and leads there.` : null;
}

/** The name of a customer. `self` is the id of the edited customer, null for a new one. */
export const nameSchema = (customers: readonly ExistingCustomer[], self: string | null) =>
  v.pipe(
    limitedText(fields.name),
    v.nonEmpty("Enter the customer's name."),
    v.check(
      (name) => nameConflict(name, customers, self) === null,
      ({ input }) => nameConflict(input, customers, self) ?? '',
    ),
  );

/** The whole form of a customer. `self` is the id of the edited customer, null for a new one. */
export const customerSchema = (customers: readonly ExistingCustomer[], self: string | null) =>
  v.pipe(
    v.object({
      name: nameSchema(customers, self),
      contactName: optionalText(fields.contactName),
      phone: optionalText(fields.phone),
      phone2: optionalText(fields.phone2),
      email: checkedText(fields.email, checkEmail),
      ...customerAddressEntries,
      chargeableUnit: optionalText(fields.chargeableUnit),
      vatNumber: checkedText(fields.vatNumber, checkVatNumber),
      paymentTermsDays: optionalWhole({ max: 120, message: 'Enter whole days from 0 to 120.' }),
      billingEmail: checkedText(fields.billingEmail, checkEmail),
      accountRef: optionalText(fields.accountRef),
      poRequired: v.boolean(),
      w3w: checkedText(fields.w3w, checkWhat3words),
      position,
      directions: optionalText(fields.directions),
      hazards: optionalText(fields.hazards),
      notes: optionalText(fields.notes),
    }),
    v.transform(({ position: at, ...typed }) => ({ ...typed, ...at })),
  );
