// The printed list of customers: its columns, and the active filters in words.
import type { Account } from '@/domain/account/account';
import type { PrintoutColumn, PrintoutSum } from '@/domain/core/printout-columns';
import { add, formatMoney, type Decimal } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import type { Customer } from '@/records/customers';
import type { ListView, Summaries } from './customers-view';

/** A postcode that does not wrap. */
const withoutLineBreak = (postcode: string | null) => postcode?.replaceAll(' ', '\u00a0');

/** The columns; what is owed is for the account holder only. `summaries`: null if they are not on this device. */
export function customerColumns(
  { role, settings }: Account,
  summaries: Summaries | null,
): readonly PrintoutColumn<Customer>[] {
  const money = (amount: Decimal | undefined) => (amount ? formatMoney(amount, settings.currency) : '');
  const lastWorkedOf = (id: string) => summaries?.get(id)?.lastWorked;
  const ownerColumns: PrintoutColumn<Customer>[] = [
    {
      head: 'Last worked',
      noWrap: true,
      cell: ({ id }) => {
        const date = lastWorkedOf(id);
        return date ? formatDateDated(date) : '';
      },
    },
    { head: 'Uninvoiced', figure: true, cell: ({ id }) => money(summaries?.get(id)?.unbilled) },
    { head: 'Outstanding', figure: true, cell: ({ id }) => money(summaries?.get(id)?.outstanding) },
  ];
  return [
    { head: 'Customer', cell: ({ name }) => name },
    { head: 'Contact', cell: ({ contactName }) => contactName ?? '' },
    {
      head: 'Address',
      cell: ({ addressLine1, addressLine2, addressLine3, town, county, postcode }) =>
        [addressLine1, addressLine2, addressLine3, town, county, withoutLineBreak(postcode)].filter(Boolean).join(', '),
    },
    { head: 'Phone', cell: ({ phone, phone2 }) => [phone, phone2].filter(Boolean).join(', ') },
    ...(role === 'admin' && summaries !== null ? ownerColumns : []),
  ];
}

/** How many customers there are and, for the account holder, what they owe. */
export function customerSums(
  customers: readonly Customer[],
  summaries: Summaries | null,
  { role, settings }: Account,
): PrintoutSum[] {
  const sumOf = (field: 'unbilled' | 'outstanding') =>
    formatMoney(add(...customers.flatMap(({ id }) => summaries?.get(id)?.[field] ?? [])), settings.currency);
  return [
    { label: 'Customers', value: customers.length },
    ...(role === 'admin' && summaries !== null
      ? [
          { label: 'Uninvoiced', value: sumOf('unbilled') },
          { label: 'Outstanding', value: sumOf('outstanding') },
        ]
      : []),
  ];
}

export const customerFilterWords = ({ search, archived, owes, quiet }: ListView): readonly string[] => [
  archived ? 'archived' : '',
  owes ? 'owes money' : '',
  quiet ? 'no work in 12 months' : '',
  search === '' ? '' : `“${search}”`,
];
