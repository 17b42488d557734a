// Money: line values and hours in the database match src/domain to the penny, on thousands of rounding ties.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decimal,
  fromNumeric,
  hoursFromMinutes,
  hoursValue,
  lineValue,
  toNumeric,
  type Decimal,
} from '@/domain/core/money';
import { workMinutes } from '@/domain/core/time';
import { billedQuantity, workValue, type Billing } from '@/domain/works/work';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
afterAll(() => backend.close());

const toDecimal = fromNumeric;
/** A fixed pseudo-random sequence, so that a failure is reproducible. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
const numbers = (values: readonly Decimal[]) => values.map((value) => toNumeric(value));

type Pair = [rate: Decimal, quantity: Decimal];

async function lineValues(
  unit: string,
  pairs: readonly Pair[],
  minutes: readonly (number | null)[],
): Promise<(number | null)[]> {
  const [row] = await backend.sql<{ values: (number | null)[] }>(
    `select array_agg(private.line_value($1, r, q, m) order by n) as values
     from unnest($2::numeric[], $3::numeric[], $4::int[]) with ordinality u (r, q, m, n)`,
    [unit, numbers(pairs.map(([rate]) => rate)), numbers(pairs.map(([, quantity]) => quantity)), minutes],
  );
  return row?.values ?? [];
}

describe('a line value (M4)', () => {
  test('matches src/domain for every rate in pence up to £20 and quarter up to 10 whose product ends in half a penny', async () => {
    const ties: Pair[] = [];
    for (let pence = 1; pence <= 2000; pence += 1)
      for (let quarter = 1; quarter <= 40; quarter += 1)
        // rate × quantity in hundredths of a penny: a tie ends in 50.
        if ((pence * quarter * 25) % 100 === 50) ties.push([decimal(pence * 100), decimal(quarter * 2500)]);
    expect(ties.length).toBeGreaterThan(9_000);
    const stored = await lineValues(
      'acre',
      ties,
      ties.map(() => null),
    );
    const differ = ties.filter(([rate, quantity], at) => toNumeric(lineValue(rate, quantity)) !== stored[at]);
    expect(differ).toEqual([]);
    // Floats round some of these down by a penny, so the test would detect them.
    const floats = ties.filter(
      ([rate, quantity], at) => Math.round(toNumeric(rate) * toNumeric(quantity) * 100) / 100 !== stored[at],
    );
    expect(floats.length).toBeGreaterThan(100);
  });

  test('matches src/domain for any rate and quantity with four decimals', async () => {
    const next = sequence(1);
    const pairs = Array.from({ length: 5000 }, (): Pair => {
      const small = next(2) === 0;
      return [decimal(next(small ? 1_000_000 : 99_999_999)), decimal(1 + next(small ? 1_000_000 : 999_999))];
    });
    const stored = await lineValues(
      'tonne',
      pairs,
      pairs.map(() => null),
    );
    expect(pairs.filter(([rate, quantity], at) => toNumeric(lineValue(rate, quantity)) !== stored[at])).toEqual([]);
  });

  test.each([
    ['case 26', 33.33, 0.5, 16.67],
    ['case 26', 32.05, 0.5, 16.03],
    ['case 26', 19.99, 0.5, 10],
    ['M4', 0.02, 7.25, 0.15],
    ['M4', 1.005, 1, 1.01],
    ['case 28', 0, 12.5, 0],
    ['case 29', 1, 0.0001, 0],
    ['the largest that fits', 99_999.9999, 99.9999, 9_999_989.99],
  ])('%s: %d × %d is %d', async (_, rate, quantity, value) => {
    expect(await lineValues('bale', [[toDecimal(rate), toDecimal(quantity)]], [null])).toEqual([value]);
    expect(toNumeric(lineValue(toDecimal(rate), toDecimal(quantity)))).toBe(value);
  });
});

describe('the value of hours', () => {
  test('matches src/domain for every number of minutes of a day, at rates that do not divide evenly (case 27)', async () => {
    const rates = [45, 38.5, 33.33, 0.01, 47.2525, 99_999.9999].map(toDecimal);
    const shifts = rates.flatMap((rate) => Array.from({ length: 1440 }, (_, n) => ({ rate, minutes: n + 1 })));
    const pairs = shifts.map(({ rate, minutes }): Pair => [rate, hoursFromMinutes(minutes)]);
    const stored = await lineValues(
      'hour',
      pairs,
      shifts.map(({ minutes }) => minutes),
    );
    expect(shifts.filter(({ rate, minutes }, at) => toNumeric(hoursValue(rate, minutes)) !== stored[at])).toEqual([]);
    expect(await lineValues('hour', [[toDecimal(45), hoursFromMinutes(440)]], [440])).toEqual([330]);
  });

  test('comes from the quantity if it differs from the times', async () => {
    expect(await lineValues('hour', [[toDecimal(45), toDecimal(7.33)]], [440])).toEqual([329.85]);
    expect(await lineValues('acre', [[toDecimal(45), hoursFromMinutes(440)]], [440])).toEqual([330]);
  });
});

const JOB = { customer: 'Hill Farm', task_name: 'Hedges', work_date: '2026-11-02' };
const MONEY_COLUMNS = 'quantity, rate, total_time, total_value, value_overridden, progress';

async function logWork(job: object) {
  const { data, error } = await owner
    .from('works')
    .insert({ ...JOB, chargeable_unit: 'bale', ...job })
    .select(`id, ${MONEY_COLUMNS}`)
    .single();
  if (error) throw new Error(error.message);
  return data;
}
async function edit(id: string, change: object) {
  const { data, error } = await owner.from('works').update(change).eq('id', id).select(MONEY_COLUMNS).single();
  if (error) throw new Error(error.message);
  return data;
}
const setIncrement = (minutes: number) =>
  backend.sql(`update public.farm_settings set billing_increment_min = $1 where user_id = $2`, [minutes, owner.id]);

describe('an entry', () => {
  test('without a quantity is stored, with the progress needs_quantity (case 24)', async () => {
    expect(await logWork({ rate: 5, quantity: null })).toMatchObject({ total_value: null, progress: 'needs_quantity' });
  });
  test('a rate of zero gives a value of zero, a missing rate gives none (case 28)', async () => {
    expect(await logWork({ rate: 0, quantity: 3 })).toMatchObject({ total_value: 0, progress: 'ready' });
    expect(await logWork({ rate: null, quantity: 3 })).toMatchObject({ total_value: null, progress: 'needs_rate' });
  });
  test('a value that is too large is refused, on insert and on update (case 30)', async () => {
    const message = 'That value is too large. Check the rate and quantity.';
    await expect(logWork({ rate: 99_999.9999, quantity: 999_999.9999 })).rejects.toThrow(message);
    const { id } = await logWork({ rate: 1, quantity: 999_999.9999 });
    await expect(edit(id, { rate: 99_999.9999 })).rejects.toThrow(message);
  });
  test('a typed value stays when the rate changes, and is removed when cleared (case 31)', async () => {
    const { id } = await logWork({ rate: 10, quantity: 29 });
    expect(await edit(id, { total_value: 300 })).toMatchObject({ total_value: 300, value_overridden: true });
    expect(await edit(id, { rate: 12 })).toMatchObject({ total_value: 300, value_overridden: true });
    expect(await edit(id, { total_value: null })).toMatchObject({ total_value: 348, value_overridden: false });
  });
  test('the existing value, typed again with another rate, is a typed value too (case 31)', async () => {
    const { id } = await logWork({ rate: 10, quantity: 29 });
    expect(await edit(id, { rate: 12, total_value: 290 })).toMatchObject({ total_value: 290, value_overridden: true });
    expect(await edit(id, { rate: 12, total_value: null })).toMatchObject({
      total_value: 348,
      value_overridden: false,
    });
  });
  test('another unit keeps the quantity and the times (case 32)', async () => {
    const { id } = await logWork({ chargeable_unit: 'hour', rate: 45, start_time: '08:00', finish_time: '15:20' });
    expect(await edit(id, { chargeable_unit: 'acre' })).toMatchObject({
      quantity: 7.3333,
      total_time: 7.3333,
      total_value: 330,
    });
    expect(await edit(id, { rate: 45.5 })).toMatchObject({ total_value: 333.67 });
    expect(await edit(id, { chargeable_unit: 'hour' })).toMatchObject({ total_value: 333.67 });
  });
  test.each([
    [451, 15, 7.75],
    [450, 15, 7.5],
    [1, 30, 0.5],
    [7, 6, 0.2],
  ])('%d minutes in steps of %d bill %d hours, and the time stays (case 33)', async (minutes, increment, hours) => {
    await setIncrement(increment);
    const finish = 480 + minutes;
    const finishTime = `${String(Math.floor(finish / 60)).padStart(2, '0')}:${String(finish % 60).padStart(2, '0')}`;
    const entry = await logWork({ chargeable_unit: 'hour', rate: 44, start_time: '08:00', finish_time: finishTime });
    await setIncrement(0);
    expect(entry).toMatchObject({
      quantity: hours,
      total_value: hours * 44,
      total_time: toNumeric(hoursFromMinutes(minutes)),
    });
  });

  test('has the value that the form showed, for any unit, times and step', async () => {
    const next = sequence(7);
    for (const increment of [0, 6, 15, 30]) {
      await setIncrement(increment);
      const entries = Array.from({ length: 60 }, () => {
        const unit = next(3) === 0 ? 'bale' : 'hour';
        const [start, finish] = [next(1440), next(1440)].map(
          (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        ) as [string, string];
        const timed = start !== finish && next(4) > 0;
        const touched = unit === 'bale' || !timed || next(3) === 0;
        return {
          unit,
          start,
          finish,
          timed,
          touched,
          rate: decimal(1 + next(600_000)),
          typed: decimal(1 + next(100_000)),
        };
      });
      const rows = entries.map((entry) => ({
        ...JOB,
        chargeable_unit: entry.unit,
        rate: toNumeric(entry.rate),
        quantity: entry.touched ? toNumeric(entry.typed) : null,
        start_time: entry.timed ? entry.start : null,
        finish_time: entry.timed ? entry.finish : null,
      }));
      // created_at is the same for all rows, so they are matched by their order in the response.
      const { data, error } = await owner.from('works').insert(rows).select('quantity, total_value');
      expect(error).toBeNull();
      const shown = entries.map((entry) => {
        const worked = workMinutes({
          workDate: JOB.work_date,
          start: entry.start,
          finish: entry.finish,
          breaks: 0,
          zone: 'Europe/London',
        });
        const billing: Billing = {
          unit: entry.unit,
          rate: entry.rate,
          quantity: entry.touched ? entry.typed : null,
          minutes: entry.timed && worked.ok ? worked.minutes : null,
          quantityTouched: entry.touched,
          incrementMinutes: increment,
        };
        const [quantity, value] = [billedQuantity(billing), workValue(billing)];
        return { quantity: quantity && toNumeric(quantity), total_value: value && toNumeric(value) };
      });
      expect(data).toEqual(shown);
    }
    await setIncrement(0);
  });
});

test('a numeric is returned exactly, down to its last decimal (M6)', async () => {
  for (const [rate, quantity] of [
    [99_999.9999, 99.9999],
    [0.0001, 999_999.9999],
    [12.5, 1.1],
    [33.3333, 0.3],
  ] as const) {
    const entry = await logWork({ rate, quantity });
    expect([entry.rate, entry.quantity]).toEqual([rate, quantity]);
    expect(fromNumeric(entry.total_value ?? NaN)).toBe(lineValue(toDecimal(rate), toDecimal(quantity)));
  }
});

describe('a fixed price', () => {
  const job = {
    customer: 'Hill Farm',
    task_name: 'Drain',
    chargeable_unit: 'fixed',
    rate: 450,
    work_date: '2026-11-02',
  };
  const sentence =
    'A fixed price is for the whole job, so its quantity is 1. Choose another unit to charge by quantity.';

  test('has the quantity 1 if none is given', async () => {
    const { data } = await owner.from('works').insert(job).select('quantity, total_value').single();
    expect(data).toEqual({ quantity: 1, total_value: 450 });
  });

  test('refuses another quantity with a message, and changes nothing', async () => {
    expect((await owner.from('works').insert({ ...job, quantity: 3 })).error?.message).toBe(sentence);
    const id = crypto.randomUUID();
    await owner.from('works').insert({ ...job, id, chargeable_unit: 'acre', quantity: 12 });
    const edit = (fields: object) => owner.from('works').update(fields).eq('id', id);
    expect((await edit({ chargeable_unit: 'fixed' })).error?.message).toBe(sentence);
    expect((await edit({ chargeable_unit: 'fixed', quantity: 2 })).error?.message).toBe(sentence);
    const stored = () => owner.from('works').select('chargeable_unit, quantity, total_value').eq('id', id).single();
    expect((await stored()).data).toEqual({ chargeable_unit: 'acre', quantity: 12, total_value: 5400 });
    expect((await edit({ chargeable_unit: 'fixed', quantity: 1 })).error).toBeNull();
    expect((await stored()).data).toEqual({ chargeable_unit: 'fixed', quantity: 1, total_value: 450 });
  });
});
