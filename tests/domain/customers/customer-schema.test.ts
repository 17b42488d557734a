// What the form of a customer refuses, and what it makes of a text.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { customerSchema } from '@/features/customers/customer-schema';

const HILL = { id: 'hill', name: 'Hill Farm', active: true, mergedInto: null };
const MILL = { id: 'mill', name: 'Old Mill', active: false, mergedInto: null };
const SMITH = { id: 'smith', name: 'Smith', active: false, mergedInto: 'hill' };

const read = (field: string, text: string, self: string | null = null) => {
  const { output, issues } = v.safeParse(customerSchema([HILL, MILL, SMITH], self), { [field]: text });
  const messages = issues?.filter(({ path }) => path?.[0].key === field).map(({ message }) => message);
  return { output: output as Record<string, unknown>, messages };
};

test.each([
  ['name', ' ', "Enter the customer's name."],
  ['name', ' HILL farm', 'You already have a customer called HILL farm.'],
  ['name', 'smith', 'smith was merged into Hill Farm and leads there.'],
  ['email', 'sian@', 'Please enter a valid email address.'],
  ['billingEmail', 'nobody', 'Please enter a valid email address.'],
  ['vatNumber', 'GB12', "That doesn't look like a VAT number."],
  ['paymentTermsDays', '121', 'Enter whole days from 0 to 120.'],
  ['paymentTermsDays', '-1', 'Enter whole days from 0 to 120.'],
  ['w3w', 'two words', 'Enter three words with dots between them.'],
  ['position', '95, 3', 'Enter latitude and longitude, like 52.1986, -3.0321.'],
  ['position', '-3.0321, 52.1986', 'Latitude comes first, like 52.1986, -3.0321. These look swapped.'],
  ['position', '52, 181', 'Enter latitude and longitude, like 52.1986, -3.0321.'],
  ['position', 'the gate', 'Enter latitude and longitude, like 52.1986, -3.0321.'],
])('%s: %j is refused', (field, text, message) => {
  expect(read(field, text).messages).toEqual([message]);
});

test.each(['email', 'billingEmail'])(
  '%s: what was copied with the address is dropped, no other text is taken',
  (field) => {
    expect(read(field, 'mailto:office@knockmore.test,\u200B').messages).toEqual([]);
    expect(read(field, 'office@knockmore.test (Ann)').messages).toEqual(['Please enter a valid email address.']);
    expect(read(field, 'office@knockmore.test>').messages).toEqual(['Please enter a valid email address.']);
  },
);

test.each([
  // An archived customer's name: saving brings that customer back.
  ['name', 'old mill', null],
  ['name', 'Hill Farm', 'hill'],
  ['paymentTermsDays', '0', null],
  ['paymentTermsDays', '120', null],
  ['position', '90 180', null],
  ['position', '−90, −180', null],
  ['w3w', '///Lane.parlour.grid', null],
  ['w3w', 'https://w3w.co/filled.count.soap', null],
])('%s: %j is taken', (field, text, self) => {
  expect(read(field, text, self).messages).toEqual([]);
});
