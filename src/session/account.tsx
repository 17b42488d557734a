// The account a signed-in person works in, for every screen below the access gate.
import { createContext, useContext, type ReactNode } from 'react';
import type { Account } from '@/domain/account/account';

const AccountContext = createContext<Account | null>(null);

export function AccountProvider({ account, children }: { account: Account; children: ReactNode }) {
  return <AccountContext value={account}>{children}</AccountContext>;
}

/** The account of this screen's user. Screens render below the access gate, so there always is one. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount is called outside the access gate');
  return account;
}
