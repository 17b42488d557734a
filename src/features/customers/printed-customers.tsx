import type { PrintoutSum } from '@/domain/core/printout-columns';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { PrintTable } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { customerColumns, customerFilterWords } from './customer-columns';
import type { ListView, Summaries } from './customers-view';

/** The customer list for printing. */
export function PrintedCustomers({
  customers,
  summaries,
  view,
  sums,
}: {
  customers: readonly Customer[];
  summaries: Summaries;
  view: ListView;
  sums: readonly PrintoutSum[];
}) {
  return (
    <PrintTable
      title="Customers"
      note={usePrintNote(customerFilterWords(view))}
      columns={customerColumns(useAccount(), summaries)}
      rows={customers}
      total={customers.length}
      sums={sums}
    />
  );
}
