import { Component, lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import type { MapCanvas } from './map-canvas';

const LazyCanvas = lazy(async () => ({ default: (await import('./map-canvas')).MapCanvas }));

const canDraw = () => document.createElement('canvas').getContext('2d') !== null;

/** Shows why the map could not be loaded: there is no signal, and its code is not on the device yet. */
class MapErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? (
      <NoMap>The map could not be loaded. It needs signal the first time. Everything else on this page works.</NoMap>
    ) : (
      this.props.children
    );
  }
}

const NoMap = ({ children }: { children: ReactNode }) => <p className="field-map-note">{children}</p>;

/** The map, loaded on demand. Without it, the list shows the fields, and boundaries can be imported from a file. */
export function FieldMap({ tall = false, ...canvas }: ComponentProps<typeof MapCanvas> & { tall?: boolean }) {
  const [supported] = useState(canDraw);
  return (
    <div className={`field-map ${tall ? 'field-map-tall' : ''}`}>
      {supported ? (
        <MapErrorBoundary>
          <Suspense fallback={<NoMap>Loading the map...</NoMap>}>
            <LazyCanvas {...canvas} />
          </Suspense>
        </MapErrorBoundary>
      ) : (
        <NoMap>This browser can’t draw the map. Everything else on this page works.</NoMap>
      )}
    </div>
  );
}
