import { answerArrival } from '@/session/mail-link';
import { BrandMark } from '@/ui/brand-mark';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';

/** A link wants to sign in somebody who did not ask for it here: names the address and asks. */
export function ArrivedPage({ email, instead }: { email: string; instead: string | null }) {
  return (
    <div className="frame">
      <Page title={`Continue as ${email}?`} narrow>
        <BrandMark />
        <p>
          {instead === null
            ? 'The link you followed signs in to this address. If somebody else sent it to you, do not continue.'
            : `The link you followed signs in to this address. You are signed in as ${instead}.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="main" size="l" onClick={() => answerArrival(true)}>
            Continue
          </Button>
          <Button size="l" onClick={() => answerArrival(false)}>
            {instead === null ? 'Do not sign in' : `Stay signed in as ${instead}`}
          </Button>
        </div>
      </Page>
    </div>
  );
}
