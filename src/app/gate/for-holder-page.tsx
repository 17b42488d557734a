import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';

/** Shown to an employee in place of a page for the account holder. It requests no data. */
export function ForHolderPage({ title }: { title: string }) {
  const { ownerFirstName } = useAccount();
  return (
    <Page title={title} narrow>
      <p>This page is for the main account holder. Ask {ownerFirstName ?? 'them'} if you need something changed.</p>
      <div>
        <ButtonLink to="/noticeboard">Back to Noticeboard</ButtonLink>
      </div>
    </Page>
  );
}
