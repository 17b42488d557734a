// A list as a PDF. Its columns are as wide as their texts need; the page is turned if they do not fit across it.
import type { ListPrintout } from '@/domain/core/list-printout';
import type { PdfFonts } from './fonts';
import * as page from './page';
import { oneLine } from './printable-text';
import { columnGap, tablePdf } from './table-pdf';

const { SMALL } = page;
/** Texts that may wrap are at least this wide, unless they are shorter (mm). */
const READABLE = 30;
/** No column that must not wrap is wider than this (mm). */
const WIDEST = 60;
/** For rounding: a text must not wrap in a column that is exactly as wide. */
const SPARE = 0.4;

type Column = ListPrintout['columns'][number];
const isRigid = ({ figure = false, noWrap = false }: Column) => figure || noWrap;

/** The width of each column's widest text, its head included. Measures only texts that may be the widest. */
function textWidths({ columns, rows }: Pick<ListPrintout, 'columns' | 'rows'>, fonts: PdfFonts): number[] {
  const doc = page.newPage(fonts, { title: '', author: '' });
  const widthOf = page.measurer(doc, { size: SMALL });
  const widthOfHead = page.measurer(doc, { size: SMALL, bold: true });
  return columns.map(({ head }, at) => {
    let longest = 0;
    let widest = widthOfHead(head);
    for (const row of rows) {
      const cell = row[at] ?? '';
      // A shorter text can be wider, but hardly with two thirds of the letters.
      if (cell.length * 1.5 < longest) continue;
      longest = Math.max(longest, cell.length);
      widest = Math.max(widest, widthOf(oneLine(cell, 200)));
    }
    return widest + SPARE;
  });
}

/** The widths of columns in the available space: short ones keep theirs, long ones share the rest equally. */
function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  available: number,
): { widths: number[]; isReadable: boolean } {
  const space = available - columnGap * (columns.length - 1);
  const widths = natural.map((width, at) => {
    const column = columns[at];
    return column && isRigid(column) ? Math.min(width, WIDEST) : width;
  });
  const isFlexible = (at: number) => {
    const column = columns[at];
    return column !== undefined && !isRigid(column);
  };
  let left = space - widths.reduce((sum, width, at) => sum + (isFlexible(at) ? 0 : width), 0);
  const flexible = widths.map((width, at) => ({ width, at })).filter(({ at }) => isFlexible(at));
  let isReadable = left >= 0;
  for (const [done, { width, at }] of flexible.toSorted((a, b) => a.width - b.width).entries()) {
    const share = left / (flexible.length - done);
    const given = Math.max(Math.min(width, share), 1);
    if (given < Math.min(width, READABLE)) isReadable = false;
    widths[at] = given;
    left -= given;
  }
  // What remains goes to the columns with texts, so that the table is as wide as the page.
  if (left > 0) for (const { at } of flexible) widths[at] = (widths[at] ?? 0) + left / flexible.length;
  return { widths, isReadable };
}

export async function listPdf(
  farm: string,
  { title, facts, columns, rows }: ListPrintout,
  fonts: PdfFonts,
): Promise<ArrayBuffer> {
  const natural = textWidths({ columns, rows }, fonts);
  const upright = fitColumns(columns, natural, page.contentWidth('A4'));
  const format = upright.isReadable ? 'A4' : 'A4 landscape';
  const { widths } = upright.isReadable ? upright : fitColumns(columns, natural, page.contentWidth(format));
  return tablePdf(
    {
      farm,
      title,
      facts,
      columns: columns.map(({ head, figure = false }, at) => ({ head, figure, width: widths[at] ?? 0 })),
      rows,
      format,
      size: SMALL,
    },
    fonts,
  );
}
