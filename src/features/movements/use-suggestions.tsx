import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { slurryStoresQuery } from '@/data/calculations/slurry';
import { customersQuery } from '@/data/customers/customers';
import { useAccount } from '@/session/account';
import { useMovements } from './use-movements';

/** Names from earlier movements, customers and stores, offered while somebody types. */
export function useSuggestions() {
  const account = useAccount();
  const id = useId();
  const { shown } = useMovements();
  const customers = useQuery(customersQuery(account)).data ?? [];
  const stores = useQuery({ ...slurryStoresQuery(account.ownerId), enabled: account.role === 'admin' }).data ?? [];
  const rows = shown.map(({ row }) => row);
  const others = [
    ...rows.map(({ otherName, otherAddress, otherNumber, otherLand }) => ({
      ...{ otherName, otherAddress, otherNumber, otherLand },
    })),
    ...customers.filter(({ active }) => active).map(({ name }) => ({ otherName: name })),
  ];
  const transporters = rows.map(({ transporterName, transporterAddress, vehicleReg }) => ({
    ...{ transporterName, transporterAddress, vehicleReg },
  }));
  const lists = { others: `${id}-others`, transporters: `${id}-transporters`, stores: `${id}-stores` };
  const names: [list: string, names: (string | null)[]][] = [
    [lists.others, others.map(({ otherName }) => otherName)],
    [lists.transporters, transporters.map(({ transporterName }) => transporterName)],
    [lists.stores, [...rows.map(({ store }) => store), ...stores.map(({ name }) => name)]],
  ];
  const datalists = names.map(([list, all]) => (
    <datalist key={list} id={list}>
      {[...new Set(all)].map((name) => name !== null && <option key={name}>{name}</option>)}
    </datalist>
  ));
  return { lists, others, transporters, datalists };
}
