import { Delete } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import type { PadKey } from './number-text';

const keys: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'];
const names: Partial<Record<PadKey, string>> = { '.': 'Point', back: 'Delete last digit' };
const keyByInput: Partial<Record<string, PadKey>> = {
  ...Object.fromEntries(keys.map((key) => [key, key])),
  ',': '.',
  Backspace: 'back',
};
const focusSteps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

/**
 * Our own 3 × 4 keypad, so that the value stays in view on a phone. The caller applies a key with `pressKey`. While it
 * has the focus, digits, point, comma and Backspace can be typed and the arrows move between keys.
 */
export function NumberPad({
  label,
  onKey,
  point = true,
  className = '',
}: {
  label: string;
  onKey: (key: PadKey) => void;
  point?: boolean | undefined;
  className?: string | undefined;
}) {
  const pad = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyByInput[event.key];
    const move = focusSteps[event.key];
    if (key && (point || key !== '.')) onKey(key);
    else if (move !== undefined) {
      const all = [...(pad.current?.querySelectorAll('button') ?? [])];
      all[all.findIndex((button) => button === document.activeElement) + move]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a fieldset: its grid would not grow into the available height
    <div role="group" aria-label={label} className={`keys ${className}`} ref={pad}>
      {keys.map((key) =>
        key === '.' && !point ? (
          <span key={key} />
        ) : (
          <button type="button" key={key} aria-label={names[key]} onClick={() => onKey(key)} onKeyDown={onKeyDown}>
            {key === 'back' ? <Delete aria-hidden="true" /> : key}
          </button>
        ),
      )}
    </div>
  );
}
