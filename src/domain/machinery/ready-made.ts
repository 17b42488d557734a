// Ready-made service plans by type of machine, to start from. The user corrects them by the machine's manual.
import type { Region } from '@/domain/core/time';
import type { MachineType, MeterType } from './machine';
// With its ending: the demo farm imports this file into the Vite configuration, which Node reads.
import { testsFor } from './statutory-tests.ts';

type Plan = {
  name: string;
  intervalMeter: number | null;
  intervalMonths: number | null;
  firstAtReading: number | null;
};

export type ReadyMade = {
  plan: Plan;
  /** Most machines of the type need it. */
  usual: boolean;
  /** What a test by law is for, and its source; null for a service. */
  law: { note: string; unconfirmed: boolean } | null;
};

const plan = (
  name: string,
  intervalMeter: number | null,
  intervalMonths: number | null = null,
  firstAtReading: number | null = null,
): Plan => ({ name, intervalMeter, intervalMonths, firstAtReading });

// The intervals of a John Deere operator's manual: 10, 50 (first), 250, 500, 1000 and 2000 hours.
const ENGINE: readonly Plan[] = [
  plan('Grease and check levels', 10),
  plan('Engine oil and filter', 250, 12, 50),
  plan('Fuel and air filters', 500, 12),
  plan('Transmission and hydraulic oil', 1000, 24),
  plan('Coolant', 2000, 36),
];
const SEASON: readonly Plan[] = [plan('Check before the season', null, 12)];
const ROAD: readonly Plan[] = [plan('Brakes, tyres and lights', null, 12)];

const BY_TYPE: Readonly<Record<MachineType, readonly Plan[]>> = {
  tractor: ENGINE,
  telehandler: ENGINE,
  atv: [plan('Engine oil and filter', 100, 12, 20), ...ROAD],
  combine: [...ENGINE, ...SEASON],
  forager: [...ENGINE, ...SEASON],
  sprayer: SEASON,
  slurry_tanker: [...ROAD, plan('Vacuum pump oil', null, 6)],
  trailer: ROAD,
  baler: [...SEASON, plan('Grease, chains and knives', null, 1)],
  mower: [...SEASON, plan('Gearbox oil', null, 12)],
  drill: SEASON,
  cultivator: SEASON,
  loader: ENGINE,
  digger: ENGINE,
  vehicle: [plan('Service', null, 12), ...ROAD],
  generator: [plan('Engine oil and filter', 250, 12)],
  other: SEASON,
};

/**
 * The plans for a machine, and the tests that the law of its country asks for. Intervals of hours need a meter of hours;
 * the reading of a first service that is past is left out.
 */
export function readyMadeFor(
  {
    machineType,
    meterType,
    currentReading,
    widthM,
  }: { machineType: MachineType; meterType: MeterType; currentReading: number | null; widthM: number | null },
  region: Region,
): ReadyMade[] {
  const services = BY_TYPE[machineType].flatMap((one): ReadyMade[] => {
    const byMeter = one.intervalMeter !== null && meterType === 'hours';
    if (!byMeter && one.intervalMonths === null) return [];
    const firstIsPast = currentReading !== null && one.firstAtReading !== null && currentReading >= one.firstAtReading;
    const fitting: Plan = {
      ...one,
      intervalMeter: byMeter ? one.intervalMeter : null,
      firstAtReading: byMeter && !firstIsPast ? one.firstAtReading : null,
    };
    return [{ plan: fitting, usual: true, law: null }];
  });
  const tests = testsFor(machineType, region, widthM).map(({ name, months, usual, note, unconfirmed }): ReadyMade => ({
    plan: plan(name, null, months),
    usual,
    law: { note, unconfirmed },
  }));
  return [...services, ...tests];
}
