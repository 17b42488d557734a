// The map itself: Leaflet with the outlines of the fields on a canvas, their names, tiles if the build has a tile server,
// and a plain grid if not.
import * as L from 'leaflet';
import './leaflet.css';
import type { Boundary, Position } from '@/domain/fields/boundary';
import type { LandUse } from '@/domain/fields/field';
import { boundsOf, middleOf, polygonsOf, type Bounds } from '@/domain/geometry/measure';
import { colourReader, tokenOf, type ReadColour } from './map-colours';
import { MapDrawing, type Drawn } from './map-drawing';

export type MapField = { id: string; name: string; detail: string; landUse: LandUse | null; boundary: Boundary };
export type Tiles = { url: string; attribution: string } | null;

type ShownField = MapField & {
  shape: L.Polygon;
  bounds: Bounds;
  /** Worked out for the first label, because it takes long and many fields are too small for one. */
  middle?: Position;
};
type Label = { marker: L.Marker; field: ShownField; width: number };

/** Ireland, and Britain without its Northern Isles: shown until there is a field. */
const INITIAL_BOUNDS = L.latLngBounds([49.8, -10.7], [59, 1.8]);
const MAX_ZOOM = 22;
/** Tile servers have no pictures beyond this; they are enlarged. */
const MAX_TILE_ZOOM = 19;
/** Moving the map to fields zooms in no further than this. */
const MAX_FIT_ZOOM = 18;
/** Showing the person's position zooms in at least this far. */
const POSITION_ZOOM = 16;
/** A name is shown on a field that is at least this wide on the screen, in pixels. */
const LABEL_WIDTH = 56;
const MAX_LABELS = 120;
/** The side of a square of the grid, in pixels; also in map.css. */
const GRID_SIZE = 128;

const toLatLngs = (boundary: Boundary): L.LatLngTuple[][][] =>
  polygonsOf(boundary).map((polygon) => polygon.map((ring) => ring.map(([lng, lat]) => [lat, lng])));

const toBounds = ({ west, south, east, north }: Bounds) => L.latLngBounds([south, west], [north, east]);

/**
 * The squares that are shown in place of tiles. One element with a pattern, moved by less than a square while the map
 * moves: tiles would be added and removed in the frames of a drag.
 */
class Grid extends L.Layer {
  private readonly element = document.createElement('div');

  override onAdd(map: L.Map) {
    this.element.className = 'map-grid';
    this.element.style.inset = `-${GRID_SIZE}px`;
    map.getContainer().prepend(this.element);
    this.place(map);
    return this;
  }

  override onRemove() {
    this.element.remove();
    return this;
  }

  override getEvents() {
    return { move: ({ target }: L.LeafletEvent) => this.place(target as L.Map) };
  }

  private place(map: L.Map) {
    const { x, y } = map.layerPointToContainerPoint([0, 0]);
    L.DomUtil.setTransform(this.element, L.point(x % GRID_SIZE, y % GRID_SIZE));
  }
}

export class MapView {
  private readonly element = document.createElement('div');
  private readonly map: L.Map;
  private readonly renderer = L.canvas({ padding: 0.3, tolerance: 6 });
  private readonly fields = new Map<string, ShownField>();
  private readonly labels = new Map<string, Label>();
  private readonly position = L.layerGroup();
  private readonly hasTiles: boolean;
  private colour: ReadColour = colourReader();
  private drawing: MapDrawing;
  private selected: string | null = null;
  private isDrawing = false;
  /** Whether the theme changed during the drawing. */
  private hasOldColours = false;

