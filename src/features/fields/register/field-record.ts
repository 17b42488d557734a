// The texts of a field's printed record. The screens use the same texts for an activity and a harvest.
import { formatQuantity } from '@/domain/core/money';
import { formatDateDated, localTimeIn, type Zone } from '@/domain/core/time';
import { ACTIVITY_WORDS, SPREADING_METHOD_WORDS, RATE_UNIT_WORDS, totalUnit } from '@/domain/fields/activity';
import { formatArea, toAcres, type AreaUnit } from '@/domain/core/area';
import { LAND_USE_WORDS, SOIL_TYPE_WORDS, TENURE_WORDS } from '@/domain/fields/field';
import { atStandardMoisture, HARVEST_UNIT_WORDS, tonnesOf, yieldOf, yieldPerAcre } from '@/domain/fields/harvest';
import { SOIL_METHOD_WORDS } from '@/domain/fields/soil';
import type { FieldPrintout } from '@/pdf/field-pdf';
import type { Activity, Harvest } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import type { Season, SoilTest } from '@/records/seasons';
import { dateOf } from '@/features/fields/fields-address';

const joinParts = (parts: readonly (string | null | false | undefined)[]) => parts.filter(Boolean).join(', ');
/** "31.18": tonnes, or tonnes per hectare or acre, with two decimals. */
const rounded = (value: Harvest['quantity']) => (Math.round(value / 100) / 100).toFixed(2);

/** "1.5 L/ha, 12.4 ha, 18.6 L in all". */
export const doseWords = ({ rate, rateUnit, areaHa, totalQty }: Activity): string =>
  joinParts([
    rate !== null && rateUnit !== null && `${formatQuantity(rate)} ${RATE_UNIT_WORDS[rateUnit]}`,
    areaHa !== null && formatArea(areaHa, 'hectare'),
    totalQty !== null && rateUnit !== null && `${formatQuantity(totalQty)} ${totalUnit(rateUnit)} in all`,
  ]);

/** "Sam Driver, certificate PA2 1234". */
export const operatorWords = ({ operatorName, operatorCertNo }: Activity): string =>
  joinParts([operatorName, operatorCertNo && `certificate ${operatorCertNo}`]);

const weatherWords = ({ windSpeed, windDir, tempC, weather }: Activity): string =>
  joinParts([
    windSpeed !== null && `wind ${formatQuantity(windSpeed)} km/h`,
    windDir && `from ${windDir}`,
    tempC !== null && `${formatQuantity(tempC)} °C`,
    weather,
  ]);

/** The lines of an activity below its title, in the order of a spray record. */
export function activityLines(activity: Activity, zone: Zone): string[] {
  const start = localTimeIn(zone, new Date(activity.startedAt));
  const finish = activity.finishedAt === null ? null : localTimeIn(zone, new Date(activity.finishedAt));
  return [
    `${formatDateDated(dateOf(activity.startedAt, zone))}, ${finish === null ? start : `${start} to ${finish}`}`,
    doseWords(activity),
    joinParts([
      activity.mappPcsNo && `MAPP/PCS ${activity.mappPcsNo}`,
      activity.activeIngredient,
      activity.batchNo && `batch ${activity.batchNo}`,
      activity.waterLHa !== null && `water ${formatQuantity(activity.waterLHa)} L/ha`,
    ]),
    joinParts([
      activity.crop,
      activity.eppoCode && `EPPO ${activity.eppoCode}`,
      activity.growthStageBbch !== null && `BBCH ${activity.growthStageBbch}`,
      activity.reason && `against ${activity.reason}`,
    ]),
    joinParts([activity.method && SPREADING_METHOD_WORDS[activity.method], activity.machine]),
    joinParts([operatorWords(activity), weatherWords(activity)]),
    joinParts([
      activity.harvestIntervalDays !== null && `harvest interval ${activity.harvestIntervalDays} days`,
      activity.bufferObserved === true && 'buffer observed',
      activity.bufferObserved === false && 'buffer not observed',
    ]),
    activity.notes ?? '',
  ].filter((line) => line !== '');
}

export const activityTitle = ({ activityType, product, status }: Activity): string =>
  `${joinParts([ACTIVITY_WORDS[activityType], product])}${status === 'planned' ? ' (planned)' : ''}`;

