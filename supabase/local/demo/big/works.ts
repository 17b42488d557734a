// The entries of the three-year demonstration: a contractor's work through the seasons, identical for the same day.
import type { BigCustomer } from './customers.ts';
import { SEASONAL_TASKS, type SeasonalTask } from './tasks.ts';
import { seededRandom, distribute, weightedIndex, pick, runningSums } from '../random.ts';
import { clock, dayOf, daysAfter, demoId, monthStart, type DemoWork } from '../works.ts';

/** An entry with the indexes of its customer and its person in their lists. */
export type BigWork = Omit<DemoWork, 'person' | 'customer'> & { customer: number; person: number };

/** A month of the period: its days up to today, and the customers billed for it (by index) once it is over. */
export type BigMonth = { from: string; last: string; billed: number[]; works: BigWork[] };

export type BigSize = { works: number; invoices: number; months: number; customers: number };

export const FULL_SIZE: BigSize = { works: 50_000, invoices: 3000, months: 36, customers: 180 };

/** The share of entries that each of the seven people logs, the account holder first. */
const SHARES = runningSums([6, 20, 18, 17, 15, 13, 11]);
const FIELDS =
  `Bottom Meadow,Top Field,The Forty Acre,Chapel Piece,Long Ground,Pool Field,Lane side,Gorsty Bank,Barn Field,
  Cae Mawr,Cae Canol,Brickyard,The Slang,Far Bank,Sandpits,Rushy Meadow,River Field,Station Field,Quarry Piece,Hop Yard,
  The Dingle,Common side,Twelve Acres,Upper Leasow,Lower Leasow,Oaktree Field,Cow Pasture,The Rough,Well Field,Kiln Ground`
    .split(',')
    .map((field) => field.trim());
const NOTES = [
  'Gate on the lane was locked, went in through the yard.',
  'Wet in the bottom corner, left the headland.',
  'Waited half an hour for trailers.',
  'Stone in the pick-up, lost twenty minutes.',
  'Finished after dark.',
  'Asked for it to be shallower next year.',
  'Left two wheelings for the sprayer.',
  'Neighbour’s sheep were in, rang him.',
  'Shear bolt, changed on the spot.',
  'Ran out of wrap, came back the next morning.',
  'Tipped at the top clamp.',
  'Weighbridge tickets are in the cab.',
  'Very stony, two points worn.',
  'Rain stopped us at four.',
  'The customer’s own man did the headlands.',
];

/** Small jobs are more common than large ones. */
const sizeOf = ({ from, to, step }: SeasonalTask, random: () => number) =>
  Number((Math.round((from + random() * random() * (to - from)) / step) * step).toFixed(4));

/** The months from the first to the current one, which ends today. */
function monthsOf(today: string, { months }: BigSize): Pick<BigMonth, 'from' | 'last'>[] {
  return Array.from({ length: months + 1 }, (_, index) => {
    const from = monthStart(today, index - months);
    const last = daysAfter(monthStart(from, 1), -1);
    return { from, last: last < today ? last : today };
  });
}

const monthOf = (date: string) => Number(date.slice(5, 7)) - 1;
const frequencyIn = (season: string, month: number) => Number(season[month] ?? 0);

/** How busy a month is: its season, how much of it has passed, and a slight growth over time. */
function busyness({ from, last }: Pick<BigMonth, 'from' | 'last'>, index: number): number {
  const season = SEASONAL_TASKS.reduce((sum, task) => sum + frequencyIn(task.season, monthOf(from)), 0);
  return (60 + season) * (Number(last.slice(8)) / 30) * (1 + index * 0.007);
}

/** Prices were raised twice. */
function rateOf(task: SeasonalTask, customer: number, monthsAgo: number): number {
  const priceLevel = monthsAgo > 24 ? 0.9 : monthsAgo > 12 ? 0.95 : 1;
  const agreed = customer % 11 === 4 ? 0.95 : 1;
  return Math.round((task.default_rate ?? 0) * priceLevel * agreed * 100) / 100;
}

/** Hours, nearly always with times; harvest machines work into the night. */
function hoursOf(task: SeasonalTask, size: number, random: () => number) {
  if (random() < 0.12) return { quantity: size, start_time: null, finish_time: null, breaks: 0 };
  const isNight = /Forage|carting|Buckraking|Beet/.test(task.name) && random() < 0.15;
  const start = (isNight ? 16 * 60 : 6 * 60 + 30) + Math.floor(random() * 18) * 10;
  const breaks = size > 4.5 ? pick([15, 30, 30, 45, 60], random) : 0;
  return {
    quantity: null,
    start_time: clock(start),
    finish_time: clock((start + Math.round(size * 60) + breaks) % 1440),
    breaks,
  };
}

