// The map in React. Loaded on demand: it brings Leaflet and terra-draw.
import { useEffect, useRef } from 'react';
import { useTheme } from '@/ui/layout/theme';
import type { Drawn } from './map-drawing';
import { MapView, type MapField, type Tiles } from './map-view';

/** The methods of the map that the page calls. */
export type MapHandle = Pick<MapView, 'draw' | 'finish' | 'undo' | 'stop' | 'fit' | 'showPosition'>;

const url = import.meta.env.VITE_TILE_URL?.trim();
const TILES: Tiles = url ? { url, attribution: import.meta.env.VITE_TILE_ATTRIBUTION?.trim() ?? '' } : null;

export function MapCanvas({
  label,
  fields,
  selected = null,
  onSelect,
  onDrawn,
  onReady,
}: {
  label: string;
  fields: readonly MapField[];
  selected?: string | null;
  onSelect?: (id: string) => void;
  onDrawn: (drawn: Drawn | null) => void;
  /** Called once the map shows the fields, and with null when the map is removed. */
  onReady: (map: MapHandle | null) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | null>(null);
  const events = useRef({ onSelect, onDrawn, onReady });
  const shown = useRef({ label, fields, selected });
  const theme = useTheme();
  useEffect(() => {
    events.current = { onSelect, onDrawn, onReady };
    shown.current = { label, fields, selected };
  });

  useEffect(() => {
    if (!container.current) return;
    const map = new MapView(container.current, shown.current.label, TILES, {
      onSelect: (id) => events.current.onSelect?.(id),
      onDrawn: (drawn) => events.current.onDrawn(drawn),
    });
    view.current = map;
    map.setFields(shown.current.fields);
    map.select(shown.current.selected, { move: true });
    events.current.onReady(map);
    const resized = new ResizeObserver(() => map.resize());
    resized.observe(container.current);
    return () => {
      resized.disconnect();
      view.current = null;
      events.current.onReady(null);
      map.remove();
    };
  }, []);

  const mappedFields = useRef(fields);
  useEffect(() => {
    const map = view.current;
    if (!map || mappedFields.current === fields) return;
    mappedFields.current = fields;
    map.setFields(fields);
  }, [fields]);
  useEffect(() => view.current?.select(selected, { move: true }), [selected]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else view.current?.readColours();
    const mediaQueries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
    const changed = () => view.current?.readColours();
    for (const query of mediaQueries) query.addEventListener('change', changed);
    return () => mediaQueries.forEach((query) => query.removeEventListener('change', changed));
  }, [theme]);

  return <div ref={container} className="grid" />;
}
