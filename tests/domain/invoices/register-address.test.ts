// What of an address the register believes.
import { expect, test } from 'vitest';
import { readRegister } from '@/features/invoices/register/register-address';

const read = (query: string) => readRegister(new URLSearchParams(query), '2026-11-20', 'Europe/London');
const ID = '0a000000-0000-4000-8000-000000000001';

test('an invalid address lists everything', () => {
  const all = read('');
  expect(all).toMatchObject({ part: null, search: '', filtered: false });
  expect(read('state=burnt&customer=1&from=2026-02-31&to=yesterday&show=soon')).toEqual(all);
});

test('state, customer, dates, figure and search are read, and each makes a filter', () => {
  expect(read(`state=refund&customer=${ID}&from=2026-04-06&to=2026-10-31`)).toMatchObject({
    filter: { state: 'refund', customerId: ID, from: '2026-04-06', to: '2026-10-31' },
    filtered: true,
  });
  expect(read('show=overdue')).toMatchObject({ part: 'overdue', filtered: true });
  expect(read('search=sian+dhalaigh')).toMatchObject({ search: 'sian dhalaigh', filtered: true });
});
