import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/page';

/** What an employee sees of a page that is the account holder's. It asks for no data. */
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
