// A signature drawn by finger, stored as an SVG path.
import type { jsPDF } from 'jspdf';
import * as page from './page';

const { BLACK, BOTTOM, MARGIN, RIGHT, SMALL, paragraphs, rule } = page;
const BOX_WIDTH = 60;
/** The height of the box, for a width of 1000. */
const BOX_HEIGHT = 400;

/** Draws path data with M and L only, in a box of 1000 by 400. Returns the lower edge. */
export function drawSignature(doc: jsPDF, path: string, top: number): number {
  const scale = BOX_WIDTH / 1000;
  const height = BOX_HEIGHT * scale;
  let y = top;
  if (y + height + page.lineHeight() > BOTTOM) {
    doc.addPage();
    y = MARGIN;
  }
  paragraphs(doc, ['Signature'], { x: MARGIN, width: RIGHT - MARGIN, y }, { size: SMALL, grey: true });
  const from = y + page.lineHeight({ size: SMALL }) + 1;
  doc.setDrawColor(BLACK).setLineWidth(0.4);
  for (const stroke of path.split('M').filter(Boolean)) {
    const points = stroke.split('L').map((point) => point.trim().split(' ').map(Number));
    for (const [at, [x = 0, pointY = 0]] of points.entries()) {
      const [beforeX = x, beforeY = pointY] = points[at - 1] ?? [];
      doc.line(MARGIN + beforeX * scale, from + beforeY * scale, MARGIN + x * scale, from + pointY * scale);
    }
  }
  rule(doc, from + height + 0.5, 0.1, { to: MARGIN + BOX_WIDTH });
  return from + height + 4;
}
