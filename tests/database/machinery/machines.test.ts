// Machines: readings that never fall, services that update schedules, defects that stop a machine, and prices that only
// the account holder reads.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { machineFarm, messageOf, newId } from './machine-helpers';

const { people, addMachine } = machineFarm();
let backend: TestBackend;
let owner: Person;
let driver: Person;
let machine: string;
beforeEach(async () => {
  ({ backend, owner, driver } = people());
  machine = await addMachine();
});

const machineRow = async () => {
  const { data, error } = await driver.from('machines').select('*').eq('id', machine).single();
  if (error) throw error;
  return data;
};
const addReading = async (reading: number, day: string, more: object = {}, person = driver) =>
  messageOf(
    await person.from('machine_readings').insert({
      ...{ id: newId(), user_id: owner.id, machine_id: machine, reading, read_at: `2026-${day}T12:00:00Z` },
      ...more,
    }),
  );
const insert = async (
  table: 'service_records' | 'machine_defects' | 'service_schedules',
  row: object,
  person = driver,
) => {
  const id = newId();
  const full = { id, user_id: owner.id, machine_id: machine, ...row };
  const { error } = await person.from(table).insert(full as never);
  if (error) throw error;
  return id;
};

describe('readings', () => {
  test('a lower reading needs a replaced meter, whose offset then keeps the total (case 65)', async () => {
    expect(await addReading(2812, '11-01')).toBeNull();
    expect(await addReading(2790, '11-02')).toBe("Last reading was 2,812 h. Lower? Tick 'meter replaced'.");
    expect(await addReading(5, '11-03', { meter_replaced: true })).toBeNull();
    const { current_reading, meter_offset } = await machineRow();
    expect([current_reading, meter_offset, Number(current_reading) + meter_offset]).toEqual([5, 2812, 2817]);
  });

  test('a reading that arrives late is compared with those before and after it, and never becomes the latest', async () => {
    await addReading(100, '11-01');
    await addReading(120, '11-10');
    expect(await addReading(110, '11-05')).toBeNull();
    expect(await addReading(130, '11-06')).toBe(
      'The reading of 10 Nov 2026 is 120 h. An earlier one cannot be higher.',
    );
    expect((await machineRow()).current_reading).toBe(120);
    // A reading of the old meter that arrives after its replacement raises the offset.
    await addReading(3, '11-12', { meter_replaced: true });
    await addReading(125, '11-11');
    expect(await machineRow()).toMatchObject({ current_reading: 3, meter_offset: 125 });
  });

  test('if the account holder deletes the latest reading, the one before is the latest again', async () => {
    await addReading(100, '11-01');
    const id = newId();
    await addReading(1000, '11-02', { id });
    await driver.from('machine_readings').delete().eq('id', id);
    expect((await machineRow()).current_reading).toBe(1000);
    await owner.from('machine_readings').delete().eq('id', id);
    expect((await machineRow()).current_reading).toBe(100);
    expect(await addReading(1000, '11-02', { id })).toMatch(/^Deleted by Ann Holder on /);
  });

  test('readings of a sold machine after its sale, and of one without a meter, are refused', async () => {
    await owner.from('machines').update({ status: 'sold', sold_date: '2026-11-05' }).eq('id', machine);
    expect(await addReading(90, '11-06')).toBe('This machine is sold. It takes no more readings.');
    // Read before the sale, sent after it.
    expect(await addReading(90, '11-04')).toBeNull();
    machine = await addMachine({ meter_type: 'none' });
    expect(await addReading(1, '11-04')).toBe('This machine has no meter.');
  });

  test('clients can’t set the source of a reading', async () => {
    expect(await addReading(1, '11-01', { source: 'work' })).toMatch(/permission denied/);
  });
});