  constructor(
    container: HTMLElement,
    label: string,
    tiles: Tiles,
    private readonly events: { onSelect: (id: string) => void; onDrawn: (drawn: Drawn | null) => void },
  ) {
    this.hasTiles = tiles !== null;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.element.className = 'field-map-canvas';
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', label);
    container.append(this.element);
    this.map = L.map(this.element, {
      attributionControl: false,
      zoomControl: false,
      maxZoom: MAX_ZOOM,
      maxBoundsViscosity: 1,
      ...(reducedMotion && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
    });
    if (tiles) {
      L.control.attribution({ prefix: false }).addTo(this.map);
      // Tile servers want the site's origin as referrer; otherwise the app's pages send no referrer.
      L.tileLayer(tiles.url, {
        attribution: tiles.attribution,
        maxZoom: MAX_ZOOM,
        maxNativeZoom: MAX_TILE_ZOOM,
        referrerPolicy: 'origin',
      }).addTo(this.map);
    } else new Grid().addTo(this.map);
    // While the map moves, an update of the scale would lay out the page in every frame.
    L.control.scale({ maxWidth: 120, updateWhenIdle: true }).addTo(this.map);
    L.control.zoom({ position: 'topright', zoomInTitle: 'Zoom in', zoomOutTitle: 'Zoom out' }).addTo(this.map);
    this.position.addTo(this.map);
    this.map.fitBounds(INITIAL_BOUNDS, { animate: false });
    this.map.on('moveend', () => this.placeLabels());
    this.drawing = this.newDrawing();
  }

  /**
   * Shows exactly these fields. Outlines that are already shown are kept, not drawn again. If the map showed no fields,
   * it moves to these first, because adding outlines and moving afterwards would project all their points twice.
   */
  setFields(fields: readonly MapField[]) {
    if (this.fields.size === 0) this.fit(fields.map(({ boundary }) => boundsOf(boundary)));
    const ids = new Set(fields.map(({ id }) => id));
    for (const [id, { shape }] of this.fields) {
      if (ids.has(id)) continue;
      shape.remove();
      this.fields.delete(id);
    }
    for (const field of fields) {
      const before = this.fields.get(field.id);
      if (before?.boundary === field.boundary) {
        before.shape.setStyle(this.styleOf(field));
        // Replaced, because placeLabels() draws a label again if its field is another object.
        if (before.name !== field.name || before.detail !== field.detail || before.landUse !== field.landUse)
          this.fields.set(field.id, { ...before, ...field });
        continue;
      }
      before?.shape.remove();
      const shape = L.polygon(toLatLngs(field.boundary), {
        renderer: this.renderer,
        // The canvas clips; Leaflet would clip every edge of every outline.
        noClip: true,
        ...this.styleOf(field),
      });
      shape.on('click', () => this.events.onSelect(field.id));
      this.fields.set(field.id, {
        ...field,
        shape: shape.addTo(this.map),
        bounds: boundsOf(field.boundary),
      });
    }
    // The benchmark of the map (tests/bench/map.mjs) waits for this number: the DOM shows nothing of a canvas.
    this.element.dataset['fields'] = String(fields.length);
    this.placeLabels();
  }

  select(id: string | null, { move }: { move: boolean }) {
    const [before, now] = [this.fields.get(this.selected ?? ''), this.fields.get(id ?? '')];
    this.selected = id;
    before?.shape.setStyle(this.styleOf(before));
    now?.shape.setStyle(this.styleOf(now)).bringToFront();
    if (now && move) this.fit([now.bounds]);
  }

  /** Moves the map to these bounds, or to all fields. Does nothing if there are none. */
  fit(bounds: readonly Bounds[] = [...this.fields.values()].map((field) => field.bounds)) {
    const [first, ...rest] = bounds.map(toBounds);
    if (!first) return;
    const all = rest.reduce(
      (sum, next) => sum.extend(next),
      L.latLngBounds(first.getSouthWest(), first.getNorthEast()),
    );
    this.map.fitBounds(all, { padding: [32, 32], maxZoom: MAX_FIT_ZOOM, animate: false });
  }

  showPosition(at: { lat: number; lng: number; accuracy: number }) {
    this.position.clearLayers();
    const plain = { renderer: this.renderer, interactive: false };
    const [info, raised] = [this.colour('--info'), this.colour('--raised')];
    L.circle([at.lat, at.lng], { ...plain, radius: at.accuracy, color: info, weight: 1, fillOpacity: 0.12 }).addTo(
      this.position,
    );
    L.circleMarker([at.lat, at.lng], {
      ...{ ...plain, radius: 8, color: raised, weight: 3 },
      ...{ fillColor: info, fillOpacity: 1 },
    }).addTo(this.position);
    this.map.setView([at.lat, at.lng], Math.max(this.map.getZoom(), POSITION_ZOOM), { animate: false });
  }

  draw(what: 'polygon' | 'linestring' | Boundary) {
    this.setDrawing(true);
    if (typeof what === 'string') this.drawing.begin(what);
    else {
      this.fit([boundsOf(what)]);
      this.drawing.edit(what);
    }
  }

  finish() {
    this.drawing.finish();
  }

  undo() {
    this.drawing.undo();
  }

  stop() {
    this.setDrawing(false);
    this.drawing.stop();
    if (this.hasOldColours) this.readColours();
  }

  /** After a change of the theme. During a drawing its tools keep their colours. */
  readColours() {
    this.colour = colourReader();
    for (const field of this.fields.values()) field.shape.setStyle(this.styleOf(field));
    this.hasOldColours = this.isDrawing;
    if (!this.isDrawing) this.drawing = this.newDrawing();
  }

  /** Must be called after the container changed its size. */
  resize() {
    this.map.invalidateSize({ animate: false });
  }

  remove() {
    this.drawing.stop();
    this.element.remove();
    // Leaflet may have asked for one more frame, for which it needs its canvas.
    requestAnimationFrame(() => this.map.remove());
  }

  /** While the user draws, a press adds to the drawing and does not select a field. */
  private setDrawing(isDrawing: boolean) {
    this.isDrawing = isDrawing;
    this.element.classList.toggle('map-drawing', isDrawing);
  }

  private newDrawing() {
    return new MapDrawing(this.map, this.colour, (drawn) => this.events.onDrawn(drawn));
  }

  private styleOf({ id, landUse }: MapField): L.PathOptions {
    const isSelected = id === this.selected;
    return {
      color: this.colour(isSelected ? '--accent' : '--line-strong'),
      weight: isSelected ? 4 : 1.5,
      fillColor: this.colour(tokenOf(landUse)),
      fillOpacity: this.hasTiles ? 0.45 : 0.8,
    };
  }

  /**
   * Names on the fields that are in view and wide enough; if there are too many, on the widest. Names that stay are not
   * drawn again.
   */
  private placeLabels() {
    const view = this.map.getBounds();
    const widthOf = ({ bounds }: ShownField) =>
      this.map.latLngToContainerPoint([bounds.north, bounds.east]).x -
      this.map.latLngToContainerPoint([bounds.north, bounds.west]).x;
    const shown = [...this.fields.values()]
      .filter(({ bounds }) => view.intersects(toBounds(bounds)))
      .map((field) => ({ field, width: Math.round(widthOf(field)) }))
      .filter(({ width }) => width >= LABEL_WIDTH)
      .toSorted((a, b) => b.width - a.width)
      .slice(0, MAX_LABELS);
    const wanted = new Map(shown.map((label) => [label.field.id, label]));
    for (const [id, { marker, field, width }] of this.labels) {
      const next = wanted.get(id);
      if (next?.field === field && next.width === width) continue;
      marker.remove();
      this.labels.delete(id);
    }
    for (const { field, width } of shown) {
      if (this.labels.has(field.id)) continue;
      this.labels.set(field.id, { marker: this.labelOf(field, width).addTo(this.map), field, width });
    }
  }

  private labelOf(field: ShownField, width: number) {
    const { name, detail } = field;
    const [lng, lat] = (field.middle ??= middleOf(field.boundary));
    const label = document.createElement('span');
    label.className = 'map-name';
    label.style.maxWidth = `${width}px`;
    const title = document.createElement('b');
    title.textContent = name;
    label.append(title);
    if (width > 2 * LABEL_WIDTH) label.append(document.createElement('br'), detail);
    const icon = L.divIcon({ className: 'map-label', html: label, iconSize: [0, 0] });
    return L.marker([lat, lng], { icon, interactive: false, keyboard: false });
  }
}
