import { PrintTable } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { registerColumns, registerFilterWords } from './register-columns';
import { registerSums } from './register-sums';
import type { Register } from './use-register';

/** The register for printing. */
export function PrintedRegister({
  register: { account, view, entries, total, totals, today },
}: {
  register: Register;
}) {
  return (
    <PrintTable
      title="Invoices"
      note={usePrintNote(registerFilterWords(view, entries))}
      columns={registerColumns(today)}
      rows={entries}
      total={total}
      sums={totals ? registerSums(totals, account.settings.currency) : []}
    />
  );
}
