import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { xlsxFile, type XlsxCell, type XlsxKind } from '@/domain/core/xlsx';
import { readXlsx } from '@tests/support/read-xlsx';

const HEAD = { name: 'Report', farm: 'Hill Farm', title: 'Work done by month', facts: [] };
/** How many rows are above the first row of the table: farm, title, empty line, head. */
const ABOVE = 4;
const columnOf = (kind: XlsxKind, values: readonly XlsxCell[]) => {
  const file = readXlsx(xlsxFile([{ ...HEAD, columns: [{ head: 'A', kind }], rows: values.map((value) => [value]) }]));
  return { ...file, column: file.cells.slice(ABOVE).map(([cell]) => cell ?? null) };
};

describe('an Excel file', () => {
  test('begins with farm, title and facts, and has the head of its table in bold', () => {
    const { cells, rows, widths } = readXlsx(
      xlsxFile([
        {
          ...HEAD,
          facts: ['6 Apr 2026 – 5 Apr 2027, Siân & Co', '', 'Saved on 27 Nov 2026 at 09:45'],
          columns: [
            { head: 'Customer', kind: 'text' },
            { head: 'Jobs', kind: 'whole' },
            { head: 'Earned', kind: 'decimal' },
          ],
          rows: [
            ['Siân & Co <Hill>', 12, 1234.5],
            ['A customer whose name is much longer than the width of a column', 3, null],
          ],
        },
      ]),
    );
    expect(rows).toEqual([
      ['Hill Farm'],
      ['Work done by month'],
      ['6 Apr 2026 – 5 Apr 2027, Siân & Co'],
      ['Saved on 27 Nov 2026 at 09:45'],
      [],
      ['Customer', 'Jobs', 'Earned'],
      ['Siân & Co <Hill>', 12, 1234.5],
      ['A customer whose name is much longer than the width of a column', 3],
    ]);
    expect(cells.map((row) => row.map((cell) => cell?.bold))).toEqual([
      [false],
      [true],
      [false],
      [false],
      [],
      [true, true, true],
      [false, false, false],
      [false, false],
    ]);
    expect(widths).toEqual([62, 10, 11]);
  });

  test.each(['=1+1', '+44 20', '-50.00', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")', '00123', '1/2'])(
    'keeps the text %j as text (A73)',
    (text) => {
      const { column, hasFormula } = columnOf('text', [text]);
      expect(column).toEqual([{ value: text, format: '@', bold: false }]);
      expect(hasFormula).toBe(false);
    },
  );

  test('stores numbers as numbers, and amounts with two decimals', () => {
    expect(columnOf('whole', [0, 1234, -3]).column).toEqual(
      [0, 1234, -3].map((value) => ({ value, format: '#,##0', bold: false })),
    );
    const amounts = [0, 0.1, -300, 99_999_999.99];
    expect(columnOf('decimal', amounts).column).toEqual(
      amounts.map((value) => ({ value, format: '#,##0.00', bold: false })),
    );
  });

  test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'])(
    'contains the same dates in the time zone %s',
    (zone) => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        const days = ['1900-03-01', '2000-01-01', '2024-02-29', '2026-03-29', '2026-10-25', '2026-12-31'];
        expect(columnOf('date', [...days, null]).column).toEqual([
          ...days.map((date) => ({ value: { date }, format: 'd\\ mmm\\ yyyy', bold: false })),
          null,
        ]);
      } finally {
        process.env['TZ'] = before;
      }
    },
  );

  test('stores a date as the number of days that Excel counts', () => {
    const file = unzipSync(xlsxFile([{ ...HEAD, columns: [{ head: 'Date', kind: 'date' }], rows: [['2026-10-25']] }]));
    expect(strFromU8(file['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<v>46320</v>');
  });

  test.each([
    ['the names of properties of every object', 'constructor', 'constructor'],
    ['the name of the prototype', '__proto__', '__proto__'],
    ['characters that look like an escape of Excel', '_x0041__x000D_', '_x0041__x000D_'],
    ['markup', '</t><b>"&amp;', '</t><b>"&amp;'],
    ['spaces around it', '  a  ', '  a  '],
    ['Windows line ends', 'gate\r\nshut\r', 'gate\nshut\n'],
    ['control characters', 'a\u0000\u001b\u0085b', 'ab'],
    ['half of a surrogate pair', 'a\ud83db\ufffe', 'ab'],
    ['an emoji', '🚜', '🚜'],
    ['more characters than Excel allows', 'x'.repeat(40_000), 'x'.repeat(32_767)],
  ])('reads back a text with %s, changed only where Excel requires it', (_, text, read) => {
    expect(columnOf('text', [text, 'after']).column.map((cell) => cell?.value)).toEqual([read, 'after']);
  });

  test('reads back every text of a random list', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 20 }), (texts) => {
        expect(columnOf('text', texts).column.map((cell) => cell?.value)).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });

  test('can have more columns than the alphabet has letters', () => {
    const columns = Array.from({ length: 30 }, (_, at) => ({ head: `Head ${at}`, kind: 'whole' as const }));
    const { rows } = readXlsx(xlsxFile([{ ...HEAD, columns, rows: [columns.map((_, at) => at)] }]));
    expect(rows.slice(3)).toEqual([columns.map(({ head }) => head), columns.map((_, at) => at)]);
  });

  test('contains all of 20,000 rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`Customer ${at}`, at]);
    const columns = [
      { head: 'Customer', kind: 'text' as const },
      { head: 'Jobs', kind: 'whole' as const },
    ];
    const read = readXlsx(xlsxFile([{ ...HEAD, columns, rows }])).rows;
    expect(read).toHaveLength(ABOVE + 20_000);
    expect(read.at(-1)).toEqual(['Customer 19999', 19_999]);
  });

  test('can have several named sheets, which share one list of texts', () => {
    const columns = [
      { head: 'Customer', kind: 'text' as const },
      { head: 'Date', kind: 'date' as const },
    ];
    const file = xlsxFile([
      { ...HEAD, name: 'Sales & notes', columns, rows: [['Siân', '2026-10-25']] },
      {
        ...HEAD,
        name: 'Owed',
        title: 'Owed by customer',
        columns,
        rows: [
          ['Dale', null],
          ['Siân', '2024-02-29'],
        ],
      },
    ]);
    const { sheets } = readXlsx(file);
    expect(sheets.map(({ name, rows }) => [name, rows.slice(ABOVE)])).toEqual([
      ['Sales & notes', [['Siân', { date: '2026-10-25' }]]],
      ['Owed', [['Dale'], ['Siân', { date: '2024-02-29' }]]],
    ]);
    expect(sheets[1]?.rows[1]).toEqual(['Owed by customer']);
    const parts = unzipSync(file);
    const types = strFromU8(parts['[Content_Types].xml'] ?? new Uint8Array());
    for (const at of [1, 2]) expect(types).toContain(`/xl/worksheets/sheet${at}.xml`);
    expect(strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array()).match(/Siân/g)).toHaveLength(1);
  });
});
