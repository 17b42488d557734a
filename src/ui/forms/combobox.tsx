import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Field, type FieldProps } from './field';

export type Suggestion = { value: string; detail?: ReactNode | undefined };

const MAX_SHOWN = 8;

/**
 * A text field with suggestions below it: any text is allowed, a suggestion saves typing. The caller filters
 * `suggestions` by `value`; `onPick` is called when one is chosen by keyboard, pointer or touch.
 */
export function Combobox({
  value,
  suggestions,
  onChange,
  onPick,
  onBlur,
  name,
  placeholder,
  inputRef,
  ...field
}: FieldProps & {
  value: string;
  suggestions: readonly Suggestion[];
  onChange: (value: string) => void;
  onPick?: ((value: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined;
}) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const own = useRef<HTMLInputElement | null>(null);
  const shown = suggestions.slice(0, MAX_SHOWN);
  const listed = open && shown.length > 0;

  const pick = (index: number) => {
    const chosen = shown[index];
    if (!chosen) return;
    onChange(chosen.value);
    onPick?.(chosen.value);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(listed ? (active + step + shown.length) % shown.length : 0);
      setOpen(true);
    } else if (event.key === 'Enter' && listed && active >= 0) pick(active);
    else if (event.key === 'Escape' && listed) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input
            type="text"
            {...wiring}
            className="input"
            role="combobox"
            aria-expanded={listed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={listed && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            name={name}
            placeholder={placeholder}
            value={value}
            ref={(input) => {
              own.current = input;
              inputRef?.(input);
            }}
            onChange={(event) => {
              onChange(event.target.value);
              setActive(-1);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOpen(false);
              onBlur?.();
            }}
          />
          {/* Not a native datalist, which can show neither a second column nor the last-used order. */}
          <div
            className={`menu suggestions ${listed ? '' : 'hidden'}`}
            id={listId}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> shows no suggestions while one types
            role="listbox"
            aria-label="Suggestions"
          >
            {shown.map((suggestion, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard is handled by the field, which keeps the focus
              <div
                key={suggestion.value}
                id={`${listId}-${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> shows no suggestions while one types
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                data-highlighted={index === active ? '' : undefined}
                className="menu-item"
                // Prevents a press from blurring the field, which would close the list first.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(index)}
              >
                <span className="truncate">{suggestion.value}</span>
                {suggestion.detail && <span className="ml-auto flex-none text-1 text-muted">{suggestion.detail}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
