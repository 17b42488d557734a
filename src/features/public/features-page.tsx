import {
  BookOpen,
  CalendarDays,
  Clock,
  CloudOff,
  FolderInput,
  Map as MapIcon,
  NotebookPen,
  ReceiptText,
  Smartphone,
  Tags,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { HillStrip } from '@/ui/layout/hill-strip';
import { PublicPage, TrialBanner } from './public-page';

function FeatureItem({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="chapter-text">
      <h2>
        {icon}
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A screenshot of the app, taken with the demo farm. Has a fixed size, so that the layout does not shift. */
function Screenshot({ name, alt, wide = false }: { name: string; alt: string; wide?: boolean }) {
  return (
    <figure className={wide ? 'shot-wide' : 'phone'}>
      <img
        src={`/pictures/${name}.webp`}
        width={wide ? 960 : 270}
        height={wide ? 600 : 585}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </figure>
  );
}

export function FeaturesPage() {
  return (
    <PublicPage
      title="Features"
      heading="From the gate to the paid invoice."
      lead="You log a job once, where it was done. The diary, the hours, the price and the invoice come from that one entry."
    >
      <HillStrip className="strip-picture" />
      <div className="chapters">
        <div className="chapter chapter-shot">
          <div className="chapter-texts">
            <FeatureItem icon={<NotebookPen aria-hidden="true" />} title="Four taps in the cab">
              <p>
                Customer, task, quantity, save. Who you worked for last stands first, and the usual job is already
                filled in.
              </p>
              <ul className="ticks">
                <li>Keys and buttons sized for thumbs and gloves.</li>
                <li>Acres, hectares, hours, bales, loads, tonnes, gallons, m³, miles, head, or a fixed price.</li>
                <li>Start, finish and breaks. Past midnight and on clock-change nights the hours are still right.</li>
                <li>Photos and notes go with the job. What you were typing is still there after a phone call.</li>
              </ul>
            </FeatureItem>
            <FeatureItem icon={<CloudOff aria-hidden="true" />} title="No signal, no loss">
              <p>
                Every entry is saved on the phone first. A yellow tag in the bar counts what has not been sent, and it
                stays until the server has answered.
              </p>
              <ul className="ticks">
                <li>Sent once: a bad line never makes two jobs of one.</li>
                <li>It waits as long as it must, also when you sign out or the app is updated.</li>
                <li>What the server refuses is kept, with the reason, until you have dealt with it.</li>
                <li>
                  Customers, prices, jobs, fields, machines and the diary open without signal, with the time of the
                  copy.
                </li>
              </ul>
            </FeatureItem>
          </div>
          <Screenshot
            name="add-work"
            alt="Add Work on a phone: customer and job are chosen, the quantity goes in on a large number pad, the value stands above the save button."
          />
        </div>
        <div className="chapter chapter-shot reversed">
          <div className="chapter-texts">
            <FeatureItem icon={<BookOpen aria-hidden="true" />} title="Everything that was done, and what it comes to">
              <p>
                Years of jobs in one list. Find them by date, customer, task, person or words; the total at the foot is
                always of everything you asked for, not of one page of it.
              </p>
              <ul className="ticks">
                <li>Grouped by customer, task, person or day, each with its own sum.</li>
                <li>The noticeboard says what is ready to invoice, what is overdue and what has no rate yet.</li>
                <li>
                  Save a filter and come back to it. Take a list out as a CSV file for your spreadsheet, or as a PDF.
                </li>
                <li>Each change to a job is kept: who, when, and what it said before.</li>
              </ul>
            </FeatureItem>
            <FeatureItem icon={<Tags aria-hidden="true" />} title="Prices with dates">
              <p>
                A price says from which day it counts, for everybody or for one customer. Put them up by a percentage
                from a day on, and no job of last year moves.
              </p>
              <ul className="ticks">
                <li>Jobs that were logged keep the rate they were logged with.</li>
                <li>Re-pricing is asked for, shown first, and then done exactly so.</li>
                <li>A fuel surcharge from a base diesel price, if you have agreed one.</li>
              </ul>
            </FeatureItem>
          </div>
          <Screenshot
            name="works-list"
            alt="The works list on a phone: jobs day by day with quantity, rate and value, and the total at the foot."
          />
        </div>
        <div className="chapter">
          <FeatureItem icon={<ReceiptText aria-hidden="true" />} title="Invoices at month end">
            <p>Pick a customer. The work is already there, priced, with VAT worked out once on the subtotal.</p>
            <ul className="ticks two">
              <li>Your name, logo, bank details, terms and words at the foot, as a PDF.</li>
              <li>Numbers without gaps or doubles. An issued invoice never changes by itself.</li>
              <li>Made a mistake? Withdraw it before it is sent, or credit it after. The work is free again.</li>
              <li>VAT registered or not, pounds or euros.</li>
              <li>Mailed from the app with replies to you. A mail that bounces shows on its invoice.</li>
              <li>Sent, overdue, paid: what is owed by age, and what came in this month.</li>
              <li>Reminders for late invoices, if you choose them: each once, and never at night.</li>
              <li>
                For your accountant: one ZIP of a period with sales, payments, what is owed, VAT and the invoices.
              </li>
            </ul>
          </FeatureItem>
          <Screenshot
            name="invoices"
            wide
            alt="View Invoices on a desk: what is outstanding, overdue and paid this month, and a table of invoices with their states."
          />
        </div>
        <div className="chapter chapter-two">
          <FeatureItem icon={<Clock aria-hidden="true" />} title="Hours that add up">
            <p>Clock in, break, clock out: three large buttons, and they work without signal.</p>
            <ul className="ticks">
              <li>A week is handed in, looked at and approved. After that it stands.</li>
              <li>Overtime by your own limits. Rest and breaks are watched, and nobody is locked out of their work.</li>
              <li>A CSV file for the wages, and a PDF timesheet to sign.</li>
              <li>What was clocked becomes a job to charge with one press, and never twice.</li>
            </ul>
          </FeatureItem>
          <FeatureItem icon={<CalendarDays aria-hidden="true" />} title="The day, before it begins">
            <p>What is planned, who goes, who is away, and what the crew has to know.</p>
            <ul className="ticks">
              <li>Notices with “Got it”: you see who has read them, and when.</li>
              <li>Jobs by the day, week or month. Rained off, they move together.</li>
              <li>Checklists before use, with photos, limits and a signature by finger.</li>
              <li>
                Machines with their hours, services, defects and papers. One that is unsafe shows red for everybody.
              </li>
              <li>Notes with photos. One of an accident is never rewritten.</li>
              <li>What an inspector asks for: dates, papers and what is missing, and a pack to hand over.</li>
            </ul>
          </FeatureItem>
        </div>
        <div className="chapter chapter-two">
          <FeatureItem icon={<MapIcon aria-hidden="true" />} title="The farm’s own books">
            <p>Fields on a map, feeds in the mixer, and the figures that an inspector asks for.</p>
            <ul className="ticks">
              <li>Each field with its crops, soil tests, sprays, fertiliser and harvests.</li>
              <li>TMR and meal mixes with a load sheet for the number of head, and the stock of each feed.</li>
              <li>Stocking rate, slurry storage and nitrogen and phosphorus by the rules of your country.</li>
              <li>Slurry and manure that left the farm or came to it, with what has to be notified.</li>
            </ul>
          </FeatureItem>
          <FeatureItem icon={<FolderInput aria-hidden="true" />} title="In and out again">
            <p>Begin with what you have, and take it with you when you go.</p>
            <ul className="ticks">
              <li>Customers, prices, machines, fields, hours and past jobs from Excel or CSV, with an undo.</li>
              <li>Papers beside what they belong to: customers, machines, fields and certificates.</li>
              <li>Everything as one ZIP at any time. It can be put back into an empty account.</li>
            </ul>
          </FeatureItem>
        </div>
        <div className="chapter chapter-two">
          <FeatureItem icon={<Users aria-hidden="true" />} title="The whole crew, one diary">
            <p>Everyone signs in with their own name and logs their own work. Six people besides you are included.</p>
            <ul className="ticks">
              <li>Invite them by e-mail or with a link. Who leaves loses access at once; their work stays.</li>
              <li>You say whether they see all jobs or their own, and whether they see prices.</li>
              <li>
                Bank details, invoices and settings are yours alone. The database holds that line, not the screen.
              </li>
              <li>What is on an invoice can no longer be changed from the field.</li>
            </ul>
          </FeatureItem>
          <FeatureItem icon={<Smartphone aria-hidden="true" />} title="On the phone you have">
            <p>No app shop. Open it in the browser, install it to the home screen, and it opens without signal too.</p>
            <ul className="ticks">
              <li>Android, iPhone, tablet and desk: the same diary.</li>
              <li>Light, dark for the yard at night, and a black-on-white screen for full sun.</li>
              <li>Works with large text, a keyboard alone, or a screen reader.</li>
            </ul>
          </FeatureItem>
        </div>
      </div>
      <TrialBanner title="See it with your own jobs.">30 days free. No credit card required.</TrialBanner>
    </PublicPage>
  );
}
