// The price list of the three-year demonstration: in which months each task is done, and its usual quantities.
import { DEMO_TASKS, type DemoTask } from '../tasks.ts';

/**
 * A task of the price list. `season`: one digit for each month from January, which says how often the task is done in
 * that month relative to the other tasks; 0 means never. `from`, `to`, `step`: the range and step of its quantity, or of
 * its hours if it is charged by the hour.
 */
export type SeasonalTask = DemoTask & { season: string; from: number; to: number; step: number };

type TaskSeason = readonly [name: string, season: string, from: number, to: number, step: number];

// Slurry is mainly spread from February, silage made from May to July, corn cut from July to September, hedges cut in
// winter.
const DEMO_TASK_SEASONS: readonly TaskSeason[] = [
  ['Ploughing', '321100014542', 6, 30, 0.1],
  ['Disc harrowing', '001200026310', 4, 20, 0.01],
  ['Rolling', '002310001210', 20, 110, 0.1],
  ['Mole ploughing', '000000012210', 3, 9, 0.25],
  ['Drilling', '002400017510', 6, 40, 0.1],
  ['Reseeding', '001210024100', 2, 9, 0.01],
  ['Spraying', '012554212421', 10, 70, 0.01],
  ['Fertiliser spreading', '024532210100', 8, 60, 0.01],
  ['Forage harvesting', '000059731000', 3, 10, 0.25],
  ['Topping', '000015554100', 1, 5, 0.25],
  ['Baling', '000026985100', 30, 260, 1],
  ['Round bale wrapping', '000038842100', 20, 160, 1],
  ['Slurry, tanker', '199421110100', 3, 9, 0.25],
  ['Slurry, umbilical', '098321110100', 400, 1800, 0.5],
  ['Muck spreading', '122210127420', 6, 34, 1],
  ['Lime spreading', '011100036200', 12, 60, 0.01],
  ['Combining', '000000495000', 4, 26, 0.01],
  ['Hedge cutting', '970000004689', 3, 8, 0.25],
  ['Grain haulage', '222211487433', 2, 12, 1],
  ['Labour', '222233333222', 0.5, 2, 0.5],
];

type AdditionalTask = readonly [
  name: string,
  unit: string,
  rate: number,
  category: string,
  ...rest: [string, number, number, number],
];

const ADDITIONAL_TASKS: readonly AdditionalTask[] = [
  ['Mowing', 'acre', 14.5, 'Grass & silage', '000069853000', 8, 60, 0.1],
  ['Tedding', 'acre', 7.25, 'Grass & silage', '000038841000', 8, 60, 0.1],
  ['Raking', 'acre', 7.9, 'Grass & silage', '000049852000', 8, 60, 0.1],
  ['Silage carting', 'hour', 54, 'Grass & silage', '000069742000', 4, 11, 0.25],
  ['Buckraking', 'hour', 56, 'Grass & silage', '000059731000', 4, 11, 0.25],
  ['Clamp rolling', 'hour', 48.5, 'Grass & silage', '000038620000', 3, 10, 0.25],
  ['Big square baling', 'bale', 9.4, 'Baling', '000001397000', 40, 280, 1],
  ['Straw carting', 'load', 62, 'Baling', '000000289200', 2, 9, 1],
  ['Whole-crop harvesting', 'acre', 74.5, 'Harvest', '000000450000', 8, 40, 0.1],
  ['Maize drilling', 'acre', 38, 'Drilling', '000360000000', 8, 45, 0.1],
  ['Maize harvesting', 'acre', 92, 'Harvest', '000000002830', 8, 45, 0.1],
  ['Beet harvesting', 'hour', 142.6, 'Harvest', '310000000388', 4, 9, 0.25],
  ['Power harrowing', 'acre', 29.5, 'Cultivation', '001310014410', 6, 30, 0.1],
  ['Subsoiling', 'acre', 34.25, 'Cultivation', '000000035300', 6, 25, 0.1],
  ['Sheep shearing', 'head', 1.65, 'Livestock', '000166200000', 60, 480, 1],
  ['Digger hire', 'hour', 48.75, 'Machines', '443322222334', 2, 9, 0.25],
  ['Loader work', 'hour', 46, 'Machines', '333222222333', 0.5, 5, 0.25],
  ['Fencing', 'metre', 6.85, 'Hedges & fencing', '444321111244', 40, 320, 1],
  ['Haulage', 'mile', 2.35, 'Haulage', '222222344322', 12, 160, 1],
  ['Gritting', 'hour', 65, 'Winter', '962000000037', 1, 5, 0.25],
  ['Stone picking', 'fixed', 450, 'Cultivation', '001200012100', 1, 1, 1],
];

const demoTask = (name: string): DemoTask => {
  const task = DEMO_TASKS.find((known) => known.name === name);
  if (!task) throw new Error(`${name} is not on the price list`);
  return task;
};

export const SEASONAL_TASKS: readonly SeasonalTask[] = [
  ...DEMO_TASK_SEASONS.map(([name, season, from, to, step]) => ({ ...demoTask(name), season, from, to, step })),
  ...ADDITIONAL_TASKS.map(([name, chargeable_unit, default_rate, category, season, from, to, step]) => ({
    ...{ name, chargeable_unit, default_rate, category, active: true, description: null },
    ...{ season, from, to, step },
  })),
];
