// A label for a machine, 74 by 105 mm, with a code that opens its page.
import qrcode from 'qrcode-generator';
import type { PdfFonts } from './fonts';
import * as page from './page';
import { oneLine } from './printable-text';

const [WIDTH, HEIGHT, EDGE] = [74, 105, 7];
/** The quiet zone: the light border that a scanner needs around the code, in modules (ISO/IEC 18004: four). */
const QUIET_ZONE = 4;

export function labelPdf(
  { farm, name, address }: { farm: string; name: string; address: string },
  fonts: PdfFonts,
): ArrayBuffer {
  const doc = page.newPage(fonts, { title: `Label: ${name}`, author: farm });
  doc.addPage([WIDTH, HEIGHT]);
  doc.deletePage(1);
  // Error correction level M: readable with up to 15 % of the code damaged (ISO/IEC 18004).
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const square = (WIDTH - 2 * EDGE) / (count + 2 * QUIET_ZONE);
  const width = WIDTH - 2 * EDGE;
  doc.setFillColor('#000000');
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column))
        doc.rect(EDGE + (column + QUIET_ZONE) * square, EDGE + (row + QUIET_ZONE) * square, square, square, 'F');
  const y = page.paragraphs(
    doc,
    [oneLine(name, 60)],
    { x: EDGE, y: EDGE + width + 2, width },
    { size: 16, bold: true },
  );
  page.paragraphs(
    doc,
    [oneLine(farm, 60), 'Scan for oils, hours, defects and services.'],
    { x: EDGE, y: y + 1, width },
    { size: 8 },
  );
  return doc.output('arraybuffer');
}