describe('services', () => {
  test('a service sets its schedule’s date and reading and adds the reading; deleting it undoes both', async () => {
    const schedule = await insert(
      'service_schedules',
      { name: 'Engine oil', interval_meter: 500, last_done_at: '2026-03-12', last_done_reading: 2350 },
      owner,
    );
    const done = await insert('service_records', {
      ...{
        schedule_ids: [schedule, newId()],
        service_date: '2026-11-20',
        reading: 2861,
        description: 'Oil and filter',
      },
    });
    const lastDone = async () =>
      (await driver.from('service_schedules').select('last_done_at, last_done_reading').eq('id', schedule).single())
        .data;
    expect(await lastDone()).toEqual({ last_done_at: '2026-11-20', last_done_reading: 2861 });
    const { data: readings } = await driver.from('machine_readings').select('reading, source, source_id');
    expect(readings).toEqual([{ reading: 2861, source: 'service', source_id: done }]);
    // An older service that is entered later does not change the schedule.
    await insert('service_records', { schedule_ids: [schedule], service_date: '2026-06-01', description: 'Oil' });
    expect((await lastDone())?.last_done_at).toBe('2026-11-20');
    await owner.from('service_records').update({ reading: 2871 }).eq('id', done);
    expect((await lastDone())?.last_done_reading).toBe(2871);
    expect((await machineRow()).current_reading).toBe(2871);
    await owner.from('service_records').delete().eq('id', done);
    expect(await lastDone()).toEqual({ last_done_at: '2026-06-01', last_done_reading: null });
    expect((await machineRow()).current_reading).toBeNull();
  });

  test('an employee adds a service without costs and never reads them', async () => {
    const id = await insert('service_records', { service_date: '2026-11-20', description: 'Oil' });
    await owner.from('service_costs').update({ parts_cost: 120.5 }).eq('id', id);
    await owner.from('machine_costs').update({ purchase_price: 48000 }).eq('id', machine);
    expect((await owner.from('service_costs').select('parts_cost')).data).toEqual([{ parts_cost: 120.5 }]);
    expect((await owner.from('machine_costs').select('purchase_price')).data).toEqual([{ purchase_price: 48000 }]);
    expect((await driver.from('service_costs').select('*')).data).toEqual([]);
    expect((await driver.from('machine_costs').select('*')).data).toEqual([]);
    expect(JSON.stringify([await machineRow(), (await driver.from('service_records').select('*')).data])).not.toMatch(
      /48000|120\.5/,
    );
  });

  test('a service needs a description, a date that is not in the future, and complete parts', async () => {
    const refused = async (row: object) =>
      messageOf(
        await driver.from('service_records').insert({
          ...{ id: newId(), user_id: owner.id, machine_id: machine, service_date: '2026-11-20', description: 'Oil' },
          ...row,
        }),
      );
    expect(await refused({ description: '  ' })).toBe('Say what was done.');
    expect(await refused({ service_date: '2036-01-01' })).toBe('This date is in the future.');
    expect(await refused({ parts: [{ number: 'x', price: 3 }] })).toBe(
      'A part has a number, a name and a quantity. 50 parts at most.',
    );
  });
});

describe('defects', () => {
  test('a safety defect stops the machine, and fixing the last one puts it back into use', async () => {
    const report = (severity: string) =>
      insert('machine_defects', { severity, description: 'Handbrake slips', reported_at: '2026-11-03T08:00:00Z' });
    await report('minor');
    expect((await machineRow()).status).toBe('in_use');
    const [first, second] = [await report('safety'), await report('safety')];
    expect((await machineRow()).status).toBe('do_not_use');
    await insert('service_records', { fixes: [first], service_date: '2026-11-03', description: 'New cable' });
    expect((await machineRow()).status).toBe('do_not_use');
    await insert('service_records', { fixes: [second], service_date: '2026-11-03', description: 'New pads' });
    expect((await machineRow()).status).toBe('in_use');
    const { data } = await driver.from('machine_defects').select('status, closed_by_name').eq('id', first).single();
    expect(data).toEqual({ status: 'fixed', closed_by_name: 'Dan Driver' });
    const { data: log } = await owner.from('audit_log').select('changed').eq('row_id', machine).order('id');
    expect(log?.map(({ changed }) => changed)).toEqual([
      { status: { old: 'in_use', new: 'do_not_use' } },
      { status: { old: 'do_not_use', new: 'in_use' } },
    ]);
  });

  test('a machine with history is not deleted, and its name is unique until it is sold', async () => {
    const row = {
      id: newId(),
      user_id: owner.id,
      machine_type: 'baler',
      name: (await machineRow()).name.toUpperCase(),
    };
    expect(messageOf(await owner.from('machines').insert(row))).toBe('There is a machine of this name already.');
    await insert('service_records', { service_date: '2026-11-03', description: 'Oil' });
    expect(messageOf(await owner.from('machines').delete().eq('id', machine))).toMatch(
      /has a history\. Mark it as sold instead\.$/,
    );
    await owner.from('machines').update({ status: 'sold' }).eq('id', machine);
    expect(messageOf(await owner.from('machines').insert(row))).toBeNull();
  });
});

