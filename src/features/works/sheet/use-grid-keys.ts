// The keys of the sheet. A cell is found by its place: each line is a fieldset, whose fields are in the order of the columns.
import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { SHEET_COLUMNS, type SheetColumn } from '@/domain/works/day-sheet';

type Field = HTMLInputElement | HTMLSelectElement;
type Place = { line: number; column: SheetColumn };

const isField = (node: unknown): node is Field => node instanceof HTMLInputElement || node instanceof HTMLSelectElement;
const fieldsOf = (line: Element | undefined) => [...(line?.querySelectorAll<Field>('input, select') ?? [])];

/** Whether the caret is at this end of the text, so that an arrow leaves the field. */
const isAtEnd = (field: Field, step: 1 | -1) =>
  field instanceof HTMLSelectElement ||
  (field.selectionStart === field.selectionEnd && field.selectionEnd === (step === 1 ? field.value.length : 0)) ||
  (field.selectionStart === 0 && field.selectionEnd === field.value.length);

/**
 * Arrows move between the cells, Enter begins the next line, Ctrl + D copies the cell above, Ctrl + Delete removes the line,
 * Ctrl + Enter saves. An open list of suggestions keeps its arrows, and Enter once one is marked.
 */
export function useGridKeys(actions: {
  addLine: () => void;
  copyAbove: (place: Place) => void;
  remove: (line: number) => void;
  /** The focus has left the line. */
  leave: (line: number) => void;
  save: () => void;
  /** Whether it took the text; a single cell is pasted by the browser. */
  paste: (place: Place, text: string) => boolean;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const lines = () => [...(grid.current?.querySelectorAll(':scope > fieldset') ?? [])];
  const placeOf = (field: Field) => {
    const line = field.closest('fieldset');
    return { line: line ? lines().indexOf(line) : -1, at: fieldsOf(line ?? undefined).indexOf(field) };
  };
  const focus = (line: number, at: number) => {
    const field = fieldsOf(lines()[line])[at];
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    return field !== undefined;
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const field = event.target;
    if (!isField(field) || event.nativeEvent.isComposing) return;
    const { line, at } = placeOf(field);
    const column = SHEET_COLUMNS[at];
    if (column === undefined) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isListed = field.getAttribute('aria-expanded') === 'true';
    const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
    if (isControl && event.key.toLowerCase() === 'd') actions.copyAbove({ line, column });
    else if (isControl && event.key === 'Delete') {
      actions.remove(line);
      focus(Math.min(line, lines().length - 1), at);
    } else if (isControl && event.key === 'Enter') actions.save();
    else if (isControl || event.altKey || event.shiftKey) return;
    else if (event.key === 'Enter') {
      if (isListed && field.hasAttribute('aria-activedescendant')) return;
      if (line === lines().length - 1) actions.addLine();
      focus(line + 1, 0);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (isListed) return;
      focus(line + step, at);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (!isAtEnd(field, step) || !focus(line, at + step)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPasteCapture = (event: ClipboardEvent) => {
    if (!isField(event.target)) return;
    const { line, at } = placeOf(event.target);
    const column = SHEET_COLUMNS[at];
    if (column && actions.paste({ line, column }, event.clipboardData.getData('text/plain'))) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    const line = target.closest('fieldset');
    if (line && !line.contains(relatedTarget)) actions.leave(lines().indexOf(line));
  };
  return { focus, gridProps: { ref: grid, onKeyDownCapture, onPasteCapture, onBlur } };
}
