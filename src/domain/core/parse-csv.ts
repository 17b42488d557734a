// Reads CSV files (RFC 4180), also with another separator. What the app writes is in csv.ts.

/**
 * The rows of a file, header included. Reads quotes, doubled quotes and line breaks in cells; skips empty lines. Cells that
 * were copied from a spreadsheet are separated by tabs.
 */
export const parseCsv = (text: string, separator: ',' | ';' | '\t' = ','): string[][] =>
  [...csvRecords(text, separator)].filter((row) => row.join('') !== '' || row.length > 1);

/**
 * The lines of a text whose cells are separated by this sign, one after the other, empty lines too. A quotation mark counts
 * at the start of a cell only: `6" pipe` is a text.
 */
export function* csvRecords(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
    wasQuoted = false;
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '' && !wasQuoted) quoted = wasQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1;
      endCell();
      yield row;
      row = [];
    } else cell += character;
  }
  if (cell !== '' || wasQuoted || row.length > 0) {
    endCell();
    yield row;
  }
}
