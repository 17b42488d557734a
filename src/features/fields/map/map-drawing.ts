// Drawing on the map: a new outline, the corners of an existing one, or a line to measure.
import type * as L from 'leaflet';
import {
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import type { Boundary, Position } from '@/domain/fields/boundary';
import { polygonsOf } from '@/domain/geometry/measure';
import { DrawAdapter, ringFeature } from './draw-adapter';
import type { ReadColour } from './map-colours';

/** What is on the map at the moment: the rings of a boundary by part, or the line that is measured. */
export type Drawn =
  | { kind: 'outline'; polygons: readonly (readonly (readonly Position[])[])[]; finished: boolean }
  | { kind: 'line'; line: readonly Position[] };

/** Terra-draw finishes a drawing on this key. */
const FINISH_KEY = 'Enter';
const CORNER_WIDTH = 6;
const MIDPOINT_WIDTH = 5;
/** A tap within this number of pixels from a corner hits it: about a fingertip. */
const HIT_DISTANCE = 26;

const positionsOf = (coordinates: readonly (readonly number[])[]): Position[] =>
  coordinates.map(([lng = 0, lat = 0]) => [lng, lat]);

export class MapDrawing {
  private readonly draw: TerraDraw;
  /** Which ring of which part of the boundary each drawn polygon is, by the polygon's id. */
  private places = new Map<string, readonly [part: number, ring: number]>();
  private finished = false;

  constructor(
    private readonly map: L.Map,
    colour: ReadColour,
    private readonly onChange: (drawn: Drawn | null) => void,
  ) {
    const line = colour('--accent');
    const corners = {
      coordinatePointColor: colour('--raised'),
      coordinatePointOutlineColor: line,
      coordinatePointOutlineWidth: 2,
      coordinatePointWidth: CORNER_WIDTH,
      closingPointColor: colour('--ear-tag'),
      closingPointOutlineColor: line,
      closingPointOutlineWidth: 2,
      closingPointWidth: CORNER_WIDTH + 2,
    };
    this.draw = new TerraDraw({
      adapter: new DrawAdapter(map),
      modes: [
        new TerraDrawPolygonMode({
          pointerDistance: HIT_DISTANCE,
          showCoordinatePoints: true,
          styles: {
            ...corners,
            fillColor: colour('--ear-tag'),
            fillOpacity: 0.25,
            outlineColor: line,
            outlineWidth: 3,
          },
        }),
        new TerraDrawLineStringMode({
          pointerDistance: HIT_DISTANCE,
          showCoordinatePoints: true,
          styles: { ...corners, lineStringColor: line, lineStringWidth: 3 },
        }),
        new TerraDrawSelectMode({
          pointerDistance: HIT_DISTANCE,
          allowManualDeselection: false,
          flags: {
            polygon: { feature: { coordinates: { midpoints: true, draggable: true, deletable: true } } },
          },
          styles: {
            selectedPolygonColor: colour('--ear-tag'),
            selectedPolygonFillOpacity: 0.25,
            selectedPolygonOutlineColor: line,
            selectedPolygonOutlineWidth: 3,
            selectionPointColor: colour('--raised'),
            selectionPointOutlineColor: line,
            selectionPointOutlineWidth: 2,
            selectionPointWidth: CORNER_WIDTH,
            midPointColor: colour('--ear-tag'),
            midPointOutlineColor: line,
            midPointOutlineWidth: 1,
            midPointWidth: MIDPOINT_WIDTH,
          },
        }),
      ],
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    });
    this.draw.on('change', () => this.report());
    this.draw.on('finish', (id, { mode }) => {
      if (mode !== 'polygon') return;
      // Wait until terra-draw has finished handling this event.
      queueMicrotask(() => {
        if (!this.draw.enabled) return;
        this.places = new Map([[String(id), [0, 0]]]);
        this.finished = true;
        this.draw.setMode('select');
        this.draw.selectFeature(id);
        this.report();
      });
    });
  }

  /** Begins to draw a new outline, or a line to measure. */
  begin(mode: 'polygon' | 'linestring') {
    this.reset();
    this.draw.setMode(mode);
  }

  /** Shows the corners of a boundary to move, add and remove them. */
  edit(boundary: Boundary) {
    this.reset();
    const rings = polygonsOf(boundary).flatMap((polygon, part) =>
      polygon.map((ring, at) => ({ id: crypto.randomUUID(), ring, place: [part, at] as const })),
    );
    this.places = new Map(rings.map(({ id, place }) => [id, place]));
    this.finished = true;
    this.draw.addFeatures(rings.map(({ id, ring }) => ringFeature(id, ring)));
    this.draw.setMode('select');
    const [first] = rings;
    if (first) this.draw.selectFeature(first.id);
    this.report();
  }

  /** Joins the last corner to the first; nothing happens with fewer than three. */
  finish() {
    const container = this.map.getContainer();
    for (const type of ['keydown', 'keyup']) container.dispatchEvent(new KeyboardEvent(type, { key: FINISH_KEY }));
  }

  undo() {
    this.draw.undo();
  }

  stop() {
    if (this.draw.enabled) this.draw.stop();
    this.places.clear();
    this.finished = false;
    this.onChange(null);
  }

  private reset() {
    if (this.draw.enabled) this.draw.clear();
    else this.draw.start();
    this.places.clear();
    this.finished = false;
    this.onChange(null);
  }

  private report() {
    if (!this.draw.enabled) return;
    const shapes = this.draw.getSnapshot();
    for (const { geometry } of shapes) {
      if (geometry.type === 'LineString') {
        this.onChange({ kind: 'line', line: positionsOf(geometry.coordinates) });
        return;
      }
    }
    const polygons: Position[][][] = [];
    for (const { id, geometry } of shapes) {
      if (geometry.type !== 'Polygon') continue;
      const [part, ring] = this.places.get(String(id)) ?? [0, 0];
      const polygon = (polygons[part] ??= []);
      polygon[ring] = positionsOf(geometry.coordinates[0] ?? []);
    }
    if (polygons.length > 0) this.onChange({ kind: 'outline', polygons, finished: this.finished });
  }
}
