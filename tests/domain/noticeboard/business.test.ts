// What the first step "Your business" accepts.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { businessSchema } from '@/features/noticeboard/first-steps/business-schema';

const typed = { name: 'Hill', region: 'wales', areaUnit: 'acre', vat: 'yes', vatNumber: '' } as const;
const save = (more: object) => v.safeParse(businessSchema, { ...typed, ...more });

test('a VAT number is checked and saved only for a registered business; what was typed before "No" does not count', () => {
  expect(save({ vatNumber: '12' }).issues?.[0].message).toBe("That doesn't look like a VAT number.");
  expect(save({ vat: 'no', vatNumber: '12' }).output).toMatchObject({ vatRegistered: false, vatNumber: null });
  expect(save({ vat: 'no', vatNumber: 'IE 1234567WA' }).output).toMatchObject({
    vatRegistered: false,
    vatNumber: null,
  });
  expect(save({}).output).toMatchObject({ vatRegistered: true, vatNumber: null });
  expect(save({ vat: '' }).issues?.[0].message).toBe('Choose yes or no.');
  expect(save({ name: ' ' }).issues?.[0].message).toBe('Enter the name of your business, or your own.');
});
