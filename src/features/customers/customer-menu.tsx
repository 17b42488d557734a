import { useMutation } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Merge, Pencil, Plus, ReceiptText, Trash2 } from 'lucide-react';
import { archiveCustomer } from '@/data/customers/customers';
import { useOnline } from '@/lib/online';
import type { MenuItem } from '@/ui/popups/menu';
import { viewLink } from './customers-view';

type MenuCustomer = { id: string; name: string; active: boolean; mergedInto: string | null };

/**
 * The account holder's actions on a customer. Deleting and merging need a dialog, so the caller handles them. A merged
 * customer is only an alias of another one: it can only be deleted.
 */
export function useCustomerMenu<T extends MenuCustomer>(
  params: URLSearchParams,
  onDelete: (customer: T) => void,
  onMerge?: (customer: T) => void,
) {
  const archive = useMutation(archiveCustomer);
  const online = useOnline();
  const deleteItem = (customer: T): MenuItem => ({
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    onSelect: () => onDelete(customer),
    danger: true,
    disabled: !online,
  });
  const allItems = (customer: T): MenuItem[] => [
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
    ...(onMerge
      ? [
          {
            label: 'Merge into another customer…',
            icon: <Merge aria-hidden="true" />,
            onSelect: () => onMerge(customer),
            disabled: !online,
          },
        ]
      : []),
    {
      label: customer.active ? 'Archive' : 'Bring back',
      icon: customer.active ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />,
      onSelect: () => archive.mutate({ id: customer.id, active: !customer.active }),
      disabled: !online,
    },
    deleteItem(customer),
  ];
  return (customer: T): MenuItem[] => (customer.mergedInto === null ? allItems(customer) : [deleteItem(customer)]);
}
