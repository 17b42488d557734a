import { expect, test } from 'vitest';
import type { Customer } from '@/data/customers';
import type { RecentJob } from '@/data/summaries';
import type { Task } from '@/data/tasks';
import { fromNumeric } from '@/domain/money';
import { recentCustomers, startOf, taskChoices, type Lists } from '@/features/works/job-start';

// Only what these functions look at.
const customer = (id: string, name: string, more: Partial<Customer> = {}) =>
  ({ id, name, active: true, chargeableUnit: null, ...more }) as Customer;
const task = (name: string, chargeableUnit: string | null, rate: number | null, active = true) =>
  ({ id: name, name, chargeableUnit, defaultRate: rate === null ? null : fromNumeric(rate), active }) as Task;
const job = (customerId: string, customer: string, taskName: string, more: Partial<RecentJob> = {}): RecentJob => ({
  customerId,
  customer,
  taskName,
  chargeableUnit: 'acre',
  rate: fromNumeric(30),
  quantity: null,
  workDate: '2026-10-01',
  createdAt: '2026-10-01T10:00:00Z',
  mine: false,
  times: 1,
  ...more,
});
const lists: Lists = {
  customers: [
    customer('a', 'Hill Farm'),
    customer('b', 'Manor', { chargeableUnit: 'bale' }),
    customer('c', 'Gone', { active: false }),
  ],
  tasks: [
    task('Ploughing', 'acre', 32.06),
    task('Topping', null, null),
    task('Rolling', 'acre', null),
    task('Old', 'hour', 1, false),
  ],
  recent: [
    job('c', 'Gone', 'Rolling'),
    job('b', 'Manor', 'Rolling', { rate: fromNumeric(11.05) }),
    job('a', 'Hill Farm', 'Topping', { chargeableUnit: 'hour', rate: fromNumeric(40), mine: true }),
    job('a', 'Hill Farm', 'Ploughing', { chargeableUnit: 'hectare', rate: fromNumeric(79) }),
  ],
};

test('own customers come first, archived ones not at all', () => {
  expect(recentCustomers(lists).map((one) => one.customer)).toEqual(['Hill Farm', 'Manor']);
});

test('what was done for a customer comes before the rest of the price list', () => {
  expect(taskChoices(lists, 'hill farm').map(({ name }) => name)).toEqual(['Topping', 'Ploughing', 'Rolling']);
  expect(taskChoices(lists, 'Nobody').map(({ name }) => name)).toEqual(['Rolling', 'Ploughing', 'Topping']);
});

test('unit and rate begin with the price list, then with the last time, then with the customer', () => {
  // Another unit was used last: its rate is no rate for this one.
  expect(startOf(lists, 'Hill Farm', 'Ploughing')).toEqual({ chargeableUnit: 'acre', rate: '32.06' });
  expect(startOf(lists, 'Manor', 'Rolling')).toEqual({ chargeableUnit: 'acre', rate: '11.05' });
  expect(startOf(lists, 'Hill Farm', 'Topping')).toEqual({ chargeableUnit: 'hour', rate: '40' });
  expect(startOf(lists, 'Manor', 'Something new')).toEqual({ chargeableUnit: 'bale', rate: '' });
  expect(startOf(lists, 'Hill Farm', 'Something new')).toEqual({ chargeableUnit: 'hour', rate: '' });
});
