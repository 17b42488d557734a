import * as v from 'valibot';
import { checkEmail, checkVatNumber, type Checked } from '@/domain/core/identifiers';
import { mergeTarget } from '@/domain/customers/customer';
import { sameName } from '@/domain/works/work';
import { FULL_CUSTOMER } from '@/records/customers';
import { customerAddressEntries } from '@/widgets/customer-address-schema';
import { checkedText, limitedText, optionalText } from '@/widgets/text-schema';

const { fields } = FULL_CUSTOMER;

type ExistingCustomer = { id: string; name: string; active: boolean; mergedInto: string | null };

const TERMS_ERROR = 'Enter whole days from 0 to 120.';
const termsDays = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(\d{1,3})?$/, TERMS_ERROR),
  v.transform((value) => (value === '' ? null : Number(value))),
  v.nullable(v.pipe(v.number(), v.maxValue(120, TERMS_ERROR))),
);

function checkWhat3words(value: string): Checked {
  const words = value.replace(/^\/+/, '').toLowerCase();
  return /^[^\s./]+\.[^\s./]+\.[^\s./]+$/u.test(words)
    ? { ok: true, value: words }
    : { ok: false, message: 'Enter three words with dots between them.' };
}

const POSITION_ERROR = 'Enter latitude and longitude, like 52.1986, -3.0321.';
const position = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^$|^[-−]?\d{1,2}(\.\d+)?\s*[,\s]\s*[-−]?\d{1,3}(\.\d+)?$/u, POSITION_ERROR),
  v.transform((value): { lat: number | null; lng: number | null } => {
    const [lat, lng] = value.replaceAll('−', '-').split(/[,\s]+/u);
    if (!lat || !lng) return { lat: null, lng: null };
    // The column stores six decimals, which is about ten centimetres.
    return { lat: Number(Number(lat).toFixed(6)), lng: Number(Number(lng).toFixed(6)) };
  }),
  v.check(({ lat, lng }) => Math.abs(lat ?? 0) <= 90 && Math.abs(lng ?? 0) <= 180, POSITION_ERROR),
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
      paymentTermsDays: termsDays,
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
