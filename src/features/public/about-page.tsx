import { HillStrip } from '@/ui/layout/hill-strip';
import { OPERATOR } from './operator';
import { PublicPage, TrialBanner } from './public-page';

export function AboutPage() {
  return (
    <PublicPage
      title="About Us"
      heading="A day book that fits in a pocket."
      lead="Farm Diary is for farmers, agri-contractors, agri-businesses, the self-employed and service providers in the UK and Ireland, and for their crews: people whose office is a cab."
    >
      <HillStrip className="strip-picture" />
      <div className="about">
        <section>
          <h2>Why it exists</h2>
          <p>
            A day of contracting ends in the dark. The acres are on the back of a feed bag, the bales in somebody’s
            head, and the start time in nobody’s. Three weeks later an invoice has to be made of that, and some of the
            work is never billed at all.
          </p>
          <p>
            So we began at the other end: with the minute in which the job is done, the engine still running and no
            signal. If that minute is easy, everything after it is arithmetic.
          </p>
        </section>
        <section>
          <h2>What we stand by</h2>
          <dl className="promises">
            <div>
              <dt>Nothing is lost.</dt>
              <dd>
                A job is on the phone before the screen says “saved”, and it stays there until the server has it. You
                can see what has not been sent.
              </dd>
            </div>
            <div>
              <dt>The figures are right.</dt>
              <dd>
                Each line is rounded once, VAT is worked out once, and screen, PDF and totals come from the same
                figures.
              </dd>
            </div>
            <div>
              <dt>Paper that was sent stays as it was.</dt>
              <dd>A price change, a new logo or a corrected name never reaches into an invoice that is out.</dd>
            </div>
            <div>
              <dt>Your records are yours.</dt>
              <dd>
                You can take them out as CSV, or all of it in one ZIP. If a subscription ends, the ZIP is still there
                for you: nobody’s books are held hostage.
              </dd>
            </div>
            <div>
              <dt>Plain words.</dt>
              <dd>No jargon, no adverts, no tracking. One price, in pounds, with the crew in it.</dd>
            </div>
          </dl>
        </section>
        <section>
          <h2>Made for here</h2>
          <p>
            Acres beside hectares, gallons beside cubic metres. Pounds and euros, VAT registered or not. Dates the way
            you write them, tax years that begin where yours does, and hours that are right on the two nights when the
            clocks change.
          </p>
        </section>
        <section>
          <h2>Say what is missing</h2>
          <p>
            The app grows by what people in the field ask for. <a href="/features">What it does today</a> is written
            down. Tell us what is missing on the <a href="/contact">contact page</a>; no account is needed.
          </p>
        </section>
        <section>
          <h2>Who runs it</h2>
          <p>
            {OPERATOR.name}, {OPERATOR.address}. Write to us on the <a href="/contact">contact page</a>.
          </p>
        </section>
      </div>
      <TrialBanner title="Write down one day.">
        If it is not quicker than the feed bag, you have lost nothing.
      </TrialBanner>
    </PublicPage>
  );
}
