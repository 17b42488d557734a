import { useMemo } from 'react';
import type { Account } from '@/domain/account/account';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useAddress } from '@/ui/use-address';
import { FILTERS, NOTHING_OPEN, readList, withParams, type Changes } from './list-address';

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
    const others = withParams(params, NOTHING_OPEN).toString();
    const start = `/works-list?${others}${others === '' ? '' : '&'}`;
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
      open: (id: string) => `${start}edit=${id}`,
      /** The URL that opens an entry with the focus in its rate. */
      openRate: (id: string) => `${start}edit=${id}&focus=rate`,
      /** The URL that opens the docket of a job over the list. */
      openDocket: (job: string) => `${start}docket=${job}`,
      /** The URL that opens the margin of a job over the list, for the account holder. */
      openMargin: (job: string) => `${start}margin=${job}`,
      close: () => set(NOTHING_OPEN),
    };
  }, [account, today, params, change]);
}
