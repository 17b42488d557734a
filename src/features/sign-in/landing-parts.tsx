// The static content of the landing page. The build prerenders it; this file is loaded only if the page is rendered on
// the client, for example after signing out.
import { ArrowRight, Check, CloudOff, NotebookPen, ReceiptText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/ui/button';
import { FieldsPicture } from '@/ui/layout/fields-picture';

export type LandingPart = 'picture' | 'introduction' | 'details';

export function LandingParts({ part }: { part: LandingPart }) {
  switch (part) {
    case 'picture':
      return <FieldsPicture />;
    case 'introduction':
      return <Introduction />;
    case 'details':
      return <Details />;
  }
}

function Introduction() {
  return (
    <>
      <h1>Every job, written down before you leave the gate.</h1>
      <p className="lead">Log the work on your phone, with or without signal. Hours and invoices follow.</p>
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
    </>
  );
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section>
      <h2>
        {icon}
        {title}
      </h2>
      <p>{children}</p>
    </section>
  );
}

/** A sample week for one customer, as on an invoice. The figures add up. */
const INVOICE_LINES = [
  ['Mowing', '12.5 ac', '£14.00', '£175.00'],
  ['Baling, round', '74 bales', '£3.20', '£236.80'],
  ['Hedge cutting', '5.5 h', '£42.00', '£231.00'],
] as const;

function Details() {
  return (
    <>
      <div className="three">
        <Point icon={<NotebookPen aria-hidden="true" />} title="Four taps in the cab">
          Customer, task, quantity, save. The usual job is already filled in.
        </Point>
        <Point icon={<CloudOff aria-hidden="true" />} title="No signal, no loss">
          Every job is kept on the phone first and reaches the office once, whenever there is signal again.
        </Point>
        <Point icon={<Users aria-hidden="true" />} title="The whole crew, one diary">
          Everyone logs their own work. You see it all, and only you send invoices.
        </Point>
      </div>
      <div className="from-field">
        <div className="from-field-in">
          <figure className="phone">
            <img
              src="/pictures/add-work.webp"
              width="270"
              height="585"
              alt="Add Work on a phone: the customer and the job are chosen, the number of bales goes in on a large number pad, and the value stands above the save button."
              loading="lazy"
              decoding="async"
            />
          </figure>
          <div className="from-field-text">
            <h2>
              <ReceiptText aria-hidden="true" />
              The invoice is half written already
            </h2>
            <p>
              What was logged at the gate comes back at month end: priced, added up, with VAT worked out once. Pick the
              customer, look it over, save the PDF.
            </p>
            <table className="bill">
              <caption>An example: one week for Hill Farm</caption>
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">Quantity</th>
                  <th scope="col">Rate</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {INVOICE_LINES.map(([job, quantity, rate, value]) => (
                  <tr key={job}>
                    <th scope="row">{job}</th>
                    <td>{quantity}</td>
                    <td>{rate}</td>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={3}>
                    Subtotal
                  </th>
                  <td>£642.80</td>
                </tr>
                <tr>
                  <th scope="row" colSpan={3}>
                    VAT, 20 %
                  </th>
                  <td>£128.56</td>
                </tr>
                <tr className="bill-total">
                  <th scope="row" colSpan={3}>
                    Total
                  </th>
                  <td>
                    <span className="double">£771.36</span>
                  </td>
                </tr>
              </tfoot>
            </table>
            <p className="flex flex-wrap gap-2">
              <ButtonLink to="/pricing" size="l">
                What it costs
              </ButtonLink>
              <ButtonLink to="/about" size="l" variant="quiet">
                Who it is for
              </ButtonLink>
            </p>
          </div>
        </div>
      </div>
    </>
  );
}
