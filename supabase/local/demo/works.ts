// The entries of the demonstration account: three months and the current one up to today, identical for the same day.
import { seededRandom } from './random.ts';
import { LAST_FULL_MONTH, type MonthRow } from './last-full-month.ts';
import { DEMO_TASKS } from './tasks.ts';

type Person = 'owner' | 'driver' | 'secondDriver';

/** Columns of public.works, except the person and the account. */
export type DemoWork = {
  id: string;
  person: Person;
  customer: string;
  task_name: string;
  task_description: string | null;
  chargeable_unit: string;
  rate: number | null;
  quantity: number | null;
  start_time: string | null;
  finish_time: string | null;
  breaks: number;
  work_date: string;
  notes: string | null;
};

/** The first days of the demonstration's months: three full ones and the current one. */
export type Months = { first: string; second: string; lastFull: string; current: string };

const dateText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const datePartsOf = (date: string) => date.split('-').map(Number) as [year: number, month: number, day: number];

/** The first day of the month that is `months` after that of `date`. */
export function monthStart(date: string, months: number): string {
  const [year, month] = datePartsOf(date);
  return dateText(year, month - 1 + months, 1);
}

export function daysAfter(date: string, days: number): string {
  const [year, month, day] = datePartsOf(date);
  return dateText(year, month - 1, day + days);
}

export const monthsUpTo = (today: string): Months => ({
  first: monthStart(today, -3),
  second: monthStart(today, -2),
  lastFull: monthStart(today, -1),
  current: monthStart(today, 0),
});

/** A day of a month, or its last day if the month is shorter. */
export function dayOf(month: string, day: number): string {
  const last = daysAfter(monthStart(month, 1), -1);
  const wanted = daysAfter(month, day - 1);
  return wanted < last ? wanted : last;
}

type UsualJob = { customer: string; task: string; from: number; to: number; step: number };
const usualJob = (customer: string, task: string, from: number, to: number, step = 1): UsualJob => ({
  customer,
  task,
  from,
  to,
  step,
});

// Each customer's usual work; for work by the hour, from and to are hours.
const USUAL_WORK: readonly UsualJob[] = [
  usualJob('Hill Farm', 'Hedge cutting', 3, 7.5, 0.25),
  usualJob("O'Brien & Sons", 'Muck spreading', 12, 34),
  usualJob('Manor Estate Ltd', 'Spraying', 18, 61, 0.01),
  usualJob('Tŷ Gwyn', 'Slurry, tanker', 3, 8, 0.25),
  usualJob('Church Farm Partnership', 'Drilling', 6, 22, 0.1),
  usualJob('Wójcik Growers', 'Fertiliser spreading', 8, 24, 0.01),
  usualJob('Arrow Valley Parish Council', 'Hedge cutting', 4, 8, 0.25),
  usualJob('Wood Lane Livery', 'Topping', 1.5, 4, 0.25),
  usualJob('Siân Ní Dhálaigh', 'Round bale wrapping', 40, 120),
  usualJob('Hill Farm', 'Baling', 45, 160),
  usualJob("O'Brien & Sons", 'Grain haulage', 4, 12),
  usualJob('Manor Estate Ltd', 'Rolling', 30, 150, 0.1),
  usualJob('Tŷ Gwyn', 'Slurry, umbilical', 600, 1400, 0.5),
  usualJob('Church Farm Partnership', 'Ploughing', 8, 26, 0.1),
  usualJob('Wójcik Growers', 'Labour', 0.5, 2, 0.5),
  usualJob('Wood Lane Livery', 'Muck spreading', 2, 6),
  usualJob('Hill Farm', 'Ploughing', 6, 18, 0.1),
  usualJob("O'Brien & Sons", 'Disc harrowing', 4, 14, 0.01),
  usualJob('Manor Estate Ltd', 'Forage harvesting', 4, 9, 0.25),
  usualJob('Tŷ Gwyn', 'Lime spreading', 12, 38, 0.01),
];

export const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

type Draft = Omit<DemoWork, 'id'>;

