// The two fonts of the PDFs, fetched when the first PDF is made.
import bold from './fonts/noto-sans-bold.ttf?url';
import regular from './fonts/noto-sans-regular.ttf?url';

export type PdfFonts = { regular: ArrayBuffer; bold: ArrayBuffer };

async function fetchFont(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No font at ${address}: ${response.status}`);
  return response.arrayBuffer();
}

export async function loadFonts(): Promise<PdfFonts> {
  const [regularFont, boldFont] = await Promise.all([fetchFont(regular), fetchFont(bold)]);
  return { regular: regularFont, bold: boldFont };
}
