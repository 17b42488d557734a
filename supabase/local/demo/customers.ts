// The customers of the demonstration account. Names, places and numbers are invented; the telephone numbers are from
// the ranges reserved for fiction, and the mail addresses lead nowhere.

/** Columns of public.customers; omitted ones are empty. */
export type DemoCustomer = {
  name: string;
  /** Inserted as active, and archived once its work is inserted. */
  archived?: true;
  contact_name?: string;
  phone?: string;
  phone2?: string;
  email?: string;
  address_line1?: string;
  address_line2?: string;
  town?: string;
  county?: string;
  postcode?: string;
  country?: string;
  chargeable_unit?: string;
  vat_number?: string;
  payment_terms_days?: number;
  billing_email?: string;
  account_ref?: string;
  po_required?: true;
  w3w?: string;
  lat?: number;
  lng?: number;
  directions?: string;
  hazards?: string;
  notes?: string;
};

export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  {
    name: 'Hill Farm',
    contact_name: 'Megan Price',
    phone: '07700 900112',
    phone2: '01632 960112',
    email: 'megan@hillfarm.test',
    address_line1: 'Hill Farm',
    address_line2: 'Gladestry Road',
    town: 'Kington',
    county: 'Herefordshire',
    postcode: 'HR5 9ZA',
    country: 'United Kingdom',
    chargeable_unit: 'acre',
    lat: 52.1986,
    lng: -3.0912,
    directions: 'Second gate after the chapel. Go in from the lane side, the bottom gate is too narrow for the baler.',
    hazards: 'Low power lines over the lane gateway. Loose collie in the yard.',
    notes: 'Likes a call the evening before.',
  },
  {
    name: "O'Brien & Sons",
    contact_name: "Ciarán O'Brien",
    phone: '07700 900124',
    email: 'yard@obrienandsons.test',
    address_line1: 'Castle Lodge',
    address_line2: 'Shirl Heath',
    town: 'Leominster',
    county: 'Herefordshire',
    postcode: 'HR6 9ZB',
    country: 'United Kingdom',
    account_ref: 'OBR01',
  },
  {
    name: 'Tŷ Gwyn',
    contact_name: 'Siân Powell',
    phone: '07700 900137',
    email: 'sian@tygwyn.test',
    address_line1: 'Tŷ Gwyn',
    address_line2: 'Llanbadarn Fynydd',
    town: 'Llandrindod',
    county: 'Powys',
    postcode: 'LD1 9ZC',
    country: 'United Kingdom',
    hazards: 'Open slurry lagoon behind the parlour. Nobody goes near while it is stirred.',
    directions: 'Turn at the milk stand, cattle grid after 200 m.',
    w3w: 'lane.parlour.grid',
  },
  {
    name: 'Manor Estate Ltd',
    contact_name: 'Estate office',
    phone: '01632 960145',
    email: 'office@manorestate.test',
    billing_email: 'accounts@manorestate.test',
    address_line1: 'The Estate Office',
    address_line2: 'Home Farm Court',
    town: 'Presteigne',
    county: 'Powys',
    postcode: 'LD8 9ZD',
    country: 'United Kingdom',
    chargeable_unit: 'hectare',
    vat_number: 'GB987654321',
    payment_terms_days: 60,
    account_ref: 'MANOR',
    po_required: true,
    notes: 'Order number by e-mail from the office before the work starts.',
  },
  {
    name: 'Church Farm Partnership',
    contact_name: 'Ted and Ruth Lewis',
    phone: '01632 960158',
    address_line1: 'Church Farm',
    address_line2: 'Old Radnor',
    town: 'Presteigne',
    county: 'Powys',
    postcode: 'LD8 9ZE',
    country: 'United Kingdom',
    notes: 'Slow to pay. Ring Ruth.',
  },
  {
    name: 'Siân Ní Dhálaigh',
    phone: '+353 20 910 0161',
    email: 'sian@loughview.test',
    address_line1: 'Lough View',
    address_line2: 'Drumlane',
    town: 'Belturbet',
    county: 'Co. Cavan',
    postcode: 'H14 ZZ99',
    country: 'Ireland',
  },
  {
    name: 'Wójcik Growers',
    contact_name: 'Łukasz Wójcik',
    phone: '07700 900173',
    email: 'lukasz@wojcikgrowers.test',
    address_line1: 'Unit 4, Orchard Yard',
    address_line2: 'Bosbury Road',
    town: 'Ledbury',
    county: 'Herefordshire',
    postcode: 'HR8 9ZF',
    country: 'United Kingdom',
    hazards: 'Pickers in the rows until 16:00. Ring before spraying.',
  },
  {
    name: 'Wood Lane Livery',
    contact_name: 'Harriet Wood',
    phone: '07700 900186',
    address_line1: 'Wood Lane Stables',
    address_line2: 'Lyonshall',
    town: 'Kington',
    county: 'Herefordshire',
    postcode: 'HR5 9ZG',
    country: 'United Kingdom',
    hazards: 'Horses on the drive. Walking pace, no beacons.',
  },
  {
    name: 'Arrow Valley Parish Council',
    contact_name: 'The clerk',
    phone: '01632 960192',
    email: 'clerk@arrowvalley.test',
    address_line1: 'Village Hall',
    address_line2: 'Bridge Street',
    town: 'Pembridge',
    county: 'Herefordshire',
    postcode: 'HR6 9ZH',
    country: 'United Kingdom',
    payment_terms_days: 45,
    po_required: true,
  },
  { name: 'Bryn Dairy', contact_name: 'Gethin Rees', phone: '07700 900205', town: 'Painscastle', county: 'Powys' },
  { name: 'Glen Cottage', contact_name: 'Mrs Doyle', phone: '01632 960218' },
  {
    name: 'Old Mill Farm',
    archived: true,
    contact_name: 'Frank Tudor',
    phone: '01632 960221',
    address_line1: 'Old Mill Farm',
    town: 'Eardisley',
    county: 'Herefordshire',
    postcode: 'HR3 9ZJ',
    country: 'United Kingdom',
    notes: 'Sold up. The new people have their own tractor.',
  },
];
