import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readTables } from '@/domain/import/read-file';
import { xlsxFile } from '@/domain/core/xlsx';

const bytes = (text: string) => new TextEncoder().encode(text);
const MAX_ROWS = 2_000;
const read = (file: Uint8Array, rest = () => Promise.resolve()) => readTables(file, { maxRows: MAX_ROWS, rest });
const cells = async (file: Uint8Array) => (await read(file))[0]?.rows.map((row) => row.cells);

const RELS =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>';
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot;d&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
const TEXTS =
  '<sst><si><t>Hill Farm</t></si><si><r><t>O&apos;Brien </t></r><r><t xml:space="preserve">&amp; Sons</t></r><rPh><t>ignored</t></rPh></si></sst>';
const book = (
  sheet: string,
  {
    workbook = '<workbook><sheets><sheet name="Jobs" r:id="rId1"/></sheets></workbook>',
    ...more
  }: Record<string, string> = {},
) =>
  zipSync({
    'xl/workbook.xml': strToU8(workbook),
    'xl/_rels/workbook.xml.rels': strToU8(RELS),
    'xl/sharedStrings.xml': strToU8(TEXTS),
    'xl/styles.xml': strToU8(STYLES),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
  });

test.each([
  ['commas', 'Name,Town\r\nHill Farm,Hereford\r\n'],
  ['semicolons', 'Name;Town\r\nHill Farm;Hereford\r\n'],
  ['tabs, as copied from a spreadsheet', 'Name\tTown\nHill Farm\tHereford'],
  ['a byte order mark', '\uFEFFName,Town\nHill Farm,Hereford\n'],
  ['old line ends', 'Name,Town\rHill Farm,Hereford\r'],
  ['a note of the separator', 'sep=;\r\nName;Town\r\nHill Farm;Hereford'],
  ['empty lines', '\n\nName,Town\n,\nHill Farm,Hereford\n\n'],
])('reads a text with %s', async (_, text) => {
  expect(await cells(bytes(text))).toEqual([
    ['Name', 'Town'],
    ['Hill Farm', 'Hereford'],
  ]);
});

test('semicolons win over the decimal commas between them', async () => {
  expect((await cells(bytes('Task;Rate;Quantity\nBaling;6,22;12,5\nPloughing;32,06;3,25')))?.[1]).toEqual([
    'Baling',
    '6,22',
    '12,5',
  ]);
});

test('quoted cells keep separators, line ends and quotation marks; a mark inside a text is a letter', async () => {
  expect(await cells(bytes('Name,Note\n"Hill, ""Top"" Farm","Two\nlines"\nPipe,6" pipe\n'))).toEqual([
    ['Name', 'Note'],
    ['Hill, "Top" Farm', 'Two\nlines'],
    ['Pipe', '6" pipe'],
  ]);
});

test('a file in Windows-1252 and one in UTF-16 keep their letters', async () => {
  const windows = Uint8Array.from([...bytes('Name,Price\nCaf'), 0xe9, ...bytes(' Farm,'), 0xa3, ...bytes('5\n')]);
  expect((await cells(windows))?.[1]).toEqual(['Café Farm', '£5']);
  const utf16 = Uint8Array.from(
    Array.from('\uFEFFName\tTown\nSiân\tBala').flatMap((letter) => [
      letter.charCodeAt(0) & 255,
      letter.charCodeAt(0) >> 8,
    ]),
  );
  expect((await cells(utf16))?.[1]).toEqual(['Siân', 'Bala']);
});

test('a formula from a CSV file stays a text (CSV injection)', async () => {
  expect((await cells(bytes('Name\n"=HYPERLINK(""http://x"",""y"")"\n')))?.[1]).toEqual(['=HYPERLINK("http://x","y")']);
});

test('rows know their number in the file', async () => {
  const places = async (file: Uint8Array) => (await read(file))[0]?.rows.map(({ at }) => at);
  expect(await places(bytes('Name,Town\n\nHill Farm,Hereford\n'))).toEqual([1, 3]);
  expect(
    await places(
      book('<row r="2"><c t="inlineStr"><is><t>Name</t></is></c></row><row r="7"><c t="s"><v>0</v></c></row>'),
    ),
  ).toEqual([2, 7]);
});

test.each([
  ['CSV', () => bytes('Name,Town\n'.repeat(200_000))],
  ['Excel', () => book('<row><c><v>1</v></c></row>'.repeat(200_000))],
])('200,000 rows of %s are refused before they are read to the end', async (_, file) => {
  let rests = 0;
  const rest = () => {
    rests += 1;
    return Promise.resolve();
  };
  await expect(read(file(), rest)).rejects.toThrow(
    'The file has more than 2,000 rows. Split it, and import one part after the other.',
  );
  // A rest after each 500 rows: the reading stopped at the first row too many.
  expect(rests).toBe(4);
});

