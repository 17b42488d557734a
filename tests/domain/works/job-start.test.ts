import { describe, expect, test } from 'vitest';
import type { RecentJob } from '@/data/summaries';
import { fromNumeric } from '@/domain/core/money';
import type { Price } from '@/domain/prices/price';
import { rateFor, recentCustomers, taskChoices, unitFor, type Lists } from '@/features/works/form/job-start';
import type { Customer } from '@/records/customers';
import type { Task } from '@/records/tasks';

// The functions under test use only these fields.
const customer = (id: string, name: string, values: Partial<Customer> = {}) =>
  ({ id, name, active: true, chargeableUnit: null, ...values }) as Customer;
const task = (name: string, chargeableUnit: string | null, rate: number | null, active = true) =>
  ({ id: name, name, chargeableUnit, defaultRate: rate === null ? null : fromNumeric(rate), active }) as Task;
const job = (customerId: string, customer: string, taskName: string, values: Partial<RecentJob> = {}): RecentJob => ({
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
  ...values,
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
  tasksLoaded: true,
  recent: [
    job('c', 'Gone', 'Rolling'),
    job('b', 'Manor', 'Rolling', { rate: fromNumeric(11.05) }),
    job('a', 'Hill Farm', 'Topping', { chargeableUnit: 'hour', rate: fromNumeric(40), mine: true }),
    job('a', 'Hill Farm', 'Ploughing', { chargeableUnit: 'hectare', rate: fromNumeric(79) }),
  ],
  prices: [],
};
const price = (rate: number, validFrom: string, values: Partial<Price> = {}): Price => ({
  id: validFrom,
  taskId: 'Ploughing',
  customerId: null,
  chargeableUnit: 'acre',
  rate: fromNumeric(rate),
  validFrom,
  validTo: null,
  ...values,
});
const TODAY = '2026-11-20';

test('the person’s own customers come first, and archived ones are left out', () => {
  expect(recentCustomers(lists).map((one) => one.customer)).toEqual(['Hill Farm', 'Manor']);
});

test('tasks done for a customer come before the rest of the price list', () => {
  expect(taskChoices(lists, 'hill farm').map(({ name }) => name)).toEqual(['Topping', 'Ploughing', 'Rolling']);
  expect(taskChoices(lists, 'Nobody').map(({ name }) => name)).toEqual(['Rolling', 'Ploughing', 'Topping']);
});

test('unit and rate come from the price list, else from the last job, else the unit from the customer', () => {
  const initialValues = (customer: string, taskName: string) => {
    const unit = unitFor(lists, customer, taskName);
    const offer = rateFor(lists, { customer, taskName, unit, date: TODAY }, TODAY);
    return [unit, offer?.rate ?? null, offer?.words];
  };
  // The last job had another unit, so its rate does not apply.
  expect(initialValues('Hill Farm', 'Ploughing')).toEqual(['acre', fromNumeric(32.06), "The task's own rate"]);
  expect(initialValues('Manor', 'Rolling')).toEqual(['acre', fromNumeric(11.05), 'As charged last']);
  expect(initialValues('Hill Farm', 'Topping')).toEqual(['hour', fromNumeric(40), 'As charged last']);
  expect(initialValues('Manor', 'Something new')).toEqual(['bale', null, undefined]);
  expect(initialValues('Hill Farm', 'Something new')).toEqual(['hour', null, undefined]);
});

describe('the initial rate', () => {
  const priced: Lists = {
    ...lists,
    prices: [
      price(33, '2026-03-01', { validTo: '2026-10-31' }),
      price(36, '2026-11-01'),
      price(40, '2025-06-01', { customerId: 'a', validTo: '2026-09-30' }),
      price(83, '2026-01-01', { chargeableUnit: 'hectare' }),
    ],
  };
  const initialRate = (customer: string, date: string, unit = 'acre', copied: number | null = null) => {
    const job = { customer, taskName: 'ploughing', unit, date };
    const offer = rateFor(priced, job, TODAY, copied === null ? null : fromNumeric(copied));
    return offer && [offer.rate / 10_000, offer.words];
  };

  test.each([
    ['Hill Farm', '2026-09-30', 40, 'Price for Hill Farm from 1 Jun 2025'],
    ['Hill Farm', '2026-10-01', 33, 'Price for everybody from 1 Mar'],
    ['Manor', '2026-09-30', 33, 'Price for everybody from 1 Mar'],
    ['Somebody new', '2026-11-01', 36, 'Price for everybody from 1 Nov'],
    ['Manor', '2026-02-28', 32.06, "The task's own rate"],
  ])('the initial rate for %s on %s is %d (%s)', (customer, date, rate, words) => {
    expect(initialRate(customer, date)).toEqual([rate, words]);
  });

  test('the initial rate depends on the unit: prices of other units do not apply, nor the task’s rate to another unit', () => {
    expect(initialRate('Manor', '2026-11-20', 'hectare')).toEqual([83, 'Price for everybody from 1 Jan']);
    expect(initialRate('Manor', '2026-11-20', 'hour')).toBeNull();
    expect(initialRate('Hill Farm', '2025-01-01', 'hectare')).toEqual([79, 'As charged last']);
  });

  test('a repeated entry starts with the rate of the copied one, unless a price is set for the day', () => {
    expect(initialRate('Manor', '2026-02-28', 'acre', 99)).toEqual([99, 'As the time before']);
    expect(initialRate('Manor', '2026-03-01', 'acre', 99)).toEqual([33, 'Price for everybody from 1 Mar']);
  });

  test('the initial rate is that of the active task, not of a hidden one with the same name', () => {
    const withHiddenDuplicate = {
      ...priced,
      tasks: [{ ...task('Ploughing', 'acre', 1, false), id: 'old' }, ...priced.tasks],
    };
    const job = { customer: 'Manor', taskName: 'Ploughing', unit: 'acre', date: TODAY };
    expect(rateFor(withHiddenDuplicate, job, TODAY)?.rate).toBe(fromNumeric(36));
  });
});
