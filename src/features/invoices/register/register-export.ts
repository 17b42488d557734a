// The register as CSV and PDF: every row that matches the filter, not only those loaded.
import { mutationOptions } from '@tanstack/react-query';
import { readWholeRegister, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { toCsv } from '@/domain/core/csv';
import type { ListPrintout } from '@/domain/core/list-printout';
import type { Zone } from '@/domain/core/time';
import { saveFile } from '@/lib/files/save-file';
import { REGISTER_CSV } from './register-columns';
import { countWithNoun } from './register-sums';
import type { Register } from './use-register';

const fileName = ({ from, to, today }: InvoiceFilter) => `invoices-${[from, to].filter(Boolean).join('-to-') || today}`;

export const exportRegister = mutationOptions({
  mutationKey: ['invoices', 'export'],
  mutationFn: async ({ ownerId, filter, zone }: { ownerId: string; filter: InvoiceFilter; zone: Zone }) => {
    const rows = await readWholeRegister(ownerId, filter);
    const columns = Object.values(REGISTER_CSV);
    const csv = toCsv(
      Object.keys(REGISTER_CSV),
      rows.map((row) => columns.map((value) => value(row, { today: filter.today, zone }))),
    );
    saveFile(new File([csv], `${fileName(filter)}.csv`, { type: 'text/csv' }));
    return { rows: rows.length };
  },
  meta: {
    saved: ({ rows }: { rows: number }) => ({ title: 'CSV downloaded', description: countWithNoun(rows, 'row') }),
    failed: { title: 'Error', description: 'Could not make the CSV.' },
  },
});

/** The whole register for its PDF. */
export async function registerPrintout({ account, view, today }: Register): Promise<ListPrintout> {
  const [rows, { printoutOf }] = await Promise.all([
    readWholeRegister(account.ownerId, view.filter),
    import('./register-printout'),
  ]);
  return printoutOf(rows, { account, view, today, file: fileName(view.filter) });
}
