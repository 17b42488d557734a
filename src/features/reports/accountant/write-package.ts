// Writes an accountant's package: the cover, each table as CSV, all of them in one workbook, and the documents of the period
// as they were issued. Loaded on demand.
import type { QueryClient } from '@tanstack/react-query';
import { readInvoices, type Invoice } from '@/data/invoices/invoices';
import { withRetries } from '@/data/with-retries';
import { xlsxFile } from '@/domain/core/xlsx';
import { issuedIn, type AccountDocument } from '@/domain/reports/accountant';
import { headOf } from '@/features/reports/sheet';
import { openZip } from '@/lib/files/file-target';
import { zipInto } from '@/data/zip-file';
import { loadFonts } from '@/pdf/fonts';
import { tablePdf } from '@/pdf/table-pdf';
import { storedOrNewFile } from '@/widgets/invoice-file';
import { accountantTables } from './accountant-tables';
import type { Accounts } from './use-accountant';

export type PackageProgress = { done: number; total: number };

export type PackageRequest = {
  accounts: Accounts;
  withDocuments: boolean;
  onProgress: (progress: PackageProgress) => void;
  signal: AbortSignal;
};

/** Documents that are read at a time, with their lines; their files are written one by one. */
const BATCH = 50;

type Archive = ReturnType<typeof zipInto>;

const readBatch = (request: PackageRequest, batch: readonly AccountDocument[]): Promise<Invoice[]> =>
  withRetries(
    () =>
      readInvoices(
        request.accounts.account.ownerId,
        batch.map(({ id }) => id),
        request.signal,
      ),
    request.signal,
  );

async function writeDocuments(zip: Archive, client: QueryClient, request: PackageRequest): Promise<number> {
  const { documents, period } = request.accounts;
  const dates = new Map(documents.map(({ invoiceNumber, issueDate }) => [invoiceNumber, issueDate]));
  const issued = issuedIn(documents, period);
  for (let at = 0; at < issued.length; at += BATCH) {
    const batch = issued.slice(at, at + BATCH);
    const invoices = new Map((await readBatch(request, batch)).map((invoice) => [invoice.id, invoice]));
    for (const [within, { id, corrects }] of batch.entries()) {
      request.signal.throwIfAborted();
      request.onProgress({ done: at + within, total: issued.length });
      const invoice = invoices.get(id);
      // An invoice may have been withdrawn since the tables were read.
      if (!invoice) throw new Error('The register changed while the file was made.');
      const credits = corrects === null ? null : { invoiceNumber: corrects, issueDate: dates.get(corrects) ?? '' };
      const file = await withRetries(() => storedOrNewFile({ ...invoice, credits }, client), request.signal);
      await zip.addWhole(`invoices/${file.name}`, new Uint8Array(await file.arrayBuffer()));
    }
  }
  return issued.length;
}

/** Returns the number of documents in the package; null if the user cancelled and there is no file. */
export async function writePackage(request: PackageRequest, client: QueryClient): Promise<number | null> {
  const { account, period, today } = request.accounts;
  const name = `accountant-${period.from}-to-${period.to}`;
  const target = await openZip(`${name}.zip`);
  if (!target) return null;
  try {
    const zip = zipInto(target);
    const tables = accountantTables(request.accounts);
    const { farmName: farm, zone } = account.settings;
    const requestOf = ({ sheet }: (typeof tables)[number]) => ({ sheet, farm, today, zone });
    const [cover] = tables;
    if (cover) {
      const { columns, rows } = cover.sheet;
      const pdf = await tablePdf(
        {
          ...{ ...headOf(requestOf(cover), 'Saved'), columns, format: 'A4 landscape' },
          rows: rows.map(({ texts }) => texts()),
        },
        await loadFonts(),
      );
      await zip.addWhole('cover.pdf', new Uint8Array(pdf));
    }
    const sheets = tables.map((table) => ({
      ...{ name: table.name, ...headOf(requestOf(table), 'Saved') },
      ...table.sheet.table(),
    }));
    await zip.addWhole(`${name}.xlsx`, xlsxFile(sheets));
    for (const { sheet } of tables) {
      const entry = zip.open(`${sheet.fileName}.csv`);
      await entry.add(sheet.csv());
      await entry.end();
    }
    const written = request.withDocuments ? await writeDocuments(zip, client, request) : 0;
    await zip.finish();
    request.signal.throwIfAborted();
    await target.finish();
    return written;
  } catch (reason) {
    await target.discard();
    if (request.signal.aborted) return null;
    throw reason;
  }
}
