// Readings that a meter cannot have shown: the record that they came with is kept, the reading is marked and not counted,
// and the account holder corrects it.
import { beforeEach, describe, expect, test } from 'vitest';
import { jobContent } from '@/records/jobs';
import type { Person } from '@tests/support/embedded/backend';
import { machineFarm, messageOf, newId } from './machine-helpers';

const { people, addMachine } = machineFarm();
let owner: Person;
let driver: Person;
let machine: string;
beforeEach(async () => {
  ({ owner, driver } = people());
  machine = await addMachine();
});

const read = async (reading: number, day: string, more: object = {}) =>
  messageOf(
    await driver.from('machine_readings').insert({
      ...{ id: newId(), user_id: owner.id, machine_id: machine, reading, read_at: `2026-${day}T12:00:00Z` },
      ...more,
    }),
  );
/** A job of that day, saved at 17:00, with what the meter showed afterwards. Returns its id. */
async function logJob(meterEnd: number, day: string): Promise<string> {
  const id = newId();
  const line = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', quantity: 86 };
  const job = jobContent(
    id,
    {
      lines: [{ ...line, work_date: `2026-${day}` }],
      people: [{ person_id: driver.id, minutes: 400 }],
      machines: [{ machine_id: machine, hours: 6.5, meter_end: meterEnd }],
    },
    `2026-${day}T17:00:00Z`,
  );
  expect(messageOf(await driver.rpc('log_job', { p_job: job }))).toBeNull();
  return id;
}
const readings = async () => {
  const { data } = await owner.from('machine_readings').select('reading, doubted').order('read_at').order('created_at');
  return data?.map(({ reading, doubted }) => (doubted ? [reading, 'in doubt'] : reading));
};
const lifetime = async () => {
  const { data } = await driver.from('machines').select('current_reading, meter_offset').eq('id', machine).single();
  return [data?.current_reading, data?.meter_offset];
};
/** The account holder corrects the reading that was stored with this number. */
const correct = async (was: number, change: { reading?: number; meter_replaced?: boolean }, person = owner) =>
  messageOf(
    await person
      .from('machine_readings')
      .update({ reading: was, ...change })
      .eq('machine_id', machine)
      .eq('reading', was)
      .select('id')
      .single(),
  );

describe('a reading that comes with a job', () => {
  test('and is lower than the last keeps the job, is marked, and does not count', async () => {
    await read(2812, '11-01');
    const job = await logJob(2790, '11-02');
    const { data: parts } = await owner.from('job_machines').select('hours, meter_end').eq('job_id', job);
    expect(parts).toEqual([{ hours: 6.5, meter_end: 2790 }]);
    expect((await owner.from('job_people').select('minutes').eq('job_id', job)).data).toEqual([{ minutes: 400 }]);
    expect(await readings()).toEqual([2812, [2790, 'in doubt']]);
    expect(await lifetime()).toEqual([2812, 0]);
    // The next reading is compared with the last one that counts.
    await logJob(2820, '11-03');
    expect(await readings()).toEqual([2812, [2790, 'in doubt'], 2820]);
  });

  test('and adds more hours than have passed is marked, so that the right ones after it count', async () => {
    await read(2812, '11-01');
    await logJob(28_190, '11-02');
    await logJob(2826, '11-03');
    expect(await readings()).toEqual([2812, [28_190, 'in doubt'], 2826]);
    expect(await lifetime()).toEqual([2826, 0]);
    // 24 hours a day are possible: from noon on 1 November to 17:00 on 3 November they are three days.
    machine = await addMachine();
    await read(100, '11-01');
    await logJob(172, '11-03');
    expect(await lifetime()).toEqual([172, 0]);
    await logJob(220.1, '11-04');
    expect(await lifetime()).toEqual([172, 0]);
  });

  test('and is higher than a later one is marked, and a machine without a meter takes the job without a reading', async () => {
    await read(120, '11-10');
    await logJob(130, '11-05');
    expect(await readings()).toEqual([[130, 'in doubt'], 120]);
    machine = await addMachine({ meter_type: 'none' });
    const job = await logJob(15, '11-05');
    expect((await owner.from('job_machines').select('meter_end').eq('job_id', job)).data).toEqual([{ meter_end: 15 }]);
    expect((await owner.from('machine_readings').select('id').eq('machine_id', machine)).data).toEqual([]);
  });

  test('counts once the job is corrected', async () => {
    await read(2812, '11-01');
    const job = await logJob(2790, '11-02');
    await driver.from('job_machines').delete().eq('job_id', job);
    expect(await readings()).toEqual([2812]);
    const row = { id: newId(), user_id: owner.id, job_id: job, machine_id: machine, hours: 6.5, meter_end: 2819 };
    expect(messageOf(await driver.from('job_machines').insert(row))).toBeNull();
    expect(await readings()).toEqual([2812, 2819]);
  });
});

