import { formatMoney, type Decimal } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { PrintTable, type PrintColumn } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import type { Summaries } from './customers-view';

/** A postcode that does not wrap. */
const unbroken = (postcode: string | null) => postcode?.replaceAll(' ', '\u00a0');

/** The customer list for printing. Amounts of money are for the account holder only. */
export function PrintedCustomers({
  customers,
  summaries,
  sums,
}: {
  customers: readonly Customer[];
  summaries: Summaries;
  sums: readonly { label: string; value: string | number }[];
}) {
  const { role, settings } = useAccount();
  const money = (amount: Decimal | undefined) => (amount ? formatMoney(amount, settings.currency) : '');
  const lastWorkedOf = (id: string) => summaries.get(id)?.lastWorked;
  const ownerColumns: PrintColumn<Customer>[] = [
    {
      head: 'Last worked',
      noWrap: true,
      cell: ({ id }) => {
        const date = lastWorkedOf(id);
        return date ? formatDateDated(date) : '';
      },
    },
    { head: 'Uninvoiced', figure: true, cell: ({ id }) => money(summaries.get(id)?.unbilled) },
    { head: 'Outstanding', figure: true, cell: ({ id }) => money(summaries.get(id)?.outstanding) },
  ];
  const columns: PrintColumn<Customer>[] = [
    { head: 'Customer', cell: ({ name }) => name },
    { head: 'Contact', cell: ({ contactName }) => contactName ?? '' },
    {
      head: 'Address',
      cell: ({ addressLine1, addressLine2, addressLine3, town, county, postcode }) =>
        [addressLine1, addressLine2, addressLine3, town, county, unbroken(postcode)].filter(Boolean).join(', '),
    },
    { head: 'Phone', cell: ({ phone, phone2 }) => [phone, phone2].filter(Boolean).join(', ') },
    ...(role === 'admin' ? ownerColumns : []),
  ];
  return (
    <PrintTable
      title="Customers"
      note={usePrintNote()}
      columns={columns}
      rows={customers}
      total={customers.length}
      sums={sums}
    />
  );
}
