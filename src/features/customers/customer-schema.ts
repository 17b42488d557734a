import * as v from 'valibot';
import { checkEmail, checkVatNumber, type Checked } from '@/domain/core/identifiers';
import { leadsTo } from '@/domain/customers/customer';
import { sameName } from '@/domain/works/work';

type Known = { id: string; name: string; active: boolean; mergedInto: string | null };

const tooLong = (max: number) => `Too long: ${max.toLocaleString('en-GB')} characters at most.`;

/** Optional text; an empty one becomes null. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, tooLong(max)),
    v.transform((value) => value || null),
  );

/** Like `text`, with an additional check that also normalises the value. */
const checked = (max: number, check: (text: string) => Checked) =>
  v.pipe(
    text(max),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      if (dataset.value === null) return null;
      const answer = check(dataset.value);
      if (answer.ok) return answer.value;
      addIssue({ message: answer.message });
      return NEVER;
    }),
  );

const TERMS = 'Enter whole days from 0 to 120.';
const days = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(\d{1,3})?$/, TERMS),
  v.transform((value) => (value === '' ? null : Number(value))),
  v.nullable(v.pipe(v.number(), v.maxValue(120, TERMS))),
);

function checkWords(value: string): Checked {
  const words = value.replace(/^\/+/, '').toLowerCase();
  return /^[^\s./]+\.[^\s./]+\.[^\s./]+$/u.test(words)
    ? { ok: true, value: words }
    : { ok: false, message: 'Enter three words with dots between them.' };
}

const POSITION = 'Enter latitude and longitude, like 52.1986, -3.0321.';
const position = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^$|^[-−]?\d{1,2}(\.\d+)?\s*[,\s]\s*[-−]?\d{1,3}(\.\d+)?$/u, POSITION),
  v.transform((value): { lat: number | null; lng: number | null } => {
    const [lat, lng] = value.replaceAll('−', '-').split(/[,\s]+/u);
    if (!lat || !lng) return { lat: null, lng: null };
    // The column stores six decimals, which is about ten centimetres.
    return { lat: Number(Number(lat).toFixed(6)), lng: Number(Number(lng).toFixed(6)) };
  }),
  v.check(({ lat, lng }) => Math.abs(lat ?? 0) <= 90 && Math.abs(lng ?? 0) <= 180, POSITION),
);

/**
 * Why a name is taken. An archived customer's name is not, because saving restores that customer. A merged customer's
 * name is, because it refers to the customer it was merged into.
 */
function taken(name: string, customers: readonly Known[], self: string | null): string | null {
  const same = customers.filter((known) => known.id !== self && sameName(known.name, name));
  if (same.some((known) => known.active)) return `You already have a customer called ${name}.`;
  const merged = same.find((known) => known.mergedInto !== null && known.mergedInto !== self);
  const place = merged && leadsTo(merged, customers);
  return place ? `${name} was merged into ${place.name} and leads there.` : null;
}

/** The name of a customer. `self` is the id of the edited customer, null for a new one. */
export const nameSchema = (customers: readonly Known[], self: string | null) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter the customer's name."),
    v.maxLength(120, tooLong(120)),
    v.check(
      (name) => taken(name, customers, self) === null,
      ({ input }) => taken(input, customers, self) ?? '',
    ),
  );

/** The whole form of a customer. `self` is the id of the edited customer, null for a new one. */
export const customerSchema = (customers: readonly Known[], self: string | null) =>
  v.pipe(
    v.object({
      name: nameSchema(customers, self),
      contactName: text(120),
      phone: text(40),
      phone2: text(40),
      email: checked(254, checkEmail),
      addressLine1: text(120),
      addressLine2: text(120),
      addressLine3: text(120),
      town: text(80),
      county: text(80),
      postcode: text(12),
      country: text(60),
      chargeableUnit: text(30),
      vatNumber: checked(40, checkVatNumber),
      paymentTermsDays: days,
      billingEmail: checked(254, checkEmail),
      accountRef: text(20),
      poRequired: v.boolean(),
      w3w: checked(80, checkWords),
      position,
      directions: text(1000),
      hazards: text(1000),
      notes: text(2000),
    }),
    v.transform(({ position: at, ...fields }) => ({ ...fields, ...at })),
  );
