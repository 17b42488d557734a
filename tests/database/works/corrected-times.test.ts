// Times of an entry that are corrected or added later: the database works out minutes, hours and value by the form's
// rule. The times of an invoiced entry can't be changed, nor its photos deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromNumeric, hoursFromMinutes, toNumeric } from '@/domain/core/money';
import { workMinutes } from '@/domain/core/time';
import { workValue } from '@/domain/works/work';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
let account: InvoicingAccount;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
  account = await setUpInvoicing(backend, owner);
});
afterAll(() => backend.close());

const COLUMNS =
  'start_time, finish_time, start_second, finish_second, breaks, quantity, total_time, total_value, value_overridden';

async function logWork(more: object = {}, by = driver) {
  const id = crypto.randomUUID();
  const { error } = await by.from('works').insert({
    id,
    customer: 'Hill Farm',
    task_name: 'Hedge cutting',
    chargeable_unit: 'hour',
    rate: 45,
    start_time: '08:00',
    finish_time: '12:00',
    work_date: '2026-10-20',
    ...more,
  });
  expect(error).toBeNull();
  return id;
}
const correct = (id: string, change: object, by = driver) =>
  by.from('works').update(change).eq('id', id).select(COLUMNS);
async function expectCorrected(id: string, change: object, by = driver) {
  const { data, error } = await correct(id, change, by);
  expect(error).toBeNull();
  return data?.[0];
}
const refusal = async (id: string, change: object, by = driver) => (await correct(id, change, by)).error?.message;

