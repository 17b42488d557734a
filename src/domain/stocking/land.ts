// The nitrogen of livestock manure that the land may take: so much for each hectare, more on land outside a nitrate
// vulnerable zone, and more from grazing livestock with a derogation.

/** Nitrogen of livestock manure in kg: of grazing livestock, and of all other livestock. */
export type ManureN = { grazing: number; other: number };

/** Areas in ha, and limits in kg N/ha. */
export type Land = {
  areaHa: number;
  /** Land of the same holding outside the zone, with its limit. */
  outsideHa: number;
  outsideLimit: number;
  limit: number;
  /** The limit for the manure of grazing livestock: that of a derogation, otherwise the same. */
  grazingLimit: number;
};

/** kg: differences below a milligram are rounding. */
export const TOLERANCE = 1e-6;

/** Whether it matters from which livestock the nitrogen comes. */
export const isDivided = ({ limit, grazingLimit }: Land): boolean => limit !== grazingLimit;

/**
 * The most nitrogen that the land may take, in kg. With a derogation it depends on how much of it comes from other
 * livestock: this goes to the land outside the zone first and takes land inside it at the ordinary limit; grazing livestock may use
 * what remains, at the limit of the derogation.
 */
export function capacityOf(land: Land, { other }: ManureN): number {
  const outside = land.outsideLimit * land.outsideHa;
  const otherInside = Math.max(0, other - outside);
  const areaLeft = land.areaHa - otherInside / land.limit;
  // If less than no area is left, the excess is manure of other livestock.
  const inside = areaLeft < 0 ? areaLeft * land.limit : areaLeft * land.grazingLimit;
  return other + Math.max(0, outside - other) + inside;
}

/** Nitrogen above the capacity (positive) or below it, in kg. */
export const overOf = (land: Land, manure: ManureN): number => manure.grazing + manure.other - capacityOf(land, manure);

/** The area inside the zone that this nitrogen needs, in ha: grazing N / its limit + other N / its limit (Defra's tool). */
export function areaNeededBy(land: Land, { grazing, other }: ManureN): number {
  const outside = land.outsideLimit * land.outsideHa;
  const otherInside = Math.max(0, other - outside);
  const grazingInside = Math.max(0, grazing - Math.max(0, outside - other));
  return grazingInside / land.grazingLimit + otherInside / land.limit;
}
