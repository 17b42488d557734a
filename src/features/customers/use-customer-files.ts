import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { listPrintout } from '@/domain/core/list-printout';
import { useOffline } from '@/lib/online';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { customerColumns, customerFilterWords, customerSums } from './customer-columns';
import { chooseCustomers, NO_SUMMARIES, type readView, type Summaries } from './customers-view';

/** The customers as PDF and as CSV, filtered as on the page. */
export function useCustomerFiles({
  customers,
  summary,
  view,
}: {
  customers: Pick<UseQueryResult<Customer[]>, 'data'>;
  summary: Pick<UseQueryResult<Summaries>, 'data'>;
  view: ReturnType<typeof readView>;
}) {
  const account = useAccount();
  const today = useToday();
  const client = useQueryClient();
  const online = !useOffline();
  const admin = account.role === 'admin';
  const readList = async () => {
    // Amounts that are still loading are waited for; those that are not on this device are left out.
    const known = summary.data ?? (admin && online ? await client.query(customerSummaryQuery(account.ownerId)) : null);
    if (!customers.data && !online) throw new Error('The customers are not on this device.');
    const all = customers.data ?? (await client.query(customersQuery(account)));
    return { known, rows: chooseCustomers(all, known ?? NO_SUMMARIES, view, today) };
  };
  const saveCsv = async () => {
    const [{ saveCustomersCsv }, { rows }] = await Promise.all([import('./customers-file'), readList()]);
    return saveCustomersCsv(account, rows, today);
  };
  const readPrintout = async () => {
    const { known, rows } = await readList();
    return listPrintout({
      title: 'Customers',
      file: `customers-${today}`,
      only: customerFilterWords(view),
      sums: customerSums(rows, known, account),
      notes: admin && known === null ? ['What customers owe is not on this device.'] : [],
      columns: customerColumns(account, known),
      rows,
    });
  };
  return { saveCsv, readPrintout };
}
