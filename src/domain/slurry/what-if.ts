// The effect of a change: the inputs of the slurry calculator with less or more stock, more storage, more export, or
// rain kept out of the yards.
import type { SlurryInputs } from './slurry';
import type { Store } from './store';

export const NO_SLURRY_CHANGE = { stockPercent: 0, storageM3: 0, exportsM3: 0, rainPercent: 0 };

const extraStore = (volumeM3: number): Store => ({
  ...{ id: 'what-if', name: '', shape: 'bag', covered: true, lengthM: null, widthM: null, depthM: null },
  ...{ diameterM: null, bankRun: null, freeboardM: null, deductionM3: null, volumeM3, manure: null },
});

export const changedSlurry = (inputs: SlurryInputs, change: typeof NO_SLURRY_CHANGE): SlurryInputs => ({
  ...inputs,
  lines: inputs.lines.map((line) => ({ ...line, head: line.head * (1 + change.stockPercent / 100) })),
  stores: change.storageM3 > 0 ? [...inputs.stores, extraStore(change.storageM3)] : inputs.stores,
  exportsM3: inputs.exportsM3 + change.exportsM3,
  yardM2: inputs.yardM2 * (1 - change.rainPercent / 100),
});
