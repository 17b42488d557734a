// The page in the archive of an account that explains what is in it.
import { dateIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import type { Manifest } from './archive-format';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
const count = (number: number) => number.toLocaleString('en-GB');

/** Contains no script, style sheet or URL of a server, so that any browser can open it, now and in many years. */
export function archivePage({ farm, madeAt, tables, files, missing }: Manifest): string {
  const rows = tables
    .filter((table) => table.rows > 0)
    .map(
      ({ name, rows: number }) =>
        `<tr><td>${name.replaceAll('_', ' ')}</td><td>${count(number)}</td>` +
        `<td><a href="tables/${name}.csv">table</a></td><td><a href="tables/${name}.json">as stored</a></td></tr>`,
    );
  const title = `${farm ? `${escaped(farm)}: ` : ''}everything that ${BRAND} holds`;
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>Saved on ${dateIn('Europe/London', madeAt)}. This folder is complete: you need neither ${BRAND} nor the internet to read it.</p>
<h2>What is in it</h2>
<ul>
<li><b>tables</b>: every kind of record twice. The .csv file opens in a spreadsheet. The .json file has everything exactly as it is stored.</li>
<li><b>maps</b>: the fields with their boundaries (GeoJSON), for a map or farm program. It is there if the farm has fields.</li>
<li><b>files</b>: ${count(files.length)} photos, documents, invoices (PDF), logos and profile pictures, in folders named after their record.</li>
<li><b>manifest.json</b>: the number of rows of each table, a checksum of each file, and the next invoice number.</li>
</ul>
${missing.length > 0 ? `<p><b>${count(missing.length)} files could not be read.</b> manifest.json names them.</p>\n` : ''}<h2>How to read it</h2>
<p>Dates are year-month-day. Times that end in +00:00 are in UTC, which is an hour behind the clock in summer. A text in
a .csv file that begins like a formula has an apostrophe before it, so that no spreadsheet runs it.</p>
<h2>How to get it back into ${BRAND}</h2>
<p>Sign up for a new account, open Account, press “Restore from a ZIP” and choose the ZIP itself, not its unpacked files.
Sign-ins of your crew, your subscription and notifications on phones are not in the ZIP.</p>
<h2>Records</h2>
<table border="1" cellpadding="4">
<tr><th>Records</th><th>Number</th><th colspan="2">Files</th></tr>
${rows.join('\n')}
</table>
</html>
`;
}