test('as many rows as may be imported at once are read', async () => {
  expect((await read(bytes(`Name\n${'Hill Farm\n'.repeat(MAX_ROWS)}`)))[0]?.rows).toHaveLength(MAX_ROWS + 1);
});

test('an Excel file gives shared and inline texts, numbers as they are shown, and yes or no', async () => {
  const row = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Note_x0041_</t></is></c>
    <c r="D1"><v>0.30000000000000004</v></c><c r="E1" s="4"><v>12</v></c><c r="F1" t="b"><v>1</v></c></row>`;
  expect(await cells(book(row))).toEqual([["O'Brien & Sons", '', 'NoteA', '0.3', '12', 'yes']]);
});

test('dates and times that are stored as numbers are read by the style of their cell', async () => {
  const row = `<row r="1"><c r="A1" s="1"><v>46296</v></c><c r="B1" s="2"><v>46296</v></c><c r="C1" s="3"><v>0.5486111111111112</v></c>
    <c r="D1" s="5"><v>46296.25</v></c><c r="E1"><v>46296</v></c></row>`;
  expect(await cells(book(row))).toEqual([['2026-10-01', '2026-10-01', '13:10', '2026-10-01 06:00', '46296']]);
  const workbook = '<workbook><workbookPr date1904="1"/><sheets><sheet name="Jobs" r:id="rId1"/></sheets></workbook>';
  expect(await cells(book('<row><c s="1"><v>44834</v></c></row>', { workbook }))).toEqual([['2026-10-01']]);
});

test('a formula counts as its stored value; without one, and with an error, the cell says so', async () => {
  const row = `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A2</f><v>Baling</v></c><c r="C1"><f>A9</f></c>
    <c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
  expect(await cells(book(row))).toEqual([
    [
      '2',
      'Baling',
      { problem: 'This formula has no stored value. Open the file in your spreadsheet and save it again.' },
      { problem: 'The cell has an error: #DIV/0!' },
    ],
  ]);
});

test('merged cells have their value in the first cell', async () => {
  const sheet =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"/><c r="C1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><sheetData>';
  expect(await cells(book(sheet))).toEqual([['Hill Farm', '', '1']]);
});

test('every sheet with rows can be chosen, in the order of the workbook', async () => {
  const tables = await read(
    book('<row><c><v>1</v></c></row>', {
      workbook:
        '<workbook><sheets><sheet name="Prices" r:id="rId2"/><sheet name="Jobs" r:id="rId1"/></sheets></workbook>',
      'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>',
    }),
  );
  expect(tables.map(({ sheet, rows }) => [sheet, rows[0]?.cells])).toEqual([
    ['Prices', ['2']],
    ['Jobs', ['1']],
  ]);
});

test('a file that the app itself wrote is read', async () => {
  const file = xlsxFile([
    {
      ...{ name: 'Jobs', farm: 'Hill Farm', facts: [], title: 'Jobs' },
      columns: [
        { head: 'Date', kind: 'date' },
        { head: 'Customer', kind: 'text' },
        { head: 'Value', kind: 'decimal' },
      ],
      rows: [['2026-10-01', 'Hill Farm', 400.75]],
    },
  ]);
  expect((await cells(file))?.slice(-2)).toEqual([
    ['Date', 'Customer', 'Value'],
    ['2026-10-01', 'Hill Farm', '400.75'],
  ]);
});

test('files that are damaged, too large or something else are refused with a message', async () => {
  const whole = book('<row r="1"><c t="s"><v>0</v></c></row>');
  const refused = (file: Uint8Array) => expect(read(file)).rejects;
  await refused(whole.subarray(0, Math.floor(whole.length * 0.6))).toThrow(
    'The zip file is damaged or has a password.',
  );
  await refused(zipSync({ 'notes.txt': strToU8('Hello') })).toThrow(
    'This zip file is not an Excel file. Choose an .xlsx or a CSV file.',
  );
  await refused(book(' '.repeat(70_000_000))).toThrow(
    'The zip file unpacks to more than 64 MB. Export less at a time.',
  );
  await refused(book('', { workbook: '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' })).toThrow(
    'The file has a document type (DOCTYPE), which is not read.',
  );
  await refused(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)).toThrow(
    'This is an old Excel file (.xls), or it has a password.',
  );
  await refused(Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0, 1, 2)).toThrow(
    'This is not a table. Choose an .xlsx or a CSV file.',
  );
  await refused(bytes('\n \n,,\n')).toThrow('There are no rows in this file.');
  await refused(new Uint8Array(20_000_001)).toThrow('The file is larger than 20 MB. Split it, and import the parts.');
});