type Occasion = { day: string; customer: number; monthsAgo: number };

function createWork(
  task: SeasonalTask,
  { day, customer, monthsAgo }: Occasion,
  random: () => number,
): Omit<BigWork, 'id'> {
  const size = sizeOf(task, random);
  const amount =
    task.chargeable_unit === 'hour'
      ? hoursOf(task, size, random)
      : { quantity: size, start_time: null, finish_time: null, breaks: 0 };
  const field = FIELDS[(customer * 7 + Math.floor(random() * 5)) % FIELDS.length] ?? null;
  return {
    customer,
    person: weightedIndex(SHARES, random),
    task_name: task.name,
    task_description: random() < 0.62 ? field : null,
    chargeable_unit: task.chargeable_unit,
    rate: rateOf(task, customer, monthsAgo),
    ...amount,
    work_date: day,
    notes: random() < 0.09 ? pick(NOTES, random) : null,
  };
}

/** Leaves some entries incomplete: mostly of the last weeks, and a few older ones that were forgotten. */
function maybeIncomplete(work: Omit<BigWork, 'id'>, today: string, random: () => number): Omit<BigWork, 'id'> {
  const roll = random();
  const recent = work.work_date > daysAfter(today, -40);
  if (roll < (recent ? 0.03 : 0.0004)) return { ...work, rate: null };
  if (roll < (recent ? 0.05 : 0.0007) && work.start_time === null && work.chargeable_unit !== 'fixed')
    return { ...work, quantity: null };
  return work;
}

/** A working day, occasionally a Sunday. */
function someDay(from: string, days: number, random: () => number): string {
  for (;;) {
    const day = daysAfter(from, Math.floor(random() * days));
    if (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 || random() < 0.2 || days === 1) return day;
  }
}

/**
 * All entries by month, in the order in which they were logged. `billings`: how often a customer is billed for a month,
 * in total. `size.invoices` is higher: an invoice that is withdrawn or credited is issued again.
 */
export function bigMonths(customers: readonly BigCustomer[], size: BigSize, billings: number, today: string) {
  const random = seededRandom(20231120);
  const months = monthsOf(today, size);
  const loads = months.map(busyness);
  const works = distribute(size.works, loads);
  // Billed on the third of the next month, if that is past.
  const isBilled = months.map(({ from }) => dayOf(monthStart(from, 1), 3) < today);
  const invoiceCounts = distribute(
    billings,
    loads.map((weight, index) => (isBilled[index] ? 40 + weight / 4 : 0)),
  );
  let id = 0;
  return months.map((month, index): BigMonth => {
    const invoiceCount = invoiceCounts[index] ?? 0;
    const active = customers.flatMap(({ since, until }, place) => (since <= index && index < until ? [place] : []));
    const billable = active.filter((place) => customers[place]?.address_line1 !== undefined);
    // Shuffled, with the big customers near the front, since they have work every month.
    const order = billable
      .map((place) => ({ place, rank: place * (0.4 + random()) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ place }) => place);
    if (order.length < invoiceCount)
      throw new Error(`${invoiceCount} invoices in a month of ${order.length} customers`);
    const billed = order.slice(0, invoiceCount);
    const others = active.filter((place) => !billable.includes(place));
    const candidates = [
      ...(isBilled[index] ? billed : order.slice(0, Math.ceil(order.length * 0.6))),
      ...others.slice(0, 1),
    ];
    const monthCustomers = candidates.length > 0 ? candidates : active;
    const customerWeights = runningSums(
      monthCustomers.map((place) => (others.includes(place) ? 0.02 : 1 / (place + 9))),
    );
    const taskWeights = runningSums(SEASONAL_TASKS.map(({ season }) => frequencyIn(season, monthOf(month.from))));
    const drafts = Array.from({ length: works[index] ?? 0 }, (_, n) => {
      const customer = n < billed.length ? billed[n] : monthCustomers[weightedIndex(customerWeights, random)];
      const task = SEASONAL_TASKS[weightedIndex(taskWeights, random)];
      if (customer === undefined || !task) throw new Error('no customer or no task in this month');
      const day = someDay(month.from, Number(month.last.slice(8)), random);
      const work = createWork(task, { day, customer, monthsAgo: size.months - index }, random);
      // The first entry of each invoice is complete, so that no invoice is empty.
      return n < billed.length ? work : maybeIncomplete(work, today, random);
    }).sort((a, b) => (a.work_date < b.work_date ? -1 : a.work_date > b.work_date ? 1 : 0));
    return { ...month, billed, works: drafts.map((work) => ({ id: demoId('f', (id += 1)), ...work })) };
  });
}
