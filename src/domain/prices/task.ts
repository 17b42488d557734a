// Tasks (the price list): categories, and common jobs to start from. Without prices: an average would fit no farm.
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

const starter = (name: string, chargeableUnit: string, category: TaskCategory): StarterTask => ({
  name,
  chargeableUnit,
  category,
});

export const STARTER_TASKS: readonly StarterTask[] = [
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
  starter('Hedge cutting', 'hour', 'Hedges & fencing'),
  starter('Fencing', 'metre', 'Hedges & fencing'),
  starter('Haulage', 'load', 'Haulage'),
  starter('Digger hire', 'hour', 'Workshop'),
  starter('Labour', 'hour', 'Labour'),
];
