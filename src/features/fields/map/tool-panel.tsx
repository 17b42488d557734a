import { Check, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Boundary, Position } from '@/domain/fields/boundary';
import { areaOf, lengthOf } from '@/domain/geometry/measure';
import { checkedPolygons } from '@/domain/geometry/boundary';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { areaWords, lengthWords, toHectares } from './area-words';
import type { Drawn } from './map-drawing';
import { checkedDrawing, type MapTools } from './use-map-tools';

const MIN_CORNERS = 3;

/** The panel of the tool in use: how to use it, what it has measured, and its buttons. */
export function ToolPanel({
  tools,
  saveLabel,
  onSave,
}: {
  tools: MapTools;
  /** Label of the button that passes the finished outline to `onSave`. */
  saveLabel: string;
  onSave: (boundary: Boundary) => void;
}) {
  const { tool, drawn, map } = tools;
  if (tool.kind === 'none') return null;
  const cancel = (
    <Button onClick={tools.stop}>
      <X aria-hidden="true" />
      {tool.kind === 'measure' ? 'Stop measuring' : 'Cancel'}
    </Button>
  );
  const undo = (
    <Button onClick={() => map?.undo()}>
      <Undo2 aria-hidden="true" />
      Undo corner
    </Button>
  );
  if (tool.kind === 'measure') {
    return (
      <Panel title="Measure" how="Tap along what you want to measure." words={measureWords(drawn)}>
        {cancel}
        {undo}
      </Panel>
    );
  }
  const isFinished = drawn?.kind === 'outline' && drawn.finished;
  const checked = checkedDrawing(drawn);
  const words = checked?.ok ? areaWords(toHectares(areaOf(checked.boundary))) : '';
  if (!isFinished) {
    return (
      <Panel
        title="Draw a field"
        how="Tap each corner of the field. Tap the first corner again to finish."
        words={words}
      >
        {cancel}
        {undo}
        <Button variant="main" onClick={() => map?.finish()}>
          <Check aria-hidden="true" />
          Finish
        </Button>
      </Panel>
    );
  }
  return (
    <Panel
      title="Boundary"
      how="Drag a corner to move it. Drag a yellow point to add a corner. Right-click or hold a corner to remove it."
      words={words}
      problem={checked && !checked.ok ? checked.problem : null}
    >
      {cancel}
      <Button variant="main" disabled={!checked?.ok} onClick={() => checked?.ok && onSave(checked.boundary)}>
        <Check aria-hidden="true" />
        {saveLabel}
      </Button>
    </Panel>
  );
}

/** The length of the line, and the area if its ends were joined. */
function measureWords(drawn: Drawn | null): string {
  const line: readonly Position[] = drawn?.kind === 'line' ? drawn.line : [];
  if (line.length < 2) return '';
  // Terra-draw keeps the last corner of a line twice while it is drawn, so three corners are four positions.
  const closed = line.length > MIN_CORNERS ? checkedPolygons([[line]]) : null;
  const length = lengthWords(lengthOf(line));
  return closed?.ok ? `${length}. With the ends joined: ${areaWords(toHectares(areaOf(closed.boundary)))}` : length;
}

function Panel({
  title,
  how,
  words,
  problem = null,
  children,
}: {
  title: string;
  how: string;
  words: string;
  problem?: string | null;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="map-panel">
      <p className="text-2 text-muted">{how}</p>
      <output className="map-measurement">{problem ? <FieldError>{problem}</FieldError> : words}</output>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
