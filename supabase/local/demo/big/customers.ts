// The customers of the three-year demonstration: those of the small one, plus enough invented ones for a contractor.
// Telephone numbers are from the range reserved for fiction, and the mail addresses lead nowhere.
import { DEMO_CUSTOMERS, type DemoCustomer } from '../customers.ts';
import { seededRandom, pick } from '../random.ts';

/** Customers have work from month `since` (the first month is 0) until before month `until`. */
export type BigCustomer = DemoCustomer & { since: number; until: number };

const FIRST =
  `Upper Lower Great Little Old New Church Castle Abbey Mill Bridge Brook Wood Hill Lane Court Manor Chapel Orchard
  Meadow Marsh Ridge Hollow Spring Bank Quarry Heath Common Park Pool Ford Beech Ash Oak Elm Holly Hawthorn Rook Lark Fox`.split(
    /\s+/,
  );
const SECOND = ['House Farm', 'Farm', 'Court', 'Hall Farm', 'Dairy', 'Grange', 'Fields', 'Bank Farm', 'End', 'Barns'];
const FAMILY =
  `Watkins Preece Lloyd Morgan Davies Probert Bengough Gwilliam Prosser Bufton Hamer Mills Pugh Beavan Jenkins
  Whittall Goodwin Thomas Bowen Meredith`.split(/\s+/);
const ENDINGS = ['& Sons', 'Bros', 'Farms Ltd', 'Partnership', 'Estates', '& Daughters', 'Farming Company'];
const TOWNS = [
  ['Kington', 'Herefordshire', 'HR5'],
  ['Leominster', 'Herefordshire', 'HR6'],
  ['Eardisley', 'Herefordshire', 'HR3'],
  ['Presteigne', 'Powys', 'LD8'],
  ['Llandrindod', 'Powys', 'LD1'],
  ['Ledbury', 'Herefordshire', 'HR8'],
  ['Knighton', 'Powys', 'LD7'],
  ['Ludlow', 'Shropshire', 'SY8'],
] as const;
const TERMS = [null, null, null, null, null, null, 14, 14, 45, 60];

/** A name that is not in `usedNames`, to which it is added. Names there are in lower case. */
function newName(random: () => number, usedNames: Set<string>): string {
  for (;;) {
    const name =
      random() < 0.6
        ? `${pick(FIRST, random)} ${pick(SECOND, random)}`
        : `${pick(FAMILY, random)} ${pick(ENDINGS, random)}`;
    // Some farms share a name; the town is added to the second one's.
    const unique = usedNames.has(name.toLowerCase()) ? `${name}, ${pick(TOWNS, random)[0]}` : name;
    if (usedNames.has(unique.toLowerCase())) continue;
    usedNames.add(unique.toLowerCase());
    return unique;
  }
}

function inventCustomer(index: number, months: number, random: () => number, usedNames: Set<string>): BigCustomer {
  const name = newName(random, usedNames);
  const [town, county, area] = pick(TOWNS, random);
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  const terms = pick(TERMS, random);
  const hasLeft = random() < 0.09;
  return {
    name,
    contact_name: `${pick(['Megan', 'Huw', 'Ruth', 'Tom', 'Alys', 'Gareth', 'Jo', 'Frank'], random)} ${pick(FAMILY, random)}`,
    phone: `07700 900${String(300 + index).padStart(3, '0')}`,
    address_line1: name.split(',')[0] ?? name,
    town,
    county,
    postcode: `${area} ${1 + Math.floor(random() * 9)}Z${'ABDEFGHJLN'.charAt(Math.floor(random() * 10))}`,
    country: 'United Kingdom',
    since: random() < 0.25 ? Math.floor(random() * months * 0.6) : 0,
    until: hasLeft ? Math.floor(months * (0.3 + random() * 0.5)) : months + 1,
    ...(random() < 0.7 ? { email: `office@${letters}.test` } : {}),
    ...(terms === null ? {} : { payment_terms_days: terms }),
    ...(hasLeft ? { archived: true as const } : {}),
    ...(random() < 0.1 ? { account_ref: letters.slice(0, 6).toUpperCase() } : {}),
    ...(random() < 0.06 ? { po_required: true as const } : {}),
    ...(random() < 0.12
      ? { hazards: pick(['Low power lines over the gateway.', 'Loose dogs in the yard.'], random) }
      : {}),
  };
}

/** The first ones are those of the small demonstration; customers without an address are never billed. */
export function bigCustomers(count: number, months: number): BigCustomer[] {
  const random = seededRandom(180);
  const fromSmallDemo = DEMO_CUSTOMERS.slice(0, count).map((customer) => ({
    ...customer,
    since: 0,
    until: customer.archived ? Math.max(1, Math.floor(months / 3)) : months + 1,
  }));
  const usedNames = new Set(fromSmallDemo.map(({ name }) => name.toLowerCase()));
  return [
    ...fromSmallDemo,
    ...Array.from({ length: Math.max(0, count - fromSmallDemo.length) }, (_, index) =>
      inventCustomer(index, months, random, usedNames),
    ),
  ];
}
