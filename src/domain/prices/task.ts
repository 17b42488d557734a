// Tasks (the price list): categories, and common tasks to start from. They have no prices: an average would fit no farm.
import { sameName } from '@/domain/core/search';

export const TASK_CATEGORIES = [
  'Cultivation',
  'Drilling',
  'Spraying',
  'Grass & silage',
  'Baling',
  'Slurry & muck',
  'Harvest',
  'Hedges & fencing',
  'Haulage',
  'Livestock',
  'Workshop',
  'Labour',
  'Other',
] as const;

type TaskCategory = (typeof TASK_CATEGORIES)[number];
export type StarterTask = { name: string; chargeableUnit: string; category: TaskCategory };

export const TRADE_NAMES = {
  contracting: 'Contractor',
  hedges: 'Hedge and fence',
  haulage: 'Haulage',
  livestock: 'Livestock relief',
} as const;

export type Trade = keyof typeof TRADE_NAMES;
export const TRADES = Object.keys(TRADE_NAMES) as Trade[];

const starter = (name: string, chargeableUnit: string, category: TaskCategory): StarterTask => ({
  name,
  chargeableUnit,
  category,
});

const DIGGER = starter('Digger hire', 'hour', 'Workshop');
const LABOUR = starter('Labour', 'hour', 'Labour');
const HEDGE_CUTTING = starter('Hedge cutting', 'hour', 'Hedges & fencing');
const FENCING = starter('Fencing', 'metre', 'Hedges & fencing');
const HAULAGE = starter('Haulage', 'load', 'Haulage');

/** The usual tasks of each trade. Trades share a task that they have in common. */
const STARTER_TASKS: Record<Trade, readonly StarterTask[]> = {
  contracting: [
    starter('Ploughing', 'acre', 'Cultivation'),
    starter('Power harrowing', 'acre', 'Cultivation'),
    starter('Disc harrowing', 'acre', 'Cultivation'),
    starter('Rolling', 'acre', 'Cultivation'),
    starter('Drilling', 'acre', 'Drilling'),
    starter('Reseeding', 'acre', 'Drilling'),
    starter('Spraying', 'acre', 'Spraying'),
    starter('Fertiliser spreading', 'acre', 'Spraying'),
    starter('Mowing', 'acre', 'Grass & silage'),
    starter('Tedding and raking', 'acre', 'Grass & silage'),
    starter('Forage harvesting', 'acre', 'Grass & silage'),
    starter('Topping', 'hour', 'Grass & silage'),
    starter('Round baling', 'bale', 'Baling'),
    starter('Bale wrapping', 'bale', 'Baling'),
    starter('Slurry, tanker', 'hour', 'Slurry & muck'),
    starter('Slurry, umbilical', 'hour', 'Slurry & muck'),
    starter('Muck spreading', 'load', 'Slurry & muck'),
    starter('Lime spreading', 'tonne', 'Slurry & muck'),
    starter('Combining', 'acre', 'Harvest'),
    HEDGE_CUTTING,
    FENCING,
    HAULAGE,
    DIGGER,
    LABOUR,
  ],
  hedges: [
    HEDGE_CUTTING,
    starter('Hedge laying', 'metre', 'Hedges & fencing'),
    starter('Verge mowing', 'hour', 'Hedges & fencing'),
    starter('Tree cutting', 'hour', 'Hedges & fencing'),
    FENCING,
    starter('Fence repairs', 'hour', 'Hedges & fencing'),
    starter('Post driving', 'each', 'Hedges & fencing'),
    starter('Gate hanging', 'each', 'Hedges & fencing'),
    DIGGER,
    LABOUR,
  ],
  haulage: [
    HAULAGE,
    starter('Grain haulage', 'tonne', 'Haulage'),
    starter('Stone haulage', 'tonne', 'Haulage'),
    starter('Bale haulage', 'bale', 'Haulage'),
    starter('Livestock haulage', 'mile', 'Haulage'),
    starter('Machinery haulage', 'mile', 'Haulage'),
    starter('Loading', 'hour', 'Haulage'),
    starter('Waiting time', 'hour', 'Haulage'),
  ],
  livestock: [
    starter('Relief milking', 'each', 'Livestock'),
    starter('Feeding', 'hour', 'Livestock'),
    starter('Calving cover', 'hour', 'Livestock'),
    starter('Lambing cover', 'hour', 'Livestock'),
    starter('Day on the farm', 'day', 'Livestock'),
    starter('Foot trimming', 'head', 'Livestock'),
    starter('Calf dehorning', 'head', 'Livestock'),
    starter('Sheep shearing', 'head', 'Livestock'),
    starter('Sheep dipping', 'head', 'Livestock'),
    LABOUR,
  ],
};

/** The common tasks of some trades that are missing on the list, each once. Hidden tasks count as present. */
export function missingStarters(listed: readonly { name: string }[], trades: readonly Trade[]): StarterTask[] {
  const missing = trades
    .flatMap((trade) => STARTER_TASKS[trade])
    .filter((starter) => !listed.some((task) => sameName(task.name, starter.name)));
  return [...new Set(missing)];
}
