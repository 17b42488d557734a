// Ready-made service plans by type of machine, to start from. The user corrects them by the machine's manual.
import type { MachineType, MeterType } from './machine';

export type ReadyMade = {
  name: string;
  intervalMeter: number | null;
  intervalMonths: number | null;
  firstAtReading: number | null;
};

const plan = (
  name: string,
  intervalMeter: number | null,
  intervalMonths: number | null = null,
  firstAtReading: number | null = null,
): ReadyMade => ({ name, intervalMeter, intervalMonths, firstAtReading });

// The intervals of a John Deere operator's manual: 10, 50 (first), 250, 500, 1000 and 2000 hours.
const ENGINE: readonly ReadyMade[] = [
  plan('Grease and check levels', 10),
  plan('Engine oil and filter', 250, 12, 50),
  plan('Fuel and air filters', 500, 12),
  plan('Transmission and hydraulic oil', 1000, 24),
  plan('Coolant', 2000, 36),
];
const SEASON: readonly ReadyMade[] = [plan('Check before the season', null, 12)];
const ROAD: readonly ReadyMade[] = [plan('Brakes, tyres and lights', null, 12)];
const LIFTING: readonly ReadyMade[] = [plan('Thorough examination (LOLER)', null, 12)];

const BY_TYPE: Readonly<Record<MachineType, readonly ReadyMade[]>> = {
  tractor: ENGINE,
  telehandler: [...ENGINE, ...LIFTING],
  atv: [plan('Engine oil and filter', 100, 12, 20), ...ROAD],
  combine: [...ENGINE, ...SEASON],
  forager: [...ENGINE, ...SEASON],
  // A new sprayer is tested before it is five years old, then every three years.
  sprayer: [...SEASON, plan('Sprayer test', null, 36)],
  slurry_tanker: [...ROAD, plan('Vacuum pump oil', null, 6)],
  trailer: ROAD,
  baler: [...SEASON, plan('Grease, chains and knives', null, 1)],
  mower: [...SEASON, plan('Gearbox oil', null, 12)],
  drill: SEASON,
  cultivator: SEASON,
  loader: [...ENGINE, ...LIFTING],
  digger: ENGINE,
  vehicle: [plan('Service', null, 12), ...ROAD],
  generator: [plan('Engine oil and filter', 250, 12)],
  other: SEASON,
};

/**
 * The plans for a machine. Intervals of hours need a meter of hours; the reading of a first service that is past is
 * left out.
 */
export const readyMadeFor = (type: MachineType, meter: MeterType, reading: number | null): ReadyMade[] =>
  BY_TYPE[type].flatMap((one) => {
    const byMeter = one.intervalMeter !== null && meter === 'hours';
    if (!byMeter && one.intervalMonths === null) return [];
    const firstIsPast = reading !== null && one.firstAtReading !== null && reading >= one.firstAtReading;
    return [
      {
        ...one,
        intervalMeter: byMeter ? one.intervalMeter : null,
        firstAtReading: byMeter && !firstIsPast ? one.firstAtReading : null,
      },
    ];
  });
