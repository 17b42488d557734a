import { screen, waitFor, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { addDays } from '@/domain/core/time';
import { saveFile } from '@/lib/files/save-file';
import { lastFile, serveFonts } from '@tests/features/calculators/saved-files';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { registerDocuments, type RegisterDocuments } from '@tests/support/account-data/register-documents';
import { readXlsx } from '@tests/support/read-xlsx';
import { renderPage } from '@tests/support/render-page';
import { reportPage, rowsOf } from './report-page';

// Twelve documents become PDFs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const { backend, owner, openReport } = reportPage();
let farm: InvoicingAccount;
let documents: RegisterDocuments;
beforeEach(async () => {
  farm = await setUpInvoicing(backend(), owner());
  documents = registerDocuments(backend(), owner(), farm);
});

const query = () => `?report=accountant&period=dates&from=${addDays(farm.today, -60)}&to=${farm.today}`;
const open = () => openReport(query());

/** The files of the saved package. */
async function savedPackage() {
  await waitFor(() => expect(lastFile()?.name).toMatch(/\.zip$/), { timeout: 120_000 });
  return unzipSync(new Uint8Array((await lastFile()?.arrayBuffer()) ?? new ArrayBuffer(0)));
}
const csvOf = (zip: Record<string, Uint8Array>, name: string) =>
  parseCsv(strFromU8(zip[`${name}.csv`] ?? new Uint8Array()));

/** The sum of a column of a CSV file, in pennies. */
function pennies(
  [head = [], ...rows]: string[][],
  column: string,
  which: (row: string[]) => boolean = () => true,
): number {
  const at = head.indexOf(column);
  if (at < 0) throw new Error(`There is no column ${column}`);
  return rows.filter(which).reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}

/** One figure of the account's documents, in pennies, from the database. */
async function stored(figure: string, where: string): Promise<number> {
  const [row] = await backend().sql<{ pennies: number }>(
    `select coalesce(sum(${figure}) * 100, 0)::int as pennies from public.invoices where user_id = $1 and ${where}`,
    [owner().id],
  );
  return row?.pennies ?? 0;
}

describe('the accountant’s package', () => {
  test('has the same sums on the screen, in its CSV files, in the workbook and in the database', async () => {
    const [first = ''] = await documents.addEveryKind();
    const cancelled = (await farm.issue(await farm.addWorks([64]))).data?.id ?? '';
    await farm.withdraw(cancelled);
    const unpaid = await documents.addSentInvoice(33.33);
    await documents.credit(unpaid);
    await backend().sql(
      `insert into public.time_entries (user_id, employee_id, clock_in_at, clock_out_at)
       values ($1, $1, $2::timestamp at time zone 'Europe/London', $2::timestamp at time zone 'Europe/London' + interval '90 minutes')`,
      [owner().id, `${addDays(farm.today, -1)} 06:00`],
    );
    const issued = new Blob(['%PDF-as it was issued'], { type: 'application/pdf' });
    await owner().storage.from('invoices').upload(`${owner().id}/${first}.pdf`, issued);
    expect((await owner().rpc('keep_invoice_file', { p_invoice_id: first })).error).toBeNull();

    const { user } = await open();
    serveFonts();
    const shown = await rowsOf('For the accountant');
    await user.click(screen.getByRole('button', { name: 'Save the package' }));
    // Before the files are unpacked: the message goes after five seconds.
    expect(await screen.findByText('With 12 documents as PDF.', {}, { timeout: 120_000 })).toBeInTheDocument();
    const zip = await savedPackage();

    // Screen, cover and workbook.
    const cover = csvOf(zip, 'cover');
    const coverOf = (what: string) => cover.find(([name]) => name === what) ?? [];
    expect(shown.map(([what]) => what)).toEqual(cover.slice(1).map(([what]) => what));
    expect(shown.find(([what]) => what === 'Sales')?.slice(1, 5)).toEqual(['11', '£1,630.00', '£326.00', '£1,956.00']);
    expect(coverOf('Sales').slice(1, 5)).toEqual(['11', '1630', '326', '1956']);
    const { sheets } = readXlsx(zip[Object.keys(zip).find((name) => name.endsWith('.xlsx')) ?? ''] ?? new Uint8Array());
    expect(sheets.map(({ name }) => name)).toEqual(['Cover', 'Sales', 'Payments', 'Owed', 'VAT', 'Hours']);
    const names = ['cover', 'sales-day-book', 'payments', 'owed', 'vat', 'hours'];
    for (const [at, name] of names.entries()) {
      const [, ...rows] = csvOf(zip, name);
      const inSheet = sheets[at]?.rows.slice(-rows.length) ?? [];
      expect(rows.length).toBeGreaterThan(0);
      expect(sheets[at]?.hasFormula).toBe(false);
      for (const [line, row] of rows.entries())
        for (const [column, text] of row.entries()) {
          const cell = inSheet[line]?.[column] ?? '';
          expect(typeof cell === 'object' ? cell.date : String(cell)).toBe(text);
        }
    }

    // Cover and database.
    const amount = (what: string, column: 'net' | 'vat' | 'gross') => pennies([cover[0] ?? [], coverOf(what)], column);
    const live = `voided_at is null`;
    for (const [column, figure] of [
      ['net', 'subtotal'],
      ['vat', 'vat_amount'],
      ['gross', 'total'],
    ] as const) {
      expect(amount('Invoices', column)).toBe(await stored(figure, `${live} and kind = 'invoice'`));
      expect(amount('Credit notes', column)).toBe(await stored(figure, `kind = 'credit_note'`));
      expect(amount('Sales', column)).toBe(await stored(figure, live));
      expect(amount('Payments', column)).toBe(await stored(figure, `kind = 'invoice' and paid_at is not null`));
      expect(amount('VAT on invoices', column)).toBe(await stored(figure, live));
      expect(amount('VAT on payments', column)).toBe(await stored(figure, 'paid_at is not null'));
      expect(pennies(csvOf(zip, 'sales-day-book'), column)).toBe(amount('Sales', column));
      expect(pennies(csvOf(zip, 'payments'), column)).toBe(amount('Payments', column));
      for (const [basis, what] of [
        ['Invoices', 'VAT on invoices'],
        ['Payments', 'VAT on payments'],
      ] as const)
        expect(pennies(csvOf(zip, 'vat'), column, ([name = '']) => name.startsWith(basis))).toBe(amount(what, column));
    }
    const unpaidTotal = await stored('total', `kind = 'invoice' and coalesce(paid_at, voided_at, credited_at) is null`);
    const toPayBack = await stored('total', `kind = 'credit_note' and coalesce(paid_at, credited_at) is null`);
    expect(amount('Owed after', 'gross')).toBe(unpaidTotal + toPayBack);
    expect(amount('Owed before', 'gross') + amount('Sales', 'gross') - amount('Payments', 'gross')).toBe(
      unpaidTotal + toPayBack,
    );
    expect(csvOf(zip, 'owed')).toEqual([
      [
        ...['customer', 'not_due', '1_to_30_days', '31_to_60_days', '61_to_90_days', 'over_90_days', 'to_pay_back'],
        ...['owed', 'documents', 'currency'],
      ],
      ['Hill Farm', '36', '48', '96', '192', '384', '-2400', '-1644', '7', 'GBP'],
    ]);
    expect(csvOf(zip, 'hours').slice(1)).toEqual([['Alex Hill', '1.5', '0', '0', '1.5', 'GBP']]);

    // The documents: the stored file as it is, the others made from the frozen records.
    const files = Object.keys(zip).filter((name) => name.startsWith('invoices/'));
    expect(files).toHaveLength(12);
    expect(files).toContain('invoices/Credit note CN-0001 Hill Farm.pdf');
    for (const name of [...files, 'cover.pdf'])
      expect(strFromU8(zip[name] ?? new Uint8Array(), true)).toMatch(/^%PDF-/);
    const asIssued = files.filter((name) => strFromU8(zip[name] ?? new Uint8Array(), true) === '%PDF-as it was issued');
    expect(asIssued).toHaveLength(1);
  });

  test('can be cancelled while the documents are read, and saved without them; a period without figures has none', async () => {
    await documents.addSentInvoice(100);
    let hangs = true;
    const hanging: typeof fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!hangs || !url.includes('/rest/v1/invoices?')) return backend().fetch(input, init);
      return new Promise((_, reject) => {
        const signal = input instanceof Request ? input.signal : init?.signal;
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    };
    const { user, view } = await renderPage(`/reports${query()}`, { backend: { fetch: hanging }, person: owner() });
    serveFonts();
    await user.click(await screen.findByRole('button', { name: 'Save the package' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('No file was saved.')).toBeInTheDocument();
    expect(saveFile).not.toHaveBeenCalled();
    hangs = false;
    await user.click(await screen.findByLabelText('Invoices and credit notes as PDF too (1)'));
    await user.click(await screen.findByRole('button', { name: 'Save the package' }));
    expect(Object.keys(await savedPackage()).filter((name) => name.startsWith('invoices/'))).toEqual([]);
    view.unmount();

    await openReport('?report=accountant&period=dates&from=2020-01-01&to=2020-01-31');
    expect(await screen.findByText('No invoice, payment or hours in this period.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save the package' })).toBeNull();
    const reports = within(screen.getByRole('navigation', { name: 'Reports' }));
    expect(reports.getByRole('button', { name: 'For the accountant' })).toHaveAttribute('aria-pressed', 'true');
  });
});
