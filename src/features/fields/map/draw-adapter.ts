// Connects terra-draw, which turns taps into corners, with a Leaflet map. The adapter of terra-draw's authors writes a
// style sheet into the page, which the content policy forbids; this one draws on a canvas in a pane of its own.
import * as L from 'leaflet';
import {
  TerraDrawExtend,
  type GeoJSONStoreFeatures,
  type SetCursor,
  type TerraDrawChanges,
  type TerraDrawStylingFunction,
} from 'terra-draw';
import type { Position } from '@/domain/fields/boundary';

type Shape = L.Polygon | L.Polyline | L.CircleMarker;

const PANE = 'drawing';
/** Above the fields and their labels: Leaflet's panes for shapes and markers have 400 and 600. */
const Z_INDEX = '620';

const toLatLng = ([lng = 0, lat = 0]: readonly number[]): L.LatLngTuple => [lat, lng];

export class DrawAdapter extends TerraDrawExtend.TerraDrawBaseAdapter {
  private readonly shapes = new Map<string, Shape>();
  private readonly renderer: L.Canvas;

  constructor(private readonly map: L.Map) {
    super({ coordinatePrecision: 7, minPixelDragDistance: 4, minPixelDragDistanceDrawing: 8 });
    const pane = map.getPane(PANE) ?? map.createPane(PANE);
    pane.style.zIndex = Z_INDEX;
    pane.style.pointerEvents = 'none';
    this.renderer = L.canvas({ pane: PANE, padding: 0.2 });
  }

  getMapEventElement() {
    return this.map.getContainer();
  }

  getLngLatFromEvent(event: PointerEvent | MouseEvent) {
    const { containerX, containerY } = this.getMapElementXYPosition(event);
    return this.unproject(containerX, containerY);
  }

  project(lng: number, lat: number) {
    const { x, y } = this.map.latLngToContainerPoint([lat, lng]);
    return { x, y };
  }

  unproject(x: number, y: number) {
    const { lng, lat } = this.map.containerPointToLatLng([x, y]);
    return { lng, lat };
  }

  setDraggability(enabled: boolean) {
    if (enabled) this.map.dragging.enable();
    else this.map.dragging.disable();
  }

  setDoubleClickToZoom(enabled: boolean) {
    if (enabled) this.map.doubleClickZoom.enable();
    else this.map.doubleClickZoom.disable();
  }

  setCursor(cursor: Parameters<SetCursor>[0]) {
    this.map.getContainer().style.cursor = cursor === 'unset' ? '' : cursor;
  }

  render({ created, updated, unchanged, deletedIds }: TerraDrawChanges, styling: TerraDrawStylingFunction) {
    for (const id of deletedIds) this.remove(String(id));
    for (const feature of [...created, ...updated]) this.draw(feature, styling);
    // Without a changed feature, the call means that styles changed, after a selection or a change of the theme.
    if (created.length + updated.length + deletedIds.length === 0) {
      for (const feature of unchanged) this.draw(feature, styling);
    }
  }

  clear() {
    this._currentModeCallbacks?.onClear();
    for (const id of [...this.shapes.keys()]) this.remove(id);
  }

  override register(callbacks: TerraDrawExtend.TerraDrawCallbacks) {
    super.register(callbacks);
    this._currentModeCallbacks?.onReady?.();
  }

  private remove(id: string) {
    this.shapes.get(id)?.remove();
    this.shapes.delete(id);
  }

  private draw(feature: GeoJSONStoreFeatures, styling: TerraDrawStylingFunction) {
    const id = String(feature.id);
    const { mode } = feature.properties;
    const style = typeof mode === 'string' ? styling[mode]?.(feature) : undefined;
    if (!style) return;
    const shape = this.shapes.get(id) ?? this.add(id, feature);
    const { geometry } = feature;
    if (shape instanceof L.CircleMarker) {
      if (geometry.type === 'Point') shape.setLatLng(toLatLng(geometry.coordinates));
      shape.setRadius(style.pointWidth);
      shape.setStyle({
        color: style.pointOutlineColor,
        weight: style.pointOutlineWidth,
        fillColor: style.pointColor,
        fillOpacity: style.pointOpacity ?? 1,
      });
    } else if (shape instanceof L.Polygon) {
      if (geometry.type === 'Polygon') shape.setLatLngs(geometry.coordinates.map((ring) => ring.map(toLatLng)));
      shape.setStyle({
        color: style.polygonOutlineColor,
        weight: style.polygonOutlineWidth,
        fillColor: style.polygonFillColor,
        fillOpacity: style.polygonFillOpacity,
      });
    } else {
      if (geometry.type === 'LineString') shape.setLatLngs(geometry.coordinates.map(toLatLng));
      shape.setStyle({ color: style.lineStringColor, weight: style.lineStringWidth });
    }
  }

  private add(id: string, { geometry }: GeoJSONStoreFeatures): Shape {
    const options = { pane: PANE, renderer: this.renderer, interactive: false };
    const shape =
      geometry.type === 'Point'
        ? L.circleMarker(toLatLng(geometry.coordinates), options)
        : geometry.type === 'Polygon'
          ? L.polygon([], options)
          : L.polyline([], options);
    this.shapes.set(id, shape.addTo(this.map));
    return shape;
  }
}

/** A ring in terra-draw's format: a polygon without holes. */
export const ringFeature = (id: string, ring: readonly Position[]): GeoJSONStoreFeatures => ({
  id,
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lng, lat])] },
  properties: { mode: 'polygon' },
});
