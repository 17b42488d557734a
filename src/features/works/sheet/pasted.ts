// A pasted table on the sheet: which lines it changes, and what to say about it.
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { PastedTable } from '@/domain/works/day-sheet';
import { MAX_LINES, newLine, type SheetLine } from './sheet-lines';

export type Pasted = { lines: SheetLine[]; words: string; problems: string[] };

/** Puts the rows of a table on the lines from `first` on, and adds lines as needed. */
export function pasteRows(
  { lines: rows, leftOut, dates }: PastedTable,
  lines: readonly SheetLine[],
  first: number,
  date: string,
): Pasted {
  const taken = rows.slice(0, MAX_LINES - first);
  const next = [...lines];
  for (const [at, cells] of taken.entries()) {
    const { id, cells: before } = next[first + at] ?? newLine();
    next[first + at] = { id, cells: { ...before, ...cells }, checked: true };
  }
  const otherDates = [...new Set(dates)].filter((one) => one !== date).toSorted();
  const missing = rows.length - taken.length;
  return {
    lines: next,
    words: `${counted(taken.length, 'line', 'lines')} pasted.`,
    problems: [
      ...(leftOut.length > 0 ? [`Not on this sheet, so left out: ${leftOut.join(', ')}.`] : []),
      ...(otherDates.length > 0
        ? [
            `The table has lines of ${otherDates.map((one) => formatDate(one, date)).join(', ')}. ` +
              `All lines of the sheet are saved for ${formatDate(date, date)}.`,
          ]
        : []),
      ...(missing > 0
        ? [`A sheet has ${MAX_LINES} lines at most: the last ${missing} of the table are left out.`]
        : []),
    ],
  };
}
