// A small PDF with the fields of an invoice, in the structure in which the app writes its files.

type InvoiceFields = { id: string; number: string; customer: string; total: number };

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** `producer` and `more` (PDF objects, which `page` references) create files as another program would write them. */
export function invoicePdf(
  { id, number, customer, total }: InvoiceFields,
  { producer = 'jsPDF 4.2.1', page = '', more = [] as string[] } = {},
): Blob {
  const lines = [number, customer, `GBP ${Math.abs(total).toFixed(2)}`];
  const text = `BT /F1 12 Tf 14 TL 50 700 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page} >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Producer (${producer}) >>`,
    ...more,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const hex = id.replaceAll('-', '').toUpperCase();
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R /ID [<${hex}> <${hex}>] >>\n`;
  return new Blob([`${file}startxref\n${table}\n%%EOF\n`], { type: 'application/pdf' });
}