describe('checklists', () => {
  const question = (prompt: string, critical: boolean) => ({
    ...{ section: '', prompt, type: 'ok_defect_na', unit: '', min: null, max: null },
    ...{ required: true, critical, help: '' },
  });
  const items = [question('Handbrake holds', true), question('Mirrors', false)];
  const complete = async (template: string, answers: object[], more: object = {}) => {
    const row = {
      ...{ id: newId(), user_id: owner.id, template_id: template, version: 1, items, answers, machine_id: machine },
      ...{ started_at: new Date(Date.now() - 60_000).toISOString(), completed_at: new Date().toISOString(), ...more },
    };
    return messageOf(await driver.from('checklist_completions').insert(row as never));
  };
  const answer = (value: string, comment = '') => ({ value, comment, photos: [] });
  const addTemplate = async () => {
    const id = newId();
    const { error } = await owner
      .from('checklist_templates')
      .insert({ id, user_id: owner.id, name: 'Tractor', items, machine_type: 'tractor' });
    if (error) throw error;
    return id;
  };

  test('a critical defect fails the check, stops the machine and opens its defects once (case 69)', async () => {
    const template = await addTemplate();
    const defects = [answer('defect', 'Slips'), answer('defect', 'Left one cracked')];
    expect(await complete(template, defects, { hours_reading: 2812 })).toBeNull();
    expect(await complete(template, defects, { hours_reading: 2790 })).toBeNull();
    expect(await machineRow()).toMatchObject({ status: 'do_not_use', current_reading: 2812 });
    const { data } = await driver.from('machine_defects').select('description, severity').order('severity');
    expect(data).toEqual([
      { description: 'Mirrors: Left one cracked', severity: 'minor' },
      { description: 'Handbrake holds: Slips', severity: 'safety' },
    ]);
    const { data: done } = await driver.from('checklist_completions').select('result, machine').limit(1).single();
    expect(done).toEqual({ result: 'fail', machine: (await machineRow()).name });
    // Both are readings of the meter; the lower one is in doubt.
    expect((await driver.from('machine_readings').select('reading, source, doubted').order('read_at')).data).toEqual([
      { reading: 2812, source: 'checklist', doubted: false },
      { reading: 2790, source: 'checklist', doubted: true },
    ]);
  });

  test('a typed name of a machine is the machine: its reading and its defects count', async () => {
    const template = await addTemplate();
    const typed = (await machineRow()).name.toUpperCase();
    const defects = [answer('ok'), answer('defect', 'Left one cracked')];
    expect(
      await complete(template, defects, { machine_id: null, machine: ` ${typed} `, hours_reading: 2812 }),
    ).toBeNull();
    expect(await machineRow()).toMatchObject({ status: 'in_use', current_reading: 2812 });
    const { data } = await driver.from('machine_defects').select('description').eq('machine_id', machine);
    expect(data).toEqual([{ description: 'Mirrors: Left one cracked' }]);
    // A place is no machine.
    expect(await complete(template, defects, { machine_id: null, machine: 'Yard', hours_reading: 3 })).toBeNull();
    expect((await driver.from('machine_readings').select('reading')).data).toEqual([{ reading: 2812 }]);
  });

  test('"does not apply" on a critical question needs a comment (case 69)', async () => {
    const template = await addTemplate();
    expect(await complete(template, [answer('na'), answer('ok')])).toBe(
      '“Handbrake holds”: Say why it does not apply.',
    );
    expect(await complete(template, [answer('na', 'Trailer'), answer('ok')])).toBeNull();
    expect((await machineRow()).status).toBe('in_use');
  });
});

test('an account is deleted with its machines and all that belongs to them', async () => {
  const schedule = await insert('service_schedules', { name: 'Oil', interval_months: 12 }, owner);
  const defect = await insert('machine_defects', {
    ...{ description: 'Slips', severity: 'safety', reported_at: '2026-11-03T08:00:00Z' },
  });
  await insert('service_records', {
    ...{ schedule_ids: [schedule], fixes: [defect], service_date: '2026-11-03', reading: 10, description: 'Oil' },
  });
  await backend.sql('delete from public.profiles where id = $1', [owner.id]);
  expect(await backend.sql('select id from public.machines where user_id = $1', [owner.id])).toEqual([]);
});
