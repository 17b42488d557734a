import { readFileSync } from 'node:fs';
import { jsPDF } from 'jspdf';
import { describe, expect, test } from 'vitest';
import { fileName, invoiceFileName } from '@/domain/core/file-name';
import { asciiOnly, BOX, limitLines, oneLine, printable, RANGES } from '@/pdf/printable-text';

/** The code points of a font file, from its own character map. */
function lettersOf(file: string): Set<number> {
  const doc = new jsPDF();
  doc.addFileToVFS(file, readFileSync(`src/pdf/fonts/${file}`).toString('latin1'));
  doc.addFont(file, 'Test', 'normal');
  // jsPDF stores the parsed font there; its types do not declare it.
  const { metadata } = (doc.setFont('Test') as unknown as { getFont(): unknown } & jsPDF).getFont() as {
    metadata: { cmap: { unicode: { codeMap: Record<string, number> } } };
  };
  return new Set(Object.keys(metadata.cmap.unicode.codeMap).map(Number));
}

describe('the characters that a PDF can show', () => {
  test.each(['noto-sans-regular.ttf', 'noto-sans-bold.ttf'])('%s has every character that is allowed', (file) => {
    const has = lettersOf(file);
    const missing = RANGES.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((code) => !has.has(code)),
    );
    expect(missing).toEqual([]);
    expect(has.has(BOX.codePointAt(0) ?? 0)).toBe(true);
  });

  test('names of Britain, Ireland and their neighbours stay as they are', () => {
    for (const name of ['Tŷ Gwyn', 'Siân Ní Dhálaigh', 'Łódź', 'Llanŵnda', "O'Brien & Sons <b>", '½ m² × 3 − £ €']) {
      expect(printable(name)).toBe(name);
    }
  });

  test('decomposed accents are composed', () => {
    expect(printable('Tŷ Gwyn')).toBe('Tŷ Gwyn');
  });

  test.each([
    ['👩‍🌾 Farm', '□□ Farm'],
    ['مرحبا', '□□□□□'],
    ['a\u202Eb\u200Bc\u00ADd', 'abcd'],
    ['a\u0000b\u001Bc', 'abc'],
    ['a\tb\u00A0c', 'a b c'],
    ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
    ['\uD800 alone', '□ alone'],
  ])('%j becomes %j', (text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  test.each([
    [
      'Spread P₂O₅, 20\u201010\u201110, CO₂ ≤ 5 %, ⅓ of the \ufb01eld',
      'Spread P2O5, 20-10-10, CO2 <= 5 %, 1/3 of the field',
    ],
    ['K₂O → ≥ 24 kg ha⁻¹', 'K2O -> >= 24 kg ha−¹'],
    ['AgriCo™ № 7', 'AgriCo(TM) No. 7'],
    ['Ḋún, Nguyễn, Ḃ\u0301', 'Dún, Nguyen, B'],
    ['2⅓ bales, 10⁵ m⁴, ２４ ℃', '2 1/3 bales, 10^5 m4, 24 °C'],
    ['a ≠ b, c ≮ d, 漢字 й ㌀', 'a != b, c □ d, □□ □ □'],
    ['● 5 μg', '• 5 µg'],
  ])('what has a plain form is printed in it: %j as %j', (text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  test('plain forms count as what is printed', () => {
    expect(printable('№'.repeat(20), 12)).toBe('No.No.No.No…');
  });

  test('a text that is too long is cut with an ellipsis, but not inside a character', () => {
    expect(printable('x'.repeat(10_000), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(printable('x'.repeat(20), 20)).toBe('x'.repeat(20));
    expect(printable('👩'.repeat(50), 5)).toBe('□□□□…');
  });

  test('notes have twenty lines at most', () => {
    expect(limitLines('a\nb', 100)).toBe('a\nb');
    expect(limitLines('n\n'.repeat(50), 1000)).toBe(`${'n\n'.repeat(19)}…`);
  });

  test('a single line has no line breaks', () => {
    expect(oneLine(' a\n b ')).toBe('a b');
  });

  test('properties are plain ASCII: a truncated character could close the text', () => {
    // U+0129 and U+015C end in the bytes of ) and \.
    expect(asciiOnly('ĩ Ŝ Tŷ 👩 Łódź )')).toBe('i S Ty ? ?odz )');
  });
});

describe('file names', () => {
  test.each([
    ['INV-0001', 'Hill Farm', 'Invoice INV-0001 Hill Farm.pdf'],
    ['CN-0001', 'Hill Farm', 'Credit note CN-0001 Hill Farm.pdf'],
    [null, 'Tŷ Gwyn', 'Draft invoice Tŷ Gwyn.pdf'],
    ['A/B', '..\\..\\etc/passwd', 'Invoice A B .. .. etc passwd.pdf'],
    ['INV-1', 'a\u0000b\nc\u202Ed "e" <f>|?*:', 'Invoice INV-1 a b c d e f.pdf'],
    ['INV-1', 'Farm...', 'Invoice INV-1 Farm.pdf'],
  ])('%j for %j is %j', (number, customer, name) => {
    expect(invoiceFileName(number, customer)).toBe(name);
  });

  test('a file name is never empty, never hidden, never longer than a file system allows', () => {
    expect(fileName(['...'], 'pdf')).toBe('Invoice.pdf');
    expect(fileName(['.bashrc'], 'pdf')).toBe('bashrc.pdf');
    expect(Array.from(fileName(['é'.repeat(500)], 'pdf'))).toHaveLength(124);
  });
});