test('a reading by hand that waited for signal is kept too, one that is sent at once is asked about', async () => {
  await read(2812, '11-01');
  const waited = { recorded_at: '2026-11-02T12:00:00Z' };
  expect(await read(2790, '11-02', waited)).toBeNull();
  expect(await read(2790, '11-02', { recorded_at: new Date().toISOString() })).toMatch(/^Last reading was 2,812 h\./);
  // Too many hours were confirmed on the phone.
  expect(await read(3000, '11-03', waited)).toBeNull();
  expect(await readings()).toEqual([2812, [2790, 'in doubt'], 3000]);
  // A new meter, whose first reading contradicts a later one until that is corrected.
  expect(await read(3001, '11-02', { ...waited, meter_replaced: true })).toBeNull();
  expect(await correct(3000, { reading: 3010 })).toBeNull();
  expect(await readings()).toEqual([2812, [2790, 'in doubt'], 3001, 3010]);
  expect(await lifetime()).toEqual([3010, 2812]);
});

describe('the account holder', () => {
  test('corrects the number, and the log says who and what it was', async () => {
    await read(2812, '11-01');
    const job = await logJob(2189, '11-02');
    expect(await correct(2189, { reading: 2819 })).toBeNull();
    expect(await readings()).toEqual([2812, 2819]);
    expect(await lifetime()).toEqual([2819, 0]);
    // The job stays as the customer signed it.
    expect((await owner.from('job_machines').select('meter_end').eq('job_id', job)).data).toEqual([
      { meter_end: 2189 },
    ]);
    const { data: log } = await owner
      .from('audit_log')
      .select('changed, actor_name')
      .eq('table_name', 'machine_readings');
    expect(log).toEqual([
      { actor_name: 'Ann Holder', changed: { reading: { old: 2189, new: 2819 }, doubted: { old: true, new: false } } },
    ]);
  });

  test('says that the meter was replaced, and the readings of the new meter count by themselves', async () => {
    await read(2812, '11-01');
    await logJob(3, '11-02');
    await logJob(9, '11-03');
    expect(await readings()).toEqual([2812, [3, 'in doubt'], [9, 'in doubt']]);
    expect(await correct(3, { meter_replaced: true })).toBeNull();
    expect(await readings()).toEqual([2812, 3, 9]);
    expect(await lifetime()).toEqual([9, 2812]);
    // Taken back: they are not readings of the old meter.
    expect(await correct(3, { meter_replaced: false })).toMatch(/^The reading before it is 2,812 h, of 1 Nov 2026\./);
  });

  test('corrects the wrong reading before it, and those that contradicted it count by themselves', async () => {
    machine = await addMachine({ meter_type: 'km' });
    await read(2812, '11-01');
    await logJob(28_190, '11-02');
    await logJob(2826, '11-03');
    await logJob(2831, '11-04');
    expect(await readings()).toEqual([2812, 28_190, [2826, 'in doubt'], [2831, 'in doubt']]);
    expect(await correct(2826, {})).toBe(
      "The reading before it is 28,190 km, of 2 Nov 2026. Correct that one first if it is wrong, or tick 'meter replaced'.",
    );
    expect(await correct(28_190, { reading: 2819 })).toBeNull();
    expect(await readings()).toEqual([2812, 2819, 2826, 2831]);
    expect(await lifetime()).toEqual([2831, 0]);
  });

  test('confirms a reading by saving it once more, or deletes one', async () => {
    // The first reading lacked a digit.
    await read(281, '11-01');
    await logJob(2819, '11-02');
    expect(await lifetime()).toEqual([281, 0]);
    expect(await correct(2819, {})).toBeNull();
    expect(await lifetime()).toEqual([2819, 0]);
    await logJob(2790, '11-03');
    await owner.from('machine_readings').delete().eq('reading', 2790);
    expect(await readings()).toEqual([281, 2819]);
  });

  test('alone corrects readings; impossible numbers are refused', async () => {
    await read(2812, '11-01');
    await logJob(2790, '11-02');
    expect(await correct(2790, { reading: 2819 }, driver)).not.toBeNull();
    expect(await correct(2790, { reading: -1 })).toBe('Enter a number like 12.5.');
    expect(await correct(2790, { reading: 9_999_999_999 })).not.toBeNull();
    expect(
      messageOf(
        await owner
          .from('machine_readings')
          .update({ doubted: false } as never)
          .eq('reading', 2790),
      ),
    ).toMatch(/permission denied/);
    expect(await readings()).toEqual([2812, [2790, 'in doubt']]);
  });
});

test('what a machine was used and counted leaves readings in doubt out', async () => {
  await read(100, '11-01');
  await read(130, '11-10');
  await logJob(90, '11-12');
  const period = { p_from: '2026-11-02', p_to: '2026-11-30' };
  expect((await owner.rpc('machine_report', period)).data).toMatchObject([{ machine_id: machine, counted: 30 }]);
  const use = await driver.from('machine_use').select('after_reading').eq('id', machine).single();
  expect(use.data).toEqual({ after_reading: 100 });
});

test('a service with a lower reading is kept, and its reading marked', async () => {
  await read(2812, '11-01');
  const service = {
    id: newId(),
    user_id: owner.id,
    machine_id: machine,
    service_date: '2026-11-20',
    description: 'Oil',
  };
  expect(messageOf(await driver.from('service_records').insert({ ...service, reading: 2186 }))).toBeNull();
  expect(await readings()).toEqual([2812, [2186, 'in doubt']]);
  // The number is that of the service: it is corrected there.
  expect(await correct(2186, { reading: 2816 })).toBe('Change this reading at its service.');
  expect(messageOf(await owner.from('service_records').update({ reading: 2816 }).eq('id', service.id))).toBeNull();
  expect(await readings()).toEqual([2812, 2816]);
});
