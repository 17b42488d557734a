// A list on paper: printed by the browser, or saved as a PDF. Both have the same columns and cells.

export type PrintoutColumn<Row> = {
  head: string;
  cell: (row: Row) => string;
  /** Numbers are right-aligned. */
  figure?: boolean;
  /** Short texts that must not wrap: dates, invoice numbers. */
  noWrap?: boolean;
};

export type PrintoutSum = { label: string; value: string | number };

/** "Entries: 12; Value: £1,200.00"; empty without sums. */
export const sumsWords = (sums: readonly PrintoutSum[]): string =>
  sums.map(({ label, value }) => `${label}: ${value}`).join('; ');
