// A report as one table: the columns and rows that the screen, the CSV file, the Excel file and the PDF share, so that the
// files contain exactly what is seen.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import { formatMoney, hoursFromMinutes, toNumeric, ZERO, type Currency, type Decimal } from '@/domain/core/money';
import { formatDateDated, formatDuration, localTimeIn, type Zone } from '@/domain/core/time';
import type { XlsxCell, XlsxKind, XlsxTable } from '@/domain/core/xlsx';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';

type Column<Row> = {
  head: string;
  /** In the CSV and the Excel file, if it differs: their heads have no dashes. */
  fileHead?: string;
  /** On the screen and in the PDF; empty for nothing to say. */
  text: (row: Row) => string;
  figure?: boolean;
  /** In the PDF, in millimetres. 0: the width that the other columns leave. */
  width: number;
} & (
  | {
      /** In the CSV file; by default the text. The Excel file has the text. */
      csv?: (row: Row) => XlsxCell;
      kind?: undefined;
    }
  | {
      /** In both files: an amount as a plain number, a day as an ISO date. */
      csv: (row: Row) => XlsxCell;
      kind: Exclude<XlsxKind, 'text'>;
    }
);

type Common = {
  /** The name of the table for screen readers. */
  caption: string;
  title: string;
  /** Without its ending. */
  fileName: string;
  /** The lines below the title of the PDF: period, sums and notes. */
  facts: readonly string[];
  /** The class of the widths of its columns on the screen. */
  grid: string;
  /** The column whose figure matters most: in large type on a phone. */
  main: number;
};

/** `to`: the list that a row opens. */
type SheetRow = { id: string; to: string | null };

export type Sheet = Common & {
  columns: readonly { head: string; width: number; figure: boolean }[];
  rows: readonly (SheetRow & { texts: () => string[] })[];
  csv: () => string;
  /** For the Excel file. */
  table: () => XlsxTable;
};

/** A column of days. */
export const dayColumn = <Row>(head: string, of: (row: Row) => string): Column<Row> => ({
  ...{ head, width: 28, text: (row) => formatDateDated(of(row)) },
  kind: 'date',
  csv: of,
});

/** A column of amounts; zero is left empty. */
export const amountColumn = <Row>(head: string, currency: Currency, of: (row: Row) => Decimal | null): Column<Row> => ({
  ...{ head, width: 23, figure: true, kind: 'decimal' },
  text: (row) => ((of(row) ?? 0) === 0 ? '' : formatMoney(of(row) ?? ZERO, currency)),
  csv: (row) => numberOf(of(row)),
});

/** A column of amounts in the currency of the row; null is left empty. */
export const moneyColumn = <Row extends { currency: Currency }>(
  head: string,
  of: (row: Row) => Decimal | null,
  width = 24,
): Column<Row> => ({
  ...{ head, width, figure: true, kind: 'decimal' },
  text: (row) => {
    const amount = of(row);
    return amount === null ? '' : formatMoney(amount, row.currency);
  },
  csv: (row) => numberOf(of(row)),
});

/** A column of minutes, as hours; zero is left empty. */
export const hoursColumn = <Row>(head: string, of: (row: Row) => number): Column<Row> => ({
  ...{ head, width: 22, figure: true, kind: 'decimal' },
  text: (row) => (of(row) === 0 ? '' : formatDuration(of(row))),
  csv: (row) => toNumeric(hoursFromMinutes(of(row))),
});

export const numberOf = (amount: Decimal | null): number | null => (amount === null ? null : toNumeric(amount));

/** The sheet of these rows. `unseen`: columns of the CSV and the Excel file alone. */
export function sheetOf<Row extends SheetRow>({
  columns,
  unseen = [],
  rows,
  ...common
}: Common & {
  columns: readonly Column<Row>[];
  unseen?: readonly { head: string; kind?: XlsxKind; of: (row: Row) => XlsxCell }[];
  rows: readonly Row[];
}): Sheet {
  const ofFiles = [
    ...columns.map(({ head, fileHead = head, text, csv = text, kind }) => ({
      ...{ head: fileHead, csv, kind: kind ?? ('text' as const) },
      cell: kind ? csv : text,
    })),
    ...unseen.map(({ head, of, kind = 'text' }) => ({ head, csv: of, kind, cell: of })),
  ];
  return {
    ...common,
    columns: columns.map(({ head, width, figure = false }) => ({ head, width, figure })),
    rows: rows.map((row) => ({ id: row.id, to: row.to, texts: () => columns.map(({ text }) => text(row)) })),
    csv: () =>
      toCsv(
        ofFiles.map(({ head }) => head.toLowerCase().replaceAll(' ', '_')),
        rows.map((row) => ofFiles.map(({ csv }) => csv(row))),
      ),
    table: () => ({
      columns: ofFiles.map(({ head, kind }) => ({ head, kind })),
      rows: rows.map((row) => ofFiles.map(({ cell }) => cell(row))),
    }),
  };
}

/** The sums of the bar below the table, each by the head of its column; some have no column. */
export type SheetSums = readonly { label: string; value: string }[];

export type DocumentRequest = { sheet: Sheet; sums: SheetSums; farm: string | null; today: string; zone: Zone };

/** The sums as a row below the table; none if no column has one. */
function totalRow({ columns }: Sheet, sums: SheetSums): string[] | undefined {
  const cells = columns.map(({ head }, at) => (at > 0 && sums.find(({ label }) => label === head)?.value) || '');
  return cells.some((cell) => cell !== '') ? ['Total', ...cells.slice(1)] : undefined;
}

/** What stands above the rows of a PDF or an Excel file. */
export const headOf = (
  { sheet: { title, facts }, farm, today, zone }: Omit<DocumentRequest, 'sums'>,
  made: 'Printed' | 'Saved',
) => ({
  ...{ farm: farm ?? BRAND, title },
  facts: [...facts, `${made} on ${formatDateDated(today)} at ${localTimeIn(zone, new Date())}`],
});

const errorToast = { title: 'Error', description: 'Could not make the file.' };

export const saveSheetCsv = mutationOptions({
  mutationKey: ['reports', 'csv'],
  networkMode: 'always',
  mutationFn: ({ csv, fileName }: Sheet) => {
    saveFile(new File([csv()], `${fileName}.csv`, { type: 'text/csv' }));
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});

export const saveSheetXlsx = mutationOptions({
  mutationKey: ['reports', 'xlsx'],
  networkMode: 'always',
  mutationFn: async (request: DocumentRequest) => {
    const { xlsxFile, XLSX_TYPE } = await import('@/domain/core/xlsx');
    const { sheet } = request;
    const file = xlsxFile([{ name: 'Report', ...headOf(request, 'Saved'), ...sheet.table() }]);
    saveFile(new File([file], `${sheet.fileName}.xlsx`, { type: XLSX_TYPE }));
  },
  meta: { failed: errorToast },
});

export const saveSheetPdf = mutationOptions({
  mutationKey: ['reports', 'pdf'],
  networkMode: 'always',
  mutationFn: async (request: DocumentRequest) => {
    const [{ tablePdf }, { loadFonts }] = await Promise.all([import('@/pdf/table-pdf'), import('@/pdf/fonts')]);
    const { columns, rows, fileName } = request.sheet;
    const pdf = await tablePdf(
      {
        ...headOf(request, 'Printed'),
        columns,
        rows: rows.map(({ texts }) => texts()),
        total: totalRow(request.sheet, request.sums),
      },
      await loadFonts(),
    );
    saveFile(new File([pdf], `${fileName}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed: errorToast },
});
