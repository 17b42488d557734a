import { useMemo } from 'react';
import type { Account } from '@/domain/account';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';
import { FILTERS, readList, withParams, type Changes } from './list-address';

export type ListAddress = ReturnType<typeof useListAddress>;

/** Whose entries the list opens with: a driver's own, although they see everybody's. */
const opensWith = ({ role, userId, settings }: Account) => (role !== 'admin' && settings.seesAllWorks ? userId : null);

/**
 * What the address of the list asks for, for whom and on which day, and how to change it. The very same object again
 * while the address is the same: what shows no rows need not be drawn again with each answer.
 */
export function useListAddress() {
  const account = useAccount();
  const today = useToday();
  const [params, change] = useAddress();
  return useMemo(() => {
    const others = withParams(params, { edit: '' }).toString();
    const start = `/works-list?${others}${others === '' ? '' : '&'}edit=`;
    const set = (changes: Changes | ((now: URLSearchParams) => Changes)) =>
      change((now) => withParams(now, typeof changes === 'function' ? changes(now) : changes), { replace: true });
    return {
      account,
      today,
      params,
      view: readList(params, today, account.settings.region, opensWith(account)),
      set,
      clear: () => set(Object.fromEntries(FILTERS.map((name) => [name, '']))),
      /** The address at which an entry is opened over the list. */
      open: (id: string) => start + id,
      close: () => set({ edit: '' }),
    };
  }, [account, today, params, change]);
}
