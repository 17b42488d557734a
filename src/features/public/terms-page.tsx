import { OPERATOR } from './operator';
import { PublicPage } from './public-page';
import { LAST_UPDATED } from './last-updated';

export function TermsPage() {
  return (
    <PublicPage title="Terms & Conditions" heading="Terms & Conditions" lead={LAST_UPDATED} text>
      <section>
        <h2>1. What this is</h2>
        <p>
          Farm Diary is a web app for logging work, invoicing it and keeping records of it. It is run by {OPERATOR.name}
          , {OPERATOR.address}. By opening an account, or by joining one as an employee, you accept these terms. The
          person who opens the account is its main account holder and speaks for the business it belongs to.
        </p>
      </section>
      <section>
        <h2>2. Free trial</h2>
        <p>
          A new main account is free for 30 days. No credit card is required. When the trial ends nothing is charged and
          nothing is deleted: you can still take out your records, and you choose whether to subscribe. There is one
          trial for each business.
        </p>
      </section>
      <section>
        <h2>3. Subscription and price</h2>
        <p>
          The subscription is yearly and costs £15.99 a year for each main account (intro offer). It includes up to 6
          additional user seats for employees at no extra cost. It is stand-alone: it is not linked to any other account
          or subscription that you may have. Payment is handled by Stripe. The subscription renews each year until you
          cancel it. If the price for a coming year changes, we tell you before it renews.
        </p>
      </section>
      <section>
        <h2>4. Cancelling, and no refunds for the current period</h2>
        <p>
          You can cancel at any time. Your subscription then stays active until the end of the period you have paid for,
          and does not renew. There are no refunds for the current subscription period if you cancel. Rights that the
          law gives you as a consumer, where you are one, are not touched by this.
        </p>
      </section>
      <section>
        <h2>5. When a subscription has ended</h2>
        <p>
          The main account holder can open the noticeboard and the account page, and export everything as one ZIP. The
          other pages open again, and new entries can be made, when the account is active again. Employees see their own
          account page only, where they can download their own hours and jobs. Your records are not deleted because a
          subscription has ended.
        </p>
      </section>
      <section>
        <h2>6. Your crew</h2>
        <p>
          The main account holder decides who joins and what they see, and is responsible for telling them what is
          recorded. A person who is removed loses access at once; the work that they logged stays with the account.
          Sign-ins are personal and are not shared.
        </p>
      </section>
      <section>
        <h2>7. Your records</h2>
        <p>
          They are yours. We use them to provide the app and for nothing else; the{' '}
          <a href="/privacy-policy">privacy policy</a> says how. You are responsible for what you enter, and for having
          the right to enter it.
        </p>
      </section>
      <section>
        <h2>8. Invoices, tax and rules</h2>
        <p>
          The app adds up what you enter and prints it as you set it. Whether an invoice, a VAT rate or a record meets
          the law that applies to you is for you and your adviser to check.
        </p>
      </section>
      <section>
        <h2>9. Fair use</h2>
        <p>
          Do not use the app to break the law, to send unwanted mail, to reach data that is not yours, or to burden it
          so that others suffer. We may suspend an account that does, after telling you where that is possible.
        </p>
      </section>
      <section>
        <h2>10. Availability</h2>
        <p>
          We work to keep the app running and to keep it safe, and the app is made to go on without signal. We cannot
          promise that it is never interrupted. Keep your own copy of what you must not lose: lists go out as CSV files
          while the account is active, and everything as one ZIP at any time.
        </p>
      </section>
      <section>
        <h2>11. Liability</h2>
        <p>
          Nothing here limits liability that the law does not let us limit, such as for fraud, or for injury by
          negligence. Apart from that we are not liable for lost profit or for indirect loss, and our liability in any
          year is limited to what you paid for that year.
        </p>
      </section>
      <section>
        <h2>12. Ending and changing</h2>
        <p>
          You can delete your account at any time from its own page. If we ever stop providing the app, we give you at
          least 60 days to take your records out, and refund the paid time that is left. When these terms change, the
          date at the top changes with them; if a change matters to you, we tell you before it holds.
        </p>
      </section>
      <section>
        <h2>13. Law</h2>
        <p>
          The law of the country in the United Kingdom or Ireland where the account’s business is established applies,
          and its courts decide.
        </p>
      </section>
      <section>
        <h2>14. Questions</h2>
        <p>
          Write to us on the <a href="/contact">contact page</a>.
        </p>
      </section>
    </PublicPage>
  );
}
