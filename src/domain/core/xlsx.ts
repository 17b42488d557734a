// Excel files: sheets with the same head as in a PDF, and a table. The format is Office Open XML (ECMA-376):
// part 1, chapter 18 for the sheet, its texts and its styles; part 2 for the parts of the ZIP archive. Decision 59 explains
// why no library writes them.
import { strToU8, zipSync } from 'fflate';
import { daysBetween } from './time';

export type XlsxKind = 'text' | 'whole' | 'decimal' | 'date';
/** Null: an empty cell. In a column of dates, a text is an ISO date. */
export type XlsxCell = string | number | null;

export type XlsxTable = {
  columns: readonly { head: string; kind: XlsxKind }[];
  rows: readonly (readonly XlsxCell[])[];
};

/** `name`: on the sheet's tab. Excel opens no file in which it is longer than 31 characters or has one of : \ / ? * [ ]. */
export type XlsxSheet = XlsxTable & { name: string; farm: string; title: string; facts: readonly string[] };

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The day before day 1. Excel counts a 29 February 1900, so this is right from 1 March 1900. */
const DAY_ZERO = '1899-12-30';
/** Excel does not open a file that contains a longer text. */
const LONGEST_TEXT = 32_767;
/** The widths of columns, in digits. */
const [NARROWEST, WIDEST] = [8, 60];
const DATE_WIDTH = 11;

const cellFormat = ({ number = 0, font = 0, border = 0, alignment = '' }) =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;

// The formats of cells, in the order of `cellXfs`. Numbers below 164 are defined by Excel (18.8.30): 49 is "text",
// which keeps a cell a text even if somebody edits it.
const FORMATS = {
  plain: cellFormat({}),
  title: cellFormat({ font: 1 }),
  head: cellFormat({ font: 2, border: 1 }),
  figureHead: cellFormat({ font: 2, border: 1, alignment: '<alignment horizontal="right"/>' }),
  text: cellFormat({ number: 49 }),
  whole: cellFormat({ number: 3 }),
  decimal: cellFormat({ number: 4 }),
  date: cellFormat({ number: 164 }),
};
type Format = keyof typeof FORMATS;
const FORMAT_NAMES = Object.keys(FORMATS);

const font = (size: number, bold: string) =>
  `<font>${bold}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`;
const fill = (pattern: string) => `<fill><patternFill patternType="${pattern}"/></fill>`;
const border = (bottom: string) => `<border><left/><right/><top/>${bottom}<diagonal/></border>`;

const STYLES = [
  `${XML}<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="d\\ mmm\\ yyyy"/></numFmts>',
  `<fonts count="3">${font(11, '')}${font(14, '<b/>')}${font(11, '<b/>')}</fonts>`,
  `<fills count="2">${fill('none')}${fill('gray125')}</fills>`,
  `<borders count="2">${border('<bottom/>')}${border('<bottom style="thin"><color auto="1"/></bottom>')}</borders>`,
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${FORMAT_NAMES.length}">${Object.values(FORMATS).join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const contentType = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="${SPREADSHEET}.${type}+xml"/>`;
const relationship = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
const relationships = (content: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;

/** The parts that depend only on the names of the sheets. */
const partsAround = (names: readonly string[]) => ({
  '[Content_Types].xml': [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    contentType('workbook', 'sheet.main'),
    ...names.map((_, at) => contentType(`worksheets/sheet${at + 1}`, 'worksheet')),
    contentType('styles', 'styles'),
    contentType('sharedStrings', 'sharedStrings'),
    '</Types>',
  ].join(''),
  '_rels/.rels': relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${names
    .map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(
    [
      ...names.map((_, at) => relationship(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relationship(names.length + 1, 'styles', 'styles.xml'),
      relationship(names.length + 2, 'sharedStrings', 'sharedStrings.xml'),
    ].join(''),
  ),
  'xl/styles.xml': STYLES,
});

/**
 * Escapes a text for XML, without characters that XML or Excel refuse. Excel would read "_x0041_" as an escaped "A".
 */
const xmlText = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A to Z, AA, AB and so on. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Three characters more than the number itself needs: for the pence and the separators. */
const widthOf = (value: XlsxCell, kind: XlsxKind): number =>
  value === null ? 0 : kind === 'date' ? DATE_WIDTH : String(value).length + (typeof value === 'number' ? 3 : 0);

const columnWidth = ({ columns, rows }: XlsxTable, at: number): number => {
  const { head = '', kind = 'text' } = columns[at] ?? {};
  const widest = rows.reduce((widest, row) => Math.max(widest, widthOf(row[at] ?? null, kind)), head.length);
  return Math.min(WIDEST, Math.max(NARROWEST, widest)) + 2;
};

type NumberOf = (text: string) => number;

/** The XML of a sheet, whose head is that of a PDF (`tablePdf`). Empty facts are left out. */
function sheetXml({ farm, title, facts, columns, rows }: XlsxSheet, numberOf: NumberOf): string {
  const lines: string[] = [];
  const addLine = (cells: readonly { value: XlsxCell; format: Format }[]) => {
    const row = lines.length + 1;
    const written = cells.map(({ value, format }, at) => {
      if (value === null || value === '') return '';
      const start = `<c r="${columnName(at)}${row}" s="${FORMAT_NAMES.indexOf(format)}"`;
      return typeof value === 'number'
        ? `${start}><v>${value}</v></c>`
        : `${start} t="s"><v>${numberOf(value)}</v></c>`;
    });
    lines.push(`<row r="${row}">${written.join('')}</row>`);
  };
  addLine([{ value: farm, format: 'plain' }]);
  addLine([{ value: title, format: 'title' }]);
  for (const value of facts) if (value !== '') addLine([{ value, format: 'plain' }]);
  addLine([]);
  addLine(columns.map(({ head, kind }) => ({ value: head, format: kind === 'text' ? 'head' : 'figureHead' })));
  for (const row of rows)
    addLine(
      row.map((value, at) => {
        const kind = columns[at]?.kind ?? 'text';
        return {
          value: kind === 'date' && typeof value === 'string' ? daysBetween(DAY_ZERO, value) : value,
          format: kind,
        };
      }),
    );
  const widths = columns.map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${columnWidth({ columns, rows }, at)}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** A file of these sheets, in their order. */
export function xlsxFile(sheets: readonly XlsxSheet[]): Uint8Array<ArrayBuffer> {
  // Texts are stored in a list of their own: phones from Apple show texts inside the cells as empty.
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, texts.size);
    return known ?? texts.size - 1;
  };
  const written = sheets.map((sheet) => sheetXml(sheet, numberOf));
  const shared = [...texts.keys()].map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`);
  const parts = {
    ...partsAround(sheets.map(({ name }) => name)),
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}" uniqueCount="${shared.length}">${shared.join('')}</sst>`,
    ...Object.fromEntries(written.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}
