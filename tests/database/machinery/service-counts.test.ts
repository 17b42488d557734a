// What a service of the plan counts from: the reading at the service, or the last one that is known.
import { beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { machineFarm, messageOf, newId } from './machine-helpers';

const { people, addMachine } = machineFarm();
let owner: Person;
let driver: Person;
let machine: string;
let plan: string;

beforeEach(async () => {
  ({ owner, driver } = people());
  machine = await addMachine();
  plan = newId();
  const oil = { id: plan, user_id: owner.id, machine_id: machine, name: 'Engine oil' };
  expect(
    messageOf(await owner.from('service_schedules').insert({ ...oil, interval_meter: 250, interval_months: 12 })),
  ).toBeNull();
});

async function read(reading: number, day: string, more: object = {}): Promise<string> {
  const id = newId();
  const row = { id, user_id: owner.id, machine_id: machine, reading, read_at: `2026-${day}T12:00:00Z`, ...more };
  expect(messageOf(await driver.from('machine_readings').insert(row))).toBeNull();
  return id;
}
async function serve(day: string, more: object = {}): Promise<string> {
  const id = newId();
  const row = { id, user_id: owner.id, machine_id: machine, service_date: `2026-${day}`, description: 'Oil' };
  expect(messageOf(await driver.from('service_records').insert({ ...row, schedule_ids: [plan], ...more }))).toBeNull();
  return id;
}
/** The reading that the plan counts from, with 'about' if it is not that of the service. */
const countsFrom = async () => {
  const { data } = await driver
    .from('service_schedules')
    .select('counts_from, counts_from_estimated')
    .eq('id', plan)
    .single();
  return data && (data.counts_from_estimated ? ['about', data.counts_from] : data.counts_from);
};

test('a service without a reading counts from the last one up to its day, also if that one arrives later', async () => {
  expect(await countsFrom()).toBeNull();
  await read(2812, '11-01');
  await serve('11-20');
  expect(await countsFrom()).toEqual(['about', 2812]);
  // Read before the service, by a phone without signal.
  const late = await read(2846, '11-18');
  expect(await countsFrom()).toEqual(['about', 2846]);
  // After it: the meter showed less at the service.
  await read(2870, '11-25');
  expect(await countsFrom()).toEqual(['about', 2846]);
  await owner.from('machine_readings').delete().eq('id', late);
  expect(await countsFrom()).toEqual(['about', 2812]);
  // The plan was not changed by anybody.
  const { data: log } = await owner.from('audit_log').select('changed').eq('row_id', plan);
  expect(log).toMatchObject([{ changed: { last_done_at: { old: null, new: '2026-11-20' } } }]);
});

test('with no reading up to its day, it counts from the first one after it', async () => {
  await serve('11-20');
  expect(await countsFrom()).toEqual(['about', null]);
  await read(2870, '11-25');
  await read(2880, '11-27');
  expect(await countsFrom()).toEqual(['about', 2870]);
});

test('it counts over a replaced meter, and from its own reading once that is entered', async () => {
  await read(2812, '11-01');
  await read(5, '11-10', { meter_replaced: true });
  const done = await serve('11-20');
  expect(await countsFrom()).toEqual(['about', 2817]);
  await owner.from('service_records').update({ reading: 21 }).eq('id', done);
  expect(await countsFrom()).toBe(2833);
  await owner.from('service_records').update({ reading: null }).eq('id', done);
  expect(await countsFrom()).toEqual(['about', 2817]);
});

test('a plan whose last date was entered by hand, without a reading, counts as well', async () => {
  await read(2812, '11-01');
  await owner.from('service_schedules').update({ last_done_at: '2026-11-03' }).eq('id', plan);
  expect(await countsFrom()).toEqual(['about', 2812]);
  await owner.from('service_schedules').update({ last_done_reading: 2815 }).eq('id', plan);
  expect(await countsFrom()).toBe(2815);
});

test('a service whose reading is in doubt counts from the last reading until it is corrected', async () => {
  await read(2812, '11-01');
  const done = await serve('11-20', { reading: 2186 });
  expect(await countsFrom()).toEqual(['about', 2812]);
  await owner.from('service_records').update({ reading: 2861 }).eq('id', done);
  expect(await countsFrom()).toBe(2861);
  // Or the meter was replaced: the plan then counts from the lifetime of the machine.
  await owner.from('service_records').update({ reading: 2 }).eq('id', done);
  expect(await countsFrom()).toEqual(['about', 2812]);
  await owner.from('machine_readings').update({ reading: 2, meter_replaced: true }).eq('source_id', done);
  expect(await countsFrom()).toBe(2814);
});
