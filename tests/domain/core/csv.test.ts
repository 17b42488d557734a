import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvHead, csvRows, toCsv, type CsvCell } from '@/domain/core/csv';
import { parseCsv } from '@/domain/core/parse-csv';
import { addressLines, findByName } from '@/domain/customers/customer';

const BYTE_ORDER_MARK = '\uFEFF';
const cell = (value: CsvCell) => toCsv(['a'], [[value]]).slice(`${BYTE_ORDER_MARK}a\r\n`.length, -2);

describe('files for spreadsheets', () => {
  test('start with a byte order mark, end lines with CR LF, and with no rows consist of a header (case 84)', () => {
    expect(toCsv(['work_date', 'area_ha'], [])).toBe(`${BYTE_ORDER_MARK}work_date,area_ha\r\n`);
    expect(toCsv(['a', 'b'], [['Siân', 12.5]])).toBe(`${BYTE_ORDER_MARK}a,b\r\nSiân,12.5\r\n`);
  });

  test('a file that is written in parts is identical to one written at once', () => {
    const rows = [
      ['=a', 1],
      ['Siân, "x"', null],
      ['c\r\nd', -2.5],
    ];
    const parts = csvHead(['a', 'b']) + csvRows(rows.slice(0, 1)) + csvRows([]) + csvRows(rows.slice(1));
    expect(parts).toBe(toCsv(['a', 'b'], rows));
  });

  test.each<[string, CsvCell, string]>([
    ['a formula (case 64)', '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['plus', '+44 20', "'+44 20"],
    ['minus', '-50.00', "'-50.00"],
    ['at', '@SUM(A1)', "'@SUM(A1)"],
    ['a full-width equals sign', '＝1+1', "'＝1+1"],
    ['a full-width plus', '＋1', "'＋1"],
    ['a full-width minus', '－1', "'－1"],
    ['a full-width at', '＠SUM(A1)', "'＠SUM(A1)"],
    ['tab', '\t=1', '"\'\t\'=1"'],
    ['carriage return', '\r=1', '"\'\r\'=1"'],
    ['line feed', '\n=1', '"\'\n\'=1"'],
    ['a formula after a Windows line end (A73)', 'gate\r\n=1', '"gate\r\n\'=1"'],
    ['a negative number is a number', -50, '-50'],
    ['a space before a formula (A73)', ' =1+1', "' =1+1"],
    ['a hard space before a formula (A73)', '\u00a0=1+1', "'\u00a0=1+1"],
    ['a zero-width space before a formula (A73)', '\u200b@SUM(A1)', "'\u200b@SUM(A1)"],
    ['a byte order mark before a formula (A73)', '\ufeff+1', "'\ufeff+1"],
    ['a formula after a semicolon (A73)', 'gate;=HYPERLINK(1)', '"gate;\'=HYPERLINK(1)"'],
    ['a formula after a semicolon and a space (A73)', 'gate; =1', '"gate;\' =1"'],
    ['a formula after a tab (A73)', 'gate\t@SUM(A1)', '"gate\t\'@SUM(A1)"'],
    ['a formula after a line end (A73)', 'gate\n-1+cmd', '"gate\n\'-1+cmd"'],
    ['a formula after a comma, inside quotes (A73)', 'gate,=1', '"gate,=1"'],
    ['a semicolon without a formula', 'gate; fence', '"gate; fence"'],
    ['a list of points stays as it is', 'gate\n- fence', '"gate\n- fence"'],
    ['a sign inside a text', 'John Deere 6R-150 + loader', 'John Deere 6R-150 + loader'],
    ['a name as typed (case 64)', "O'Brien & Sons <b>", "O'Brien & Sons <b>"],
    ['a comma', 'Slurry, tanker', '"Slurry, tanker"'],
    ['a quote', '5" pipe', '"5"" pipe"'],
    ['an outer space', ' x', '" x"'],
    ['nothing', null, ''],
    ['a date', '2026-11-20', '2026-11-20'],
    ['yes', true, 'true'],
    ['an emoji', '🚜', '🚜'],
  ])('%s', (_, value, written) => {
    expect(cell(value)).toBe(written);
  });

  test('property: what is written reads back, except for apostrophes', () => {
    const texts = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 }));
    const withoutApostrophes = (rows: string[][]) => rows.map((row) => row.map((text) => text.replaceAll("'", '')));
    fc.assert(
      fc.property(texts, (rows) => {
        expect(withoutApostrophes(parseCsv(toCsv(['a', 'b'], rows)).slice(1))).toEqual(withoutApostrophes(rows));
      }),
    );
  });

  test('property: no field starts a formula, whichever separator the reader uses and whether it knows quotes', () => {
    const units = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', 'a', '"', ',', ' ', '\u00a0');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: units, maxLength: 12 }), { minLength: 1, maxLength: 3 }), (row) => {
        const text = csvRows([row]);
        const fields = [...(parseCsv(text)[0] ?? []), ...text.split(/[;\t\r\n]/)];
        // A sign and a space begin a list item, such as "- fence", not a formula.
        for (const field of fields) expect(field.replace(/^[\s"]*[+-] .*/s, '')).not.toMatch(/^[\s"]*[=+\-@]/);
      }),
    );
  });

  test('files of other programs are read, with bare line feeds, empty lines and no final line end', () => {
    expect(parseCsv('a,b\n\n"x\ny",2\r\n"",\n3')).toEqual([['a', 'b'], ['x\ny', '2'], ['', ''], ['3']]);
    expect(parseCsv('')).toEqual([]);
  });
});

describe('names and addresses of customers', () => {
  const old = { name: 'Hill Farm', active: false };
  test('an archived name typed again is found (case 56)', () => {
    expect(findByName(' hill FARM', [{ name: 'Mill Farm', active: true }, old])).toBe(old);
    expect(findByName('Hill', [old])).toBeNull();
  });
  test('the lines of an address are what is filled in (case 50)', () => {
    const address = { addressLine1: ' Tŷ Gwyn ', addressLine2: '', town: null, postcode: 'sy23 1aa', country: 'Wales' };
    expect(addressLines(address)).toEqual(['Tŷ Gwyn', 'sy23 1aa', 'Wales']);
    expect(addressLines({ addressLine1: ' ' })).toEqual([]);
  });
});