const draft = (person: Person, work_date: string, row: MonthRow, quantity = row.quantity ?? null): Draft => ({
  person,
  customer: row.customer,
  task_name: row.task,
  task_description: row.description ?? null,
  chargeable_unit: row.unit,
  rate: row.rate,
  quantity,
  start_time: row.times?.[0] ?? null,
  finish_time: row.times?.[1] ?? null,
  breaks: row.times?.[2] ?? 0,
  work_date,
  notes: row.notes ?? null,
});

function usualWork({ customer, task, from, to, step }: UsualJob, random: () => number): MonthRow {
  const listed = DEMO_TASKS.find(({ name }) => name === task);
  if (!listed) throw new Error(`${task} is not on the price list`);
  const size = Number((Math.round((from + random() * (to - from)) / step) * step).toFixed(4));
  const row = { day: 0, customer, task, unit: listed.chargeable_unit, rate: listed.default_rate ?? 0 };
  if (listed.chargeable_unit !== 'hour') return { ...row, quantity: size };
  const start = 7 * 60 + Math.floor(random() * 6) * 15;
  const rest = size > 4.5 ? 30 : 0;
  return { ...row, times: [clock(start), clock(start + size * 60 + rest), rest] };
}

/** One or two entries on every working day from `from` to `to`. */
function usualDays(from: string, to: string, seed: number): Draft[] {
  const random = seededRandom(seed);
  const drafts: Draft[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 0) continue;
    const jobs = random() < 0.3 ? 2 : 1;
    for (let job = 0; job < jobs; job += 1) {
      const work = USUAL_WORK[drafts.length % USUAL_WORK.length];
      if (!work) continue;
      const roll = random();
      const person = roll < 0.2 ? 'owner' : roll < 0.62 ? 'driver' : 'secondDriver';
      drafts.push(draft(person, day, usualWork(work, random)));
    }
  }
  return drafts;
}

/**
 * Incomplete entries of the last days: two without a price, one without a quantity, one for a customer without an
 * address.
 */
function incompleteWorks(today: string): Draft[] {
  const row = { day: 0, unit: 'load', rate: 38.5 };
  const open: Draft[] = [
    {
      ...draft('driver', daysAfter(today, -1), { ...row, customer: 'Hill Farm', task: 'Grain haulage', quantity: 4 }),
      rate: null,
      task_description: 'Rate not agreed yet',
    },
    {
      ...draft('secondDriver', daysAfter(today, -2), {
        ...row,
        customer: 'Wójcik Growers',
        task: 'Digger hire',
        unit: 'hour',
        times: ['08:00', '12:30', 0],
      }),
      rate: null,
    },
    draft('driver', daysAfter(today, -3), {
      ...row,
      customer: "O'Brien & Sons",
      task: 'Baling',
      unit: 'bale',
      rate: 6.22,
      notes: 'Count them with Ciarán.',
    }),
    draft('owner', daysAfter(today, -4), {
      ...row,
      customer: 'Glen Cottage',
      task: 'Labour',
      unit: 'day',
      rate: 168,
      quantity: 0.5,
      description: 'Clearing the ditch',
    }),
  ];
  return open;
}

/** All entries in the order in which they were logged. */
export function demoWorks(today: string): DemoWork[] {
  const { first, lastFull, current } = monthsUpTo(today);
  const crew: readonly Person[] = ['driver', 'owner', 'driver', 'secondDriver', 'driver', 'secondDriver'];
  const millRow = usualWork(usualJob('Old Mill Farm', 'Topping', 2, 4, 0.25), seededRandom(5));
  const drafts = [
    draft('driver', dayOf(first, 9), millRow),
    ...usualDays(first, daysAfter(lastFull, -1), 20260801),
    ...LAST_FULL_MONTH.map((row, index) => draft(crew[index % crew.length] ?? 'driver', dayOf(lastFull, row.day), row)),
    ...usualDays(current, today, 20261101),
    ...incompleteWorks(today),
  ].sort((a, b) => (a.work_date < b.work_date ? -1 : a.work_date > b.work_date ? 1 : 0));
  return drafts.map((work, index) => ({ id: demoId('f', index + 1), ...work }));
}

/** A fixed id for each record of the demonstration; keys need to be unique within an account only. */
export const demoId = (kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | '5' | '6' | '7' | '8' | '9', n: number) =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
