// Slurry stores: the usable volume of each shape below its freeboard, and the stored volume at a level. Lengths in metres,
// volumes in m³. The formulas are those of Defra's nutrient management tool.
import type { Lookup } from '@/domain/rules/figures';

export const SHAPES = ['rect', 'circular', 'lagoon', 'bag', 'solid'] as const;
export type Shape = (typeof SHAPES)[number];

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  rect: 'Rectangular tank',
  circular: 'Round store',
  lagoon: 'Lagoon with earth banks',
  bag: 'Slurry bag or other, by volume',
  solid: 'Store for solid manure',
};

/** The slopes of banks: metres outwards for each metre of depth. */
export const BANKS = ['0.5', '0.75', '1', '1.5', '2', '2.5'] as const;

export type Store = {
  id: string;
  name: string;
  shape: Shape;
  /** A roof or cover: no rain falls in. The freeboard stays. */
  covered: boolean;
  /** Inner dimensions at the top. */
  lengthM: number | null;
  widthM: number | null;
  depthM: number | null;
  diameterM: number | null;
  /** Slope of the banks: metres outwards for each metre of depth. */
  bankRun: number | null;
  /** The height that is kept clear; null: as in the rules. */
  freeboardM: number | null;
  /** Pillars and walls inside, in m³. */
  deductionM3: number | null;
  /** The volume of a bag, or of a store of another shape. */
  volumeM3: number | null;
  /** For a store of solid manure: the kind, which determines the density. */
  manure: 'livestock' | 'layer' | 'poultry' | null;
};

/** A reading of a store's level: the depth of the slurry, the distance from the top, or the volume. */
export type Reading = { how: 'depth' | 'from_top' | 'volume'; amount: number };

const ROUNDING = 1e-9;

const circleArea = (diameter: number): number => Math.PI * (diameter / 2) ** 2;
export const diameterOf = (circumference: number): number => circumference / Math.PI;

/** Volume of a lagoon from its top down to a depth. `slope`: both opposite banks together, for each metre. */
export function lagoonVolume(topLength: number, topWidth: number, slope: number, depth: number): number {
  const length = Math.max(0, topLength - depth * slope);
  const width = Math.max(0, topWidth - depth * slope);
  return (depth / 6) * (topLength * width + length * topWidth + 2 * (length * width + topLength * topWidth));
}

/** The height that is kept clear, in metres; null if it is not known. */
export function freeboardOf(lookup: Lookup, store: Store): number | null {
  if (store.freeboardM !== null) return store.freeboardM;
  if (store.shape === 'bag' || store.shape === 'solid') return 0;
  return lookup.number(`freeboard.${store.shape === 'lagoon' ? 'lagoon' : store.covered ? 'covered' : 'open'}`);
}

/** What is wrong with a store; null if nothing is. */
export function storeProblem(lookup: Lookup, store: Store): string | null {
  const { shape, lengthM, widthM, depthM, diameterM, volumeM3, bankRun } = store;
  if (shape === 'bag') return volumeM3 !== null && volumeM3 > 0 ? null : 'Enter what it holds.';
  const sides = shape === 'circular' ? [diameterM, depthM] : [lengthM, widthM, depthM];
  if (!sides.every((side) => side !== null && side > 0)) return 'Enter its measurements.';
  // 12 m is deeper than any store: the depth was typed in feet.
  if ((depthM ?? 0) > 12) return 'Enter depth in metres (2.4), not feet.';
  if (shape === 'solid') return null;
  const freeboard = freeboardOf(lookup, store);
  if (freeboard !== null && freeboard >= (depthM ?? 0)) return 'Freeboard is deeper than the tank.';
  if (shape !== 'lagoon') return null;
  if (bankRun === null || bankRun <= 0) return 'Choose the slope of the banks.';
  const narrow = Math.min(lengthM ?? 0, widthM ?? 0);
  return narrow - (depthM ?? 0) * 2 * bankRun < 0 ? 'The banks meet above this depth.' : null;
}

/** The area that rain falls on: the whole of an open store, nothing under a cover. */
export function rainArea(store: Store): number {
  if (store.covered || store.shape === 'bag' || store.shape === 'solid') return 0;
  if (store.shape === 'circular') return circleArea(store.diameterM ?? 0);
  return (store.lengthM ?? 0) * (store.widthM ?? 0);
}

/** Volume between the bottom and a height above it, without pillars. */
function volumeTo(store: Store, height: number): number {
  const { shape, lengthM, widthM, depthM, diameterM, bankRun } = store;
  if (shape === 'circular') return circleArea(diameterM ?? 0) * height;
  if (shape !== 'lagoon') return (lengthM ?? 0) * (widthM ?? 0) * height;
  const slope = 2 * (bankRun ?? 0);
  const depth = depthM ?? 0;
  const from = (to: number) => lagoonVolume(lengthM ?? 0, widthM ?? 0, slope, to);
  return from(depth) - from(depth - height);
}

/**
 * The volume less that of pillars and walls: their whole volume at the freeboard line, and a proportional share at every
 * lower level.
 */
function withoutPillars(store: Store, volume: number, freeboard: number): number {
  const gross = volumeTo(store, Math.max(0, (store.depthM ?? 0) - freeboard));
  return gross > 0 ? volume * (1 - Math.min(1, (store.deductionM3 ?? 0) / gross)) : 0;
}

/** The volume below the freeboard, in m³; null if the freeboard is not known. Zero for a store of solid manure. */
export function usableVolume(lookup: Lookup, store: Store): number | null {
  if (store.shape === 'solid') return 0;
  if (store.shape === 'bag') return store.volumeM3 ?? 0;
  const freeboard = freeboardOf(lookup, store);
  if (freeboard === null) return null;
  const height = Math.max(0, (store.depthM ?? 0) - freeboard);
  return withoutPillars(store, volumeTo(store, height), freeboard);
}

/** The capacity for solid manure, in tonnes; null for other stores, or if the density is not known. */
export function solidTonnes(lookup: Lookup, store: Store): number | null {
  if (store.shape !== 'solid') return null;
  const density = lookup.number(`density.${store.manure ?? 'livestock'}`);
  return density === null ? null : volumeTo(store, store.depthM ?? 0) * density;
}

export type Level = {
  /** Depth of the slurry; null where only the volume is known. */
  depthM: number | null;
  stored: number;
  /** Room below the freeboard; never negative. */
  free: number;
  /** Above the freeboard line. */
  overfull: boolean;
};

/** The level that a reading shows; null if the usable volume is not known. */
export function levelOf(lookup: Lookup, store: Store, reading: Reading): Level | null {
  const usable = usableVolume(lookup, store);
  if (usable === null) return null;
  const depth = store.depthM ?? 0;
  const height =
    reading.how === 'volume'
      ? null
      : Math.min(depth, Math.max(0, reading.how === 'depth' ? reading.amount : depth - reading.amount));
  const freeboard = freeboardOf(lookup, store) ?? 0;
  const stored = height === null ? reading.amount : withoutPillars(store, volumeTo(store, height), freeboard);
  const overfull = height === null ? stored > usable + ROUNDING : height > depth - freeboard + ROUNDING;
  return { depthM: height, stored, free: Math.max(0, usable - stored), overfull };
}
