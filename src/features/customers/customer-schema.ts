import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { checkEmail, checkVatNumber, type Checked } from '@/domain/core/identifiers';
import { mergeTarget } from '@/domain/customers/customer';
import { readPosition } from '@/domain/customers/position';
import { sameName } from '@/domain/core/search';
import { typedAs } from '@/domain/core/typed';
import { FULL_CUSTOMER, type FullCustomer } from '@/records/customers';
import { formOf } from '@/widgets/record-form';
import { checkedText } from '@/widgets/text-schema';

const { fields } = FULL_CUSTOMER;
/** The position is one field of the form. */
const form = formOf(FULL_CUSTOMER, ['active', 'lat', 'lng']);

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
    form.entries.name,
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
      ...form.entries,
      name: nameSchema(customers, self),
      email: checkedText(fields.email, checkEmail),
      vatNumber: checkedText(fields.vatNumber, checkVatNumber),
      billingEmail: checkedText(fields.billingEmail, checkEmail),
      w3w: checkedText(fields.w3w, checkWhat3words),
      position,
    }),
    v.transform(({ position: at, ...typed }) => ({ ...typed, ...at })),
  );

type Schema = ReturnType<typeof customerSchema>;
/** Input and output types of the form. */
export type CustomerInput = InferInput<Schema>;
export type CustomerOutput = InferOutput<Schema>;

/** Initial values: the stored customer, or empty fields. */
export const formValues = (stored: FullCustomer | null): CustomerInput => ({
  ...form.textsOf(stored),
  position: stored?.lat != null && stored.lng != null ? `${stored.lat}, ${stored.lng}` : '',
});
