import { Map as MapIcon } from 'lucide-react';
import type { Boundary } from '@/domain/fields/boundary';
import { areaOf, boundsOf, metresPerDegree, polygonsOf } from '@/domain/geometry/measure';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { areaWords, toHectares } from './area-words';

/** The space around the outline, as a share of its size. */
const MARGIN = 0.06;

/** The outline of a field as a picture, north up, in metres. The map itself is on its own page. */
function OutlinePicture({ boundary, landUse }: Pick<FarmField, 'landUse'> & { boundary: Boundary }) {
  const { west, south, east, north } = boundsOf(boundary);
  const [metresEast, metresNorth] = metresPerDegree((south + north) / 2);
  const [width, height] = [(east - west) * metresEast, (north - south) * metresNorth];
  const margin = MARGIN * Math.max(width, height);
  const path = polygonsOf(boundary)
    .flat()
    .map(
      (ring) =>
        `M${ring.map(([lng, lat]) => `${((lng - west) * metresEast).toFixed(1)},${((north - lat) * metresNorth).toFixed(1)}`).join('L')}Z`,
    )
    .join('');
  return (
    <svg
      aria-hidden="true"
      className="outline-picture"
      viewBox={[-margin, -margin, width + 2 * margin, height + 2 * margin].join(' ')}
    >
      <path className={`outline-${landUse ?? 'none'}`} fillRule="evenodd" d={path} />
    </svg>
  );
}

/** The card with a field's boundary, and the link to show, draw or change it on the map. */
export function BoundaryCard({ field }: { field: FarmField }) {
  const { role, canWrite } = useAccount();
  const { boundary, landUse } = field;
  const canEdit = role === 'admin' && canWrite && field.archivedOn === null;
  return (
    <Card>
      <CardHead title="Boundary" />
      <div className="grid justify-items-start gap-3 p-4">
        {boundary ? (
          <>
            <OutlinePicture boundary={boundary} landUse={landUse} />
            <p>{areaWords(toHectares(areaOf(boundary)))} inside the boundary</p>
          </>
        ) : (
          <p className="text-muted">Not drawn yet.</p>
        )}
        {field.archivedOn === null && (
          <ButtonLink to={`/fields/map?field=${field.id}`}>
            <MapIcon aria-hidden="true" />
            {canEdit ? (boundary ? 'Show or change it on the map' : 'Draw it on the map') : 'Show it on the map'}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
