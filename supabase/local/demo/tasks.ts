// The price list of the demonstration account: units and prices of a contractor's real month.

/** Columns of public.tasks. */
export type DemoTask = {
  name: string;
  chargeable_unit: string;
  default_rate: number | null;
  category: string;
  active: boolean;
  description: string | null;
};

const task = (
  name: string,
  chargeable_unit: string,
  default_rate: number,
  category: string,
  description: string | null = null,
): DemoTask => ({ name, chargeable_unit, default_rate, category, active: true, description });

export const DEMO_TASKS: readonly DemoTask[] = [
  task('Ploughing', 'acre', 32.06, 'Cultivation'),
  task('Disc harrowing', 'hectare', 63.06, 'Cultivation'),
  task('Rolling', 'acre', 11.05, 'Cultivation'),
  { ...task('Mole ploughing', 'hour', 89.9, 'Cultivation', 'Mole plough sold'), active: false },
  task('Drilling', 'acre', 33.33, 'Drilling'),
  task('Reseeding', 'hectare', 83.19, 'Drilling', 'Seed not included'),
  task('Spraying', 'hectare', 14.2, 'Spraying', 'Product not included'),
  task('Fertiliser spreading', 'hectare', 12.75, 'Spraying'),
  task('Forage harvesting', 'hour', 312.4, 'Grass & silage', 'Harvester and driver'),
  task('Topping', 'hour', 41.15, 'Grass & silage'),
  task('Baling', 'bale', 6.22, 'Baling', 'With net'),
  task('Round bale wrapping', 'bale', 4.95, 'Baling', 'With film'),
  task('Slurry, tanker', 'hour', 52.5, 'Slurry & muck'),
  task('Slurry, umbilical', 'm3', 1.85, 'Slurry & muck'),
  task('Muck spreading', 'load', 27.4, 'Slurry & muck'),
  task('Lime spreading', 'tonne', 7.95, 'Slurry & muck', 'Lime not included'),
  task('Combining', 'hectare', 119.35, 'Harvest'),
  task('Hedge cutting', 'hour', 45, 'Hedges & fencing'),
  task('Grain haulage', 'load', 38.5, 'Haulage'),
  task('Labour', 'day', 168, 'Labour'),
];
