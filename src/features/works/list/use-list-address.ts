import { useMemo } from 'react';
import type { Account } from '@/domain/account/account';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';
import { FILTERS, readList, withParams, type Changes } from './list-address';

export type ListAddress = ReturnType<typeof useListAddress>;

/** Whose entries the list shows by default: an employee's own, even if they may see everybody's. */
const defaultPerson = ({ role, userId, settings }: Account) =>
  role !== 'admin' && settings.seesAllWorks ? userId : null;

/**
 * State of the list's URL: view, account, today, and setters. Returns the same object while the URL is the same, so
 * that memoised components without rows do not render after each response.
 */
export function useListAddress() {
  const account = useAccount();
  const today = useToday();
  const [params, change] = useAddress();
  return useMemo(() => {
    const others = withParams(params, { edit: '', docket: '' }).toString();
    const start = `/works-list?${others}${others === '' ? '' : '&'}edit=`;
    const set = (changes: Changes | ((current: URLSearchParams) => Changes)) =>
      change((current) => withParams(current, typeof changes === 'function' ? changes(current) : changes), {
        replace: true,
      });
    return {
      account,
      today,
      params,
      view: readList(params, today, account.settings.region, defaultPerson(account)),
      set,
      clear: () => set(Object.fromEntries(FILTERS.map((name) => [name, '']))),
      /** The URL that opens an entry over the list. */
      open: (id: string) => start + id,
      /** The URL that opens the docket of a job over the list. */
      openDocket: (job: string) => `/works-list?${others}${others === '' ? '' : '&'}docket=${job}`,
      close: () => set({ edit: '', docket: '' }),
    };
  }, [account, today, params, change]);
}
