import { Eraser } from 'lucide-react';
import { useRef, useState, type PointerEvent } from 'react';
import { Button } from '@/ui/button';

/** The size of the coordinate system of the stored path. */
const WIDTH = 1000;
const HEIGHT = 400;
/** The database accepts 20,000 characters for a signature. */
const MAX_LENGTH = 19_000;

/** A signature drawn with a finger, stored as an SVG path: a few hundred characters, and sharp in print. */
export function SignatureField({
  value,
  onChange,
  required = false,
}: {
  value: string;
  onChange: (path: string) => void;
  required?: boolean;
}) {
  const [drawn, setDrawn] = useState<string | null>(null);
  const line = useRef<string | null>(null);
  const shown = drawn ?? value;
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const within = (fraction: number, max: number) => Math.round(Math.min(1, Math.max(0, fraction)) * max);
    return `${within((clientX - box.left) / (box.width || 1), WIDTH)} ${within((clientY - box.top) / (box.height || 1), HEIGHT)}`;
  };
  const draw = (command: 'M' | 'L', event: PointerEvent<SVGSVGElement>) => {
    const next = `${command === 'M' ? value : (line.current ?? '')}${command}${point(event)}`;
    if (next.length > MAX_LENGTH) return;
    line.current = next;
    setDrawn(next);
  };
  const end = () => {
    if (line.current === null) return;
    onChange(line.current);
    line.current = null;
    setDrawn(null);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-2">
        Signature{!required && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> element can't be drawn on
        role="img"
        aria-label={shown === '' ? 'Sign here with your finger' : 'Your signature'}
        className="h-32 w-full max-w-lg touch-none rounded-2 border border-line-strong bg-raised text-text"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          draw('M', event);
        }}
        onPointerMove={(event) => line.current !== null && draw('L', event)}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {shown !== '' && (
          <path
            d={shown}
            fill="none"
            stroke="currentColor"
            strokeWidth={2.5}
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {value === '' ? (
        <p className="hint">Sign with your finger.</p>
      ) : (
        <div className="-mx-quiet">
          <Button variant="quiet" onClick={() => onChange('')}>
            <Eraser aria-hidden="true" />
            Clear
          </Button>
        </div>
      )}
    </fieldset>
  );
}