/** "32.4 tonnes at 18.2 %: 31.18 t at 15 %, 7.70 t/ha (3.12 t/ac)". */
export function harvestWords(harvest: Harvest): string {
  const tonnes = tonnesOf(harvest);
  const tonnesAt15 =
    tonnes !== null && harvest.moisturePct !== null ? atStandardMoisture(tonnes, harvest.moisturePct) : null;
  const weight = tonnesAt15 ?? tonnes;
  const perHa = weight !== null && harvest.areaHa !== null ? yieldOf(weight, harvest.areaHa) : null;
  const amount = `${formatQuantity(harvest.quantity)} ${HARVEST_UNIT_WORDS[harvest.unit]}`;
  const results = joinParts([
    tonnesAt15 !== null && `${rounded(tonnesAt15)} t at 15 %`,
    tonnesAt15 === null && harvest.unit !== 't' && tonnes !== null && `${rounded(tonnes)} t`,
    perHa !== null && `${rounded(perHa)} t/ha (${rounded(yieldPerAcre(perHa))} t/ac)`,
  ]);
  const moist = harvest.moisturePct === null ? amount : `${amount} at ${formatQuantity(harvest.moisturePct)} %`;
  return results === '' ? moist : `${moist}: ${results}`;
}

export const soilWords = (test: SoilTest): string =>
  joinParts([
    test.ph !== null && `pH ${formatQuantity(test.ph)}`,
    (test.pIndex !== null || test.pMgL !== null) && `P ${nutrient(test.pIndex, test.pMgL)}`,
    (test.kIndex !== null || test.kMgL !== null) && `K ${nutrient(test.kIndex, test.kMgL)}`,
    (test.mgIndex !== null || test.mgMgL !== null) && `Mg ${nutrient(test.mgIndex, test.mgMgL)}`,
    test.limeTHa !== null && `lime ${formatQuantity(test.limeTHa)} t/ha`,
    test.omPct !== null && `organic matter ${formatQuantity(test.omPct)} %`,
  ]);
const nutrient = (index: string | null, mgPerL: SoilTest['pMgL']) =>
  [index && `index ${index}`, mgPerL !== null && `${formatQuantity(mgPerL)} mg/l`].filter(Boolean).join(' – ');

export const seasonWords = (season: Season): string =>
  joinParts([
    season.variety,
    season.sownOn && `sown ${formatDateDated(season.sownOn)}`,
    season.seedRateKgHa !== null && `${formatQuantity(season.seedRateKgHa)} kg/ha seed`,
    season.previousCrop && `after ${season.previousCrop}`,
    season.targetYieldTHa !== null && `target ${formatQuantity(season.targetYieldTHa)} t/ha`,
    season.harvestedOn && `harvested ${formatDateDated(season.harvestedOn)}`,
  ]);

export const seasonTitle = ({ seasonYear, sequence, crop }: Season): string =>
  `${seasonYear}${sequence > 1 ? `, crop ${sequence}` : ''}: ${crop}`;

/** The facts of a field: "4.05 ha (10.01 ac)", parcel, land use, soil. */
const fieldFacts = (field: FarmField): string[] =>
  [
    `${formatArea(field.areaHa, 'hectare')} (${formatArea(field.areaHa, 'acre')})`,
    joinParts([field.parcelRef && `Parcel ${field.parcelRef}`, field.townland, field.county]),
    joinParts([
      field.customer && `Land of ${field.customer}`,
      field.tenure && TENURE_WORDS[field.tenure],
      field.landUse && LAND_USE_WORDS[field.landUse],
      field.soilType && `${SOIL_TYPE_WORDS[field.soilType]} soil`,
    ]),
  ].filter((line) => line !== '');

type Records = {
  seasons: readonly Season[];
  tests: readonly SoilTest[];
  harvests: readonly Harvest[];
  activities: readonly Activity[];
};
/** The sections of the printed record. */
export const recordOf = (field: FarmField, records: Records, zone: Zone): Omit<FieldPrintout, 'farm' | 'printed'> => ({
  field: field.name,
  facts: fieldFacts(field),
  sections: [
    { title: 'Crops', items: records.seasons.map((one) => ({ title: seasonTitle(one), lines: [seasonWords(one)] })) },
    {
      title: 'Soil tests',
      items: records.tests.map((one) => ({
        title: joinParts([formatDateDated(one.sampledOn), one.labRef, SOIL_METHOD_WORDS[one.method]]),
        lines: [soilWords(one)],
      })),
    },
    {
      title: 'Harvests',
      items: records.harvests.map((one) => ({
        title: joinParts([one.product, formatDateDated(one.harvestedOn)]),
        lines: [harvestWords(one), joinParts([one.store && `stored in ${one.store}`, one.notes])],
      })),
    },
    {
      title: 'Activities',
      items: records.activities.map((one) => ({ title: activityTitle(one), lines: activityLines(one, zone) })),
    },
  ].filter(({ items }) => items.length > 0),
});

/** An area in the other unit: hectares for a form field in acres, acres for one in hectares. */
export const otherUnit = (ha: FarmField['areaHa'], unit: AreaUnit) =>
  unit === 'acre' ? formatArea(ha, 'hectare') : `${formatQuantity(toAcres(ha))} ac`;
