import { formatQuantity } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { ACTIVITY_WORDS } from '@/domain/fields/activity';
import { formatArea, type AreaUnit } from '@/domain/core/area';
import {
  AREA_SOURCE_WORDS,
  drawnAreaWarning,
  LAND_USE_WORDS,
  PARCEL_SCHEME_WORDS,
  SOIL_TYPE_WORDS,
  TENURE_WORDS,
} from '@/domain/fields/field';
import type { FieldSummary } from '@/data/fields/fields';
import { FIELD, type FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { History } from '@/widgets/history/history';
import { dateOf } from '@/features/fields/fields-address';
import { BoundaryCard } from '@/features/fields/map/boundary-card';

/** The facts of a field with a link to directions, its boundary, and its history. */
export function OverviewTab({
  field,
  summary,
  unit,
}: {
  field: FarmField;
  summary: FieldSummary | null;
  unit: AreaUnit;
}) {
  const { settings } = useAccount();
  const today = useToday();
  const drawnWarning = drawnAreaWarning(field.areaHa, field.drawnAreaHa);
  const inBothUnits = (area: FarmField['areaHa']) =>
    `${formatArea(area, unit)} (${formatArea(area, unit === 'acre' ? 'hectare' : 'acre')})`;
  const facts: [string, string | null | false][] = [
    ['Area', `${inBothUnits(field.areaHa)}, ${AREA_SOURCE_WORDS[field.areaSource].toLowerCase()}`],
    ['Worked area', field.workedAreaHa !== null && inBothUnits(field.workedAreaHa)],
    ['Drawn area', field.drawnAreaHa !== null && inBothUnits(field.drawnAreaHa)],
    ['Crop', summary?.crop ? [summary.crop, summary.variety, summary.seasonYear].filter(Boolean).join(', ') : null],
    [
      'Last activity',
      summary?.activityType && summary.lastActivityAt
        ? `${ACTIVITY_WORDS[summary.activityType]}, ${formatDate(dateOf(summary.lastActivityAt, settings.zone), today)}`
        : null,
    ],
    ['Land use', field.landUse && LAND_USE_WORDS[field.landUse]],
    [
      'Soil',
      field.soilType && `${SOIL_TYPE_WORDS[field.soilType]}${field.soilIsSandyShallow ? ', sandy or shallow' : ''}`,
    ],
    [
      'Parcel',
      field.parcelRef &&
        [field.parcelRef, field.parcelScheme && PARCEL_SCHEME_WORDS[field.parcelScheme]].filter(Boolean).join(', '),
    ],
    ['Townland', [field.townland, field.county].filter(Boolean).join(', ')],
    ['Customer', field.customer],
    ['Tenure', field.tenure && TENURE_WORDS[field.tenure]],
    [
      'Agreement',
      [
        field.rentFrom && `from ${formatDate(field.rentFrom, today)}`,
        field.rentTo && `to ${formatDate(field.rentTo, today)}`,
      ]
        .filter(Boolean)
        .join(' '),
    ],
    ['Eligible', field.eligible ? 'Yes' : 'No'],
    ['Nitrate Vulnerable Zone', field.inNvz === null ? null : field.inNvz ? 'Yes' : 'No'],
    ['Slope', field.slopePct !== null && `${formatQuantity(field.slopePct)} %`],
    [
      'Water',
      field.nearWater && `Near water${field.bufferM === null ? '' : `, buffer ${formatQuantity(field.bufferM)} m`}`,
    ],
    ['Notes', field.notes],
  ];
  return (
    <div className="grid gap-4">
      {drawnWarning && <Banner tone="warn">{drawnWarning}</Banner>}
      <Card className="p-4">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt className="text-2 text-muted">{label}</dt>
                  <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
        {field.centroidLat !== null && field.centroidLng !== null && (
          <a
            className="link mt-3 inline-flex min-h-12 items-center"
            href={`https://www.openstreetmap.org/directions?to=${field.centroidLat}%2C${field.centroidLng}`}
            target="_blank"
            rel="noreferrer"
          >
            Show the way there
          </a>
        )}
      </Card>
      <BoundaryCard field={field} />
      <Card>
        <History
          of={FIELD}
          id={field.id}
          name={field.name}
          createdBy={field.createdByName}
          createdAt={field.createdAt}
        />
      </Card>
    </div>
  );
}