describe('corrected times', () => {
  test('change minutes, hours and value, for employees and the account holder', async () => {
    const id = await logWork();
    expect(await expectCorrected(id, { finish_time: '13:30', breaks: 30 })).toMatchObject({
      start_time: '08:00:00',
      finish_time: '13:30:00',
      breaks: 30,
      total_time: 5,
      quantity: 5,
      total_value: 225,
    });
    expect(await expectCorrected(id, { start_time: '07:40:30' }, owner)).toMatchObject({
      start_time: '07:40:00',
      total_time: 5.3333,
      quantity: 5.3333,
      total_value: 240,
    });
  });

  test('do not change typed hours, another unit or a typed value', async () => {
    const typed = await logWork({ quantity: 6 });
    expect(await expectCorrected(typed, { finish_time: '13:00' })).toMatchObject({
      total_time: 5,
      quantity: 6,
      total_value: 270,
    });
    const both = await logWork();
    expect(await expectCorrected(both, { finish_time: '13:00', quantity: 7 })).toMatchObject({
      quantity: 7,
      total_value: 315,
    });
    const acres = await logWork({ chargeable_unit: 'acre', quantity: 8 });
    expect(await expectCorrected(acres, { finish_time: '13:00' })).toMatchObject({
      total_time: 5,
      quantity: 8,
      total_value: 360,
    });
    const agreed = await logWork();
    await expectCorrected(agreed, { total_value: 500 }, owner);
    expect(await expectCorrected(agreed, { finish_time: '13:00' })).toMatchObject({
      quantity: 5,
      total_value: 500,
      value_overridden: true,
    });
  });

  test('can be added and removed', async () => {
    const noTimes = { start_time: null, finish_time: null };
    const id = await logWork({ ...noTimes, rate: 45 });
    expect(await expectCorrected(id, { start_time: '08:00', finish_time: '10:00' })).toMatchObject({
      total_time: 2,
      quantity: 2,
      total_value: 90,
    });
    expect(await expectCorrected(id, { ...noTimes, breaks: 15, finish_second: true })).toMatchObject({
      ...noTimes,
      breaks: 0,
      finish_second: false,
      total_time: null,
      quantity: 2,
      total_value: 90,
    });
    const typed = await logWork({ ...noTimes, quantity: 3 });
    expect(await expectCorrected(typed, { start_time: '08:00', finish_time: '10:00' })).toMatchObject({
      total_time: 2,
      quantity: 3,
      total_value: 135,
    });
  });

  test('are refused with a message if invalid', async () => {
    const id = await logWork();
    expect(await refusal(id, { finish_time: '08:00' })).toBe('Start and finish are the same.');
    expect(await refusal(id, { breaks: 240 })).toBe('Breaks are longer than the time worked.');
    expect(await refusal(id, { breaks: -5 })).toBe("Breaks can't be negative.");
    expect(await refusal(id, { finish_time: null })).toBe('Enter the finish time too.');
    expect(await refusal(id, { start_time: null })).toBe('Enter the start time too.');
    expect(await expectCorrected(id, { finish_time: '12:00' })).toMatchObject({ total_time: 4, quantity: 4 });
  });

  test('can be in either pass of the repeated hour', async () => {
    const id = await logWork({ work_date: '2026-10-24', start_time: '22:00', finish_time: '01:30' });
    expect(await expectCorrected(id, { finish_second: true })).toMatchObject({
      total_time: 4.5,
      quantity: 4.5,
      total_value: 202.5,
    });
  });

  test('give the same result as in the app, at every time of day and on nights with a clock change', async () => {
    const id = await logWork();
    let seed = 11;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const clockTime = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    let accepted = 0;
    for (let at = 0; at < 120; at += 1) {
      const workDate = ['2026-10-24', '2026-10-25', '2026-03-28', '2026-03-29', '2026-06-10'][next(5)] ?? '';
      // Mostly around the hours at which the clocks change.
      const minute = () => (next(3) === 0 ? next(1440) : next(240));
      const [start, finish, breaks] = [clockTime(minute()), clockTime(minute()), next(3) * 10];
      const [startSecond, finishSecond] = [next(2) === 1, next(2) === 1];
      const computed = workMinutes({
        workDate,
        start,
        finish,
        breaks,
        zone: 'Europe/London',
        startSecond,
        finishSecond,
      });
      const { data, error } = await correct(id, {
        ...{ work_date: workDate, start_time: start, finish_time: finish, breaks },
        ...{ start_second: startSecond, finish_second: finishSecond },
      });
      expect(error === null, `${workDate} ${start} ${finish} ${breaks}`).toBe(computed.ok);
      if (!computed.ok) continue;
      accepted += 1;
      const hours = hoursFromMinutes(computed.minutes);
      const value = workValue({
        ...{ unit: 'hour', rate: fromNumeric(45), quantity: hours, minutes: computed.minutes },
        ...{ quantityTouched: false, incrementMinutes: 0 },
      });
      expect(data?.[0]).toMatchObject({
        total_time: toNumeric(hours),
        quantity: toNumeric(hours),
        total_value: value === null ? null : toNumeric(value),
      });
    }
    expect(accepted).toBeGreaterThan(60);
  });

  test('are logged with their old values', async () => {
    const id = await logWork();
    await expectCorrected(id, { start_time: '08:30', finish_time: '13:00', breaks: 15 });
    const { data } = await owner.from('audit_log').select('changed, actor_name').eq('row_id', id);
    expect(data).toEqual([
      {
        actor_name: 'Dan Driver',
        changed: {
          start_time: { old: '08:00:00', new: '08:30:00' },
          finish_time: { old: '12:00:00', new: '13:00:00' },
          breaks: { old: 0, new: 15 },
          quantity: { old: 4, new: 4.25 },
          total_time: { old: 4, new: 4.25 },
          total_value: { old: 180, new: 191.25 },
        },
      },
    ]);
  });

  test('can be changed only by the entry’s author and the account holder', async () => {
    const id = await logWork();
    expect((await correct(id, { finish_time: '13:00' }, other)).data).toEqual([]);
    const own = await logWork({}, owner);
    expect((await correct(own, { finish_time: '13:00' })).data).toEqual([]);
  });
});

describe('an entry on an invoice', () => {
  const photo = (work: string, id: string) => ({
    ...{ id, user_id: owner.id, parent_table: 'works', parent_id: work, mime: 'image/jpeg', bytes: 3 },
    storage_path: `${owner.id}/works/${work}/${id}.jpg`,
  });

  test('keeps its times and its photos, and says why', async () => {
    const id = await logWork();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const photoId of [first, second])
      expect((await driver.from('attachments').insert(photo(id, photoId))).error).toBeNull();
    expect((await driver.from('attachments').delete().eq('id', second)).error).toBeNull();
    const { data: invoice, error } = await account.issue([id]);
    expect(error).toBeNull();
    const locked = 'This is on invoice INV-0001. Take it off the invoice first.';
    for (const person of [driver, owner]) {
      expect(await refusal(id, { finish_time: '13:00' }, person)).toBe(locked);
      expect((await person.from('attachments').delete().eq('id', first)).error?.message).toBe(locked);
    }
    await account.mark([invoice?.id ?? ''], 'sent');
    expect((await owner.from('attachments').delete().eq('id', first)).error?.message).toBe(
      'Invoice INV-0001 has been sent. Issue a credit note to change it.',
    );
    // A photo that was waiting on a phone meanwhile still arrives.
    expect((await driver.from('attachments').insert(photo(id, crypto.randomUUID()))).error).toBeNull();
  });
});
