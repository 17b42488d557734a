import { useState } from 'react';
import { checkedPolygons, type CheckedBoundary } from '@/domain/geometry/boundary';
import type { Boundary } from '@/domain/fields/boundary';
import type { MapHandle } from './map-canvas';
import type { Drawn } from './map-drawing';

/** `edit` changes the boundary of the field `fieldId`. */
export type MapTool = { kind: 'none' } | { kind: 'draw' } | { kind: 'measure' } | { kind: 'edit'; fieldId: string };

/** Which tool is in use on a map, and what has been drawn with it. */
export function useMapTools() {
  const [map, setMap] = useState<MapHandle | null>(null);
  const [tool, setTool] = useState<MapTool>({ kind: 'none' });
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const start = (next: MapTool, what: 'polygon' | 'linestring' | Boundary) => {
    setTool(next);
    map?.draw(what);
  };
  return {
    map,
    tool,
    drawn,
    /** Props of `FieldMap`. */
    canvas: { onReady: setMap, onDrawn: setDrawn },
    draw: () => start({ kind: 'draw' }, 'polygon'),
    measure: () => start({ kind: 'measure' }, 'linestring'),
    edit: (fieldId: string, boundary: Boundary) => start({ kind: 'edit', fieldId }, boundary),
    stop: () => {
      map?.stop();
      setTool({ kind: 'none' });
      setDrawn(null);
    },
  };
}
export type MapTools = ReturnType<typeof useMapTools>;

/** The outline that is drawn at the moment, checked; null while there is none. */
export const checkedDrawing = (drawn: Drawn | null): CheckedBoundary | null =>
  drawn?.kind === 'outline' ? checkedPolygons(drawn.polygons) : null;
