import { ArrowRight, Check, NotebookPen, ReceiptText, Users } from 'lucide-react';
import { BRAND } from '@/lib/brand';
import { ButtonLink } from '@/ui/button';
import { InstallApp } from '@/widgets/install-app';
import { Furrows } from './furrows';
import { SignInCard } from './sign-in-card';

/** The signed-out first page. `onNear` is called when somebody comes to the form. */
export function LandingPage({ onNear }: { onNear: () => void }) {
  return (
    <main id="main" tabIndex={-1}>
      <title>{`Sign in · ${BRAND}`}</title>
      <div className="hero">
        <Furrows />
        <div className="hero-in">
          <div className="sign">
            <SignInCard onNear={onNear} />
            <InstallApp />
          </div>
          <div className="say">
            <h1>Every job, written down before you leave the gate.</h1>
            <p className="lead">Log the work on your phone. Customers, prices and invoices follow.</p>
            <ul className="facts">
              <li>
                <Check aria-hidden="true" />
                30 days free. No credit card required.
              </li>
              <li>
                <Check aria-hidden="true" />
                Then £15.99 a year, with 6 more users at no extra cost.
              </li>
            </ul>
            <ButtonLink to="/features" size="l">
              See the features
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="three">
        <section>
          <h2>
            <NotebookPen aria-hidden="true" />
            Four taps in the cab
          </h2>
          <p>Customer, task, quantity, save. The usual job is already filled in.</p>
        </section>
        <section>
          <h2>
            <ReceiptText aria-hidden="true" />
            Invoices at month end
          </h2>
          <p>Pick a customer. The work is already there, priced, with VAT worked out once.</p>
        </section>
        <section>
          <h2>
            <Users aria-hidden="true" />
            The whole crew, one diary
          </h2>
          <p>Everyone logs their own work. You see it all, and only you send invoices.</p>
        </section>
      </div>
    </main>
  );
}
