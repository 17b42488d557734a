// Reads an Excel file: what the cells of its sheets contain, and how they look.
import { strFromU8, unzipSync } from 'fflate';

/** A date is an ISO text in an object, so that a test can tell it from a text. */
type Value = string | number | { date: string };
type Cell = { value: Value; bold: boolean; format: string };

const BUILT_IN: Readonly<Record<string, string>> = { 0: 'General', 3: '#,##0', 4: '#,##0.00', 49: '@' };
const DAY_ZERO = Date.UTC(1899, 11, 30);
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const elements = (xml: string, name: string): { attributes: string; content: string }[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: ([^>]*?))?(?:/>|>(.*?)</${name}>)`, 'gs'))].map(
    ([, attributes = '', content = '']) => ({ attributes, content }),
  );
const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
const textOf = (xml: string) =>
  xml
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
/** The place of a column: 0 for A. */
const columnOf = (reference: string) =>
  Array.from(/^[A-Z]+/.exec(reference)?.[0] ?? '').reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * `rows`: the values, null for empty cells. `cells`: the same with their looks. `widths`: of the columns. All of the first
 * sheet; `sheets` are all of them with their names.
 */
export function readXlsx(file: Uint8Array) {
  const parts = unzipSync(file);
  const part = (name: string) => {
    const bytes = parts[name];
    if (!bytes) throw new Error(`The file has no ${name}`);
    return strFromU8(bytes);
  };
  const texts = elements(part('xl/sharedStrings.xml'), 'si').map(({ content }) =>
    elements(content, 't')
      .map((one) => textOf(one.content))
      .join(''),
  );
  const styles = part('xl/styles.xml');
  const own: Record<string, string> = Object.fromEntries(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attribute(attributes, 'numFmtId') ?? '',
      attribute(attributes, 'formatCode') ?? '',
    ]),
  );
  const fonts = elements(elements(styles, 'fonts')[0]?.content ?? '', 'font');
  const looks = elements(elements(styles, 'cellXfs')[0]?.content ?? '', 'xf').map(({ attributes }) => {
    const number = attribute(attributes, 'numFmtId') ?? '0';
    const font = fonts[Number(attribute(attributes, 'fontId') ?? 0)];
    return { format: own[number] ?? BUILT_IN[number] ?? number, bold: font?.content.includes('<b/>') ?? false };
  });
  const readSheet = (sheet: string) => {
    const cells = elements(sheet, 'row').map(({ content }) => {
      const row: (Cell | null)[] = [];
      for (const one of elements(content, 'c')) {
        const look = looks[Number(attribute(one.attributes, 's') ?? 0)] ?? { format: 'General', bold: false };
        const written = elements(one.content, 'v')[0]?.content ?? '';
        const number = Number(written);
        const isText = attribute(one.attributes, 't') === 's';
        if (written === '' || Number.isNaN(number) || (isText && texts[number] === undefined))
          throw new Error(`A cell cannot be read: ${one.attributes} ${one.content}`);
        const value = isText
          ? (texts[number] ?? '')
          : look.format.includes('yyyy')
            ? { date: new Date(DAY_ZERO + number * 86_400_000).toISOString().slice(0, 10) }
            : number;
        row[columnOf(attribute(one.attributes, 'r') ?? '')] = { ...look, value };
      }
      return Array.from(row, (cell) => cell ?? null);
    });
    return {
      cells,
      rows: cells.map((row) => row.map((cell) => cell && cell.value)),
      widths: elements(sheet, 'col').map(({ attributes }) => Number(attribute(attributes, 'width'))),
      hasFormula: /<f[ >]/.test(sheet),
    };
  };
  // A sheet is found as Excel finds it: the workbook names its relationship, and that names the part.
  const targets = new Map(
    elements(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attribute(attributes, 'Id'),
      attribute(attributes, 'Target') ?? '',
    ]),
  );
  const sheets = elements(part('xl/workbook.xml'), 'sheet').map(({ attributes }) => ({
    name: textOf(attribute(attributes, 'name') ?? ''),
    ...readSheet(part(`xl/${targets.get(attribute(attributes, 'r:id')) ?? ''}`)),
  }));
  return { ...(sheets[0] ?? readSheet('')), sheets };
}
