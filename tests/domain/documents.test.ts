// Documents are checked by their bytes: a file that a browser or an office program would run is refused under any name.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { documentName, formatBytes } from '@/domain/documents/document-types';
import { inspectDocument } from '@/domain/documents/inspect-document';

const bytesOf = (text: string) => strToU8(text);
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const inspect = (name: string, content: string | Uint8Array) =>
  inspectDocument(name, typeof content === 'string' ? bytesOf(content) : content);
const typeOf = (name: string, content: string | Uint8Array) => {
  const found = inspect(name, content);
  return found.ok ? found.type : found.sentence;
};

const TYPES = '<Types><Override ContentType="application/xml"/></Types>';
const WORD = { '[Content_Types].xml': TYPES, 'word/document.xml': '<w/>' };
const EXCEL = { '[Content_Types].xml': TYPES, 'xl/workbook.xml': '<x/>' };
const OPEN = 'application/vnd.oasis.opendocument';
const MACROS = /^This file contains macros/;

describe('the type is found from the bytes', () => {
  test.each([
    ['a PDF under any name', 'x.exe', '%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj', 'application/pdf'],
    ['Word', 'x.docx', zipOf(WORD), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['Excel', 'x.zip', zipOf(EXCEL), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    [
      'Excel with printer settings',
      'x.xlsx',
      zipOf({ ...EXCEL, 'xl/printerSettings/printerSettings1.bin': 'x' }),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    ['an OpenDocument text', 'x.odt', zipOf({ mimetype: `${OPEN}.text`, 'content.xml': '<o/>' }), `${OPEN}.text`],
    [
      'an OpenDocument table',
      'x.ods',
      zipOf({ mimetype: `${OPEN}.spreadsheet`, 'content.xml': '<o/>' }),
      `${OPEN}.spreadsheet`,
    ],
    ['CSV', 'x.CSV', 'field,ha\nLong Meadow,4.05\n', 'text/csv'],
    ['a text', 'x.txt', 'Gate code 4711, < 5 t', 'text/plain'],
    ['CSV as Excel writes it on Windows', 'x.csv', Uint8Array.of(0xa3, 0x35, 0x0d, 0x0a), 'text/csv'],
  ])('of %s', (_, name, content, type) => {
    expect(typeOf(name, content)).toBe(type);
  });
});

describe('the check', () => {
  test.each([
    ['a web page', 'x.txt', '\ufeff  <!DOCTYPE html><script>alert(1)</script>', /web page/],
    ['a page after some text', 'x.csv', 'a,b\n<script>alert(1)</script>', /web page/],
    ['a drawing', 'x.txt', '<svg onload="alert(1)"/>', /web page/],
    ['XML', 'x.txt', '<?xml version="1.0"?><a/>', /web page/],
    ['a text with a NUL', 'x.txt', 'a\u0000b', /kind of file/],
    ['a program', 'x.csv', Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3), /kind of file/],
    ['a script by its name', 'x.js', 'alert(1)', /kind of file/],
    ['a Word file with macros', 'x.docx', zipOf({ ...WORD, 'word/vbaProject.bin': 'x' }), MACROS],
    [
      'a Word file that declares macros',
      'x.docm',
      zipOf({ ...WORD, '[Content_Types].xml': 'x.macroEnabled.12' }),
      MACROS,
    ],
    ['an Excel file with macro sheets', 'x.xlsx', zipOf({ ...EXCEL, 'xl/macrosheets/sheet1.xml': 'x' }), MACROS],
    [
      'an OpenDocument file with macros',
      'x.odt',
      zipOf({ mimetype: `${OPEN}.text`, 'content.xml': '<o/>', 'Basic/Standard/a.xml': 'x' }),
      MACROS,
    ],
    ['another zip', 'x.docx', zipOf({ 'a.html': 'x' }), /kind of file/],
    ['a damaged zip', 'x.docx', zipOf(WORD).subarray(0, 70), /damaged/],
    ['an old Word file', 'x.doc', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), /old Word/],
    ['a PDF with a script', 'x.pdf', '%PDF-1.7\n<</S /JavaScript /JS (app.alert(1))>>', /This PDF contains/],
    ['a PDF whose script has another spelling', 'x.pdf', '%PDF-1.7\n<</S /#4aavaScript>>', /This PDF contains/],
    ['a PDF that starts a program', 'x.pdf', '%PDF-1.7\n<</S /Launch /F (a.exe)>>', /This PDF contains/],
    ['a PDF with a file in it', 'x.pdf', '%PDF-1.7\n<</Type /EmbeddedFile>>', /This PDF contains/],
    ['an empty file', 'x.pdf', '', /empty/],
    ['a file of more than 20 MB', 'x.pdf', new Uint8Array(20 * 1024 * 1024 + 1), /21 MB/],
  ])('refuses %s', (_, name, content, sentence) => {
    expect(typeOf(name, content)).toMatch(sentence);
  });

  test('accepts a PDF whose compressed part contains a forbidden key by chance', () => {
    expect(typeOf('x.pdf', '%PDF-1.7\n1 0 obj <<>> stream\n\u0001/JS\u0002\nendstream endobj')).toBe('application/pdf');
  });
});

test('a document keeps its name, with the extension of its type', () => {
  expect(documentName('Soil report.2026.pdf', 'application/pdf')).toBe('Soil report.2026.pdf');
  expect(documentName('photo.HEIC', 'image/jpeg')).toBe('photo.jpg');
  expect(documentName('invoice\u202efdp.exe', 'application/pdf')).toBe('invoicefdp.pdf');
  expect(documentName('../../etc/passwd', 'text/plain')).toBe('....etcpasswd.txt');
  expect(documentName('.pdf', 'application/pdf')).toBe('Document.pdf');
  expect(Array.from(documentName('😀'.repeat(200), 'text/csv'))).toHaveLength(150);
});

test('sizes are shown in KB, MB or GB', () => {
  expect([0, 1, 900_000, 1_300_000, 150 * 1024 * 1024, 8000 * 1024 * 1024].map(formatBytes)).toEqual([
    '0 KB',
    '1 KB',
    '879 KB',
    '1.2 MB',
    '150 MB',
    '7.8 GB',
  ]);
});
