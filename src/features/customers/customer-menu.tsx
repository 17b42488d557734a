import { useMutation } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Pencil, Plus, ReceiptText, Trash2 } from 'lucide-react';
import { archiveCustomer } from '@/data/customers';
import { useOnline } from '@/session/online';
import type { MenuItem } from '@/ui/menu';
import { viewLink } from './customers-view';

type One = { id: string; name: string; active: boolean };

/** What the account holder can do with a customer. Deleting asks first, so it is the caller's. */
export function useCustomerMenu<T extends One>(params: URLSearchParams, onDelete: (customer: T) => void) {
  const archive = useMutation(archiveCustomer);
  const online = useOnline();
  return (customer: T): MenuItem[] => [
    {
      label: 'Edit',
      icon: <Pencil aria-hidden="true" />,
      to: viewLink(params, { edit: customer.id }),
      disabled: !online,
    },
    {
      label: 'Add Work',
      icon: <Plus aria-hidden="true" />,
      to: `/add-work?${new URLSearchParams({ customer: customer.name }).toString()}`,
    },
    { label: 'Create invoice', icon: <ReceiptText aria-hidden="true" />, to: `/invoices?customer=${customer.id}` },
    'rule',
    {
      label: customer.active ? 'Archive' : 'Bring back',
      icon: customer.active ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />,
      onSelect: () => archive.mutate({ id: customer.id, active: !customer.active }),
      disabled: !online,
    },
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      onSelect: () => onDelete(customer),
      danger: true,
      disabled: !online,
    },
  ];
}
