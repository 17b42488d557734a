// A list as texts, from which its PDF is made.
import { sumsWords, type PrintoutColumn, type PrintoutSum } from './printout-columns';

export type ListPrintout = {
  title: string;
  /** Sentences below the title: what limits the list, its sums, and what is missing. */
  facts: readonly string[];
  columns: readonly Omit<PrintoutColumn<never>, 'cell'>[];
  rows: readonly (readonly string[])[];
  /** The name of the file, without its ending. */
  file: string;
};

/**
 * Creates the printout. `only`: what limits the list, in words; empty parts are left out. `notes`: further sentences.
 */
export function listPrintout<Row>({
  columns,
  rows,
  only,
  sums,
  notes = [],
  ...rest
}: Pick<ListPrintout, 'title' | 'file'> & {
  columns: readonly PrintoutColumn<Row>[];
  rows: readonly Row[];
  only: readonly string[];
  sums: readonly PrintoutSum[];
  notes?: readonly string[];
}): ListPrintout {
  const limits = only.filter(Boolean).join(', ');
  return {
    ...rest,
    columns,
    facts: [limits && `Only: ${limits}`, sumsWords(sums), ...notes],
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}
