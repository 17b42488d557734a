import { DEVICE_STORAGE } from './device-storage';
import { OPERATOR } from './operator';
import { PublicPage } from './public-page';
import { LAST_UPDATED } from './last-updated';

/** The host of an address that the build may name; null if it names none. */
const hostOf = (url: string | undefined) => (url?.trim() ? new URL(url.trim()).host : null);
const weatherService = hostOf(import.meta.env.VITE_WEATHER_URL);
const mapService = hostOf(import.meta.env.VITE_TILE_URL?.replace('{s}', 'a'));

export function PrivacyPage() {
  return (
    <PublicPage title="Privacy Policy" heading="Privacy Policy" lead={LAST_UPDATED} text>
      <section>
        <h2>The short of it</h2>
        <p>
          Farm Diary stores what you and your crew write into it, and what it needs to let you in and to bill you. There
          are no adverts, no tracking and no analytics, on these pages or in the app. Nothing is sold or passed on for
          anybody’s marketing.
        </p>
      </section>
      <section>
        <h2>Who is responsible</h2>
        <p>
          Farm Diary is run by {OPERATOR.name}, {OPERATOR.address}: “we” in this policy. For your account (name, e-mail
          address, subscription, messages to support) we are the controller. For what an account holder records about
          customers and crew, the account holder is the controller and we only process it for them: ask them first about
          your entries. You reach us on the <a href="/contact">contact page</a>.
        </p>
      </section>
      <section>
        <h2>What we store</h2>
        <dl>
          <dt>Your account</dt>
          <dd>
            E-mail address, a password that is stored only as a hash, name, and, if you give them, telephone and
            picture. If you set up a second step, its secret. Your role, whose account you belong to, what you may see,
            and when you were last seen.
          </dd>
          <dt>Your farm</dt>
          <dd>
            Its name, region, units and currency, herd, holding and business numbers if you enter them, and what the
            crew may see. Which steps of setting it up are still open. The names of everybody who works or has worked
            for the account.
          </dd>
          <dt>Jobs</dt>
          <dd>
            Customer, task, date, times and breaks, quantity, rate and value, description and notes, and who logged it;
            the filters you save. Of a whole job also who and which machines were there and for how long, the fields,
            the materials, the name and signature of the customer, drawn by finger, the gangs you set up, and what an
            hour of a person or machine costs you, which only the account holder sees.
          </dd>
          <dt>Customers</dt>
          <dd>
            Names, addresses, telephone numbers, e-mail addresses, VAT numbers, terms of payment, directions, hazards
            and notes, and the position of the gate, as you enter them.
          </dd>
          <dt>Tasks and prices</dt>
          <dd>What you charge for, and from which day which price counts for whom.</dd>
          <dt>Invoices</dt>
          <dd>
            Invoices and credit notes with your business, VAT and bank details, your logo, the customer’s details and
            order number, and the PDF; the reminders that you set up. Open invoices of another program that you import:
            customer, number, dates, amount, what was paid, and your note.
          </dd>
          <dt>Mails that you send</dt>
          <dd>
            Of each invoice or reminder that you mail: the address it goes to, your words, when it was sent, how many
            days late the payment was, and whether it arrived.
          </dd>
          <dt>Time and shifts</dt>
          <dd>
            When somebody clocked in and out, breaks, job and customer, notes, corrections with their reason, how far
            the device’s clock was out, and who approved the week.
          </dd>
          <dt>Working time</dt>
          <dd>
            The day on which somebody turns 18, which tells their birthday, and whether they have agreed to a longer
            week: only where the account holder enters it.
          </dd>
          <dt>The diary, and who is away</dt>
          <dd>
            What is planned, for when, for whom and how far it is, who can’t do a job, and why. Of absences: who is away
            on which days, and whether it is a holiday, sickness or something else; who asks for time off, when and for
            what, and the answer; days of holiday and working days of each person. That somebody is off sick says
            something about their health.
          </dd>
          <dt>Notes and accidents</dt>
          <dd>
            Title, text, date and time, customer, what was measured, what is to be done and by whom. A note of an
            accident may say who was hurt and how; nobody can change or delete it.
          </dd>
          <dt>Where you are</dt>
          <dd>
            Only when you press “Add location” on a note: then the note keeps that position. The app does not follow
            you.
          </dd>
          <dt>Notices and confirmations</dt>
          <dd>The notices, whom each is for, and who has opened or confirmed which wording, and when.</dd>
          <dt>What’s new</dt>
          <dd>
            For 30 days what you were told of, and when you read it: an urgent notice, a machine not to be used, a job
            planned for you. Of each phone or computer for which you turn notifications on: its address at the push
            service and its keys, and what you chose to be told there and when; for 30 days whether each notification
            went out.
          </dd>
          <dt>Checklists</dt>
          <dd>
            Questions and every version of them; the answers, the machine and its hours, the result, who completed it
            and when, how long it took, and the signature drawn by finger.
          </dd>
          <dt>Feeds and mixes</dt>
          <dd>
            Feeds with their analysis, price, source and stock; mixes with their ingredients, the group and number of
            animals they are for, and notes; what was fed or mixed, when, by whom, of which lots and for which animals.
          </dd>
          <dt>Fields</dt>
          <dd>
            Name, area, parcel number, land use, soil, whose land it is and on what agreement, and its outline on the
            map; the crops, soil tests and harvests of each field; what was done on it and when, with which product,
            rate and machine, in what weather, by whom and under which certificate.
          </dd>
          <dt>Machines</dt>
          <dd>
            Each machine with its numbers, oils, tyres and dates, the readings of its meter, which services are due and
            were done, by whom and with which parts, what it and its services cost, and defects with who reported and
            who closed them.
          </dd>
          <dt>Slurry and nutrients</dt>
          <dd>
            Slurry stores with their measurements, the levels read at them, and when; movements of slurry and manure
            with the farm that they went to or came from, and who carried them, and by when the authority has to be told
            and was told; calculations of stocking rate, slurry and nutrients with what was entered for them; figures
            that replace those of the rules, with the reason.
          </dd>
          <dt>Compliance</dt>
          <dd>
            What has to be done or kept for an inspection, when, how often and by whom, or why something does not apply;
            when it was done, by whom, with which paper or note, and how long that counts. Certificates of the farm and
            its people with their numbers and dates.
          </dd>
          <dt>Photos</dt>
          <dd>
            Photos of jobs, notes, checklists, fields, machines, evidence and certificates, with a caption, who added
            them and when they were taken. A photo is made smaller on your phone before it is sent. The place where it
            was taken, which cameras write into the file, is left out. Once a record is deleted, only the account holder
            can open its photos; a link that somebody had opened before works for ten minutes more. The files are kept
            as long as those of documents.
          </dd>
          <dt>Documents</dt>
          <dd>
            Documents of customers, machines, fields, evidence and certificates, as you chose them, with their names. Of
            a picture the place is left out, as with photos. A file that you remove is deleted within two days, or
            within 33 if its record was deleted too, because that can be brought back.
          </dd>
          <dt>Imports</dt>
          <dd>
            Which files with customers, tasks, machines, fields, hours, past works or open invoices were imported, when
            and by whom, what each added, and whether it was undone. The file itself is not kept; rows of a large file
            are kept for a day at most while they are being sent. Also whether a ZIP was restored into the account,
            when, which one and how far it is.
          </dd>
          <dt>Invitations</dt>
          <dd>
            Name and e-mail address of whoever the account holder invites, what they may see, and when they joined.
          </dd>
          <dt>The log</dt>
          <dd>
            Who changed what, when, and what it said before; on records that a law asks you to keep also who struck them
            out, and when. For 30 days the account holder can bring back a deleted entry from it, or erase that: then
            the log no longer says what it was.
          </dd>
          <dt>Subscription</dt>
          <dd>
            The state and dates of the subscription, the numbers under which Stripe knows it, and for 90 days which
            messages about it came from Stripe. Card details go to Stripe and never reach us.
          </dd>
          <dt>Messages</dt>
          <dd>
            What you send with the contact form: name, e-mail address and message. To stop abuse we count how many
            messages and mails come from one address, account or connection, and how many entries an account adds in a
            minute.
          </dd>
          <dt>What keeps things in order</dt>
          <dd>The next invoice number, and which presses were carried out, so that nothing is done twice.</dd>
        </dl>
      </section>
      <section>
        <h2>What is kept on your phone or computer</h2>
        <p>
          The app works without signal, so it keeps data on the device: entries that have not been sent yet, drafts,
          copies of lists for reading offline, and its own files. Anybody who can unlock the device and open the app
          while you are signed in can read them. When you sign out the copies are deleted. Entries and drafts that have
          not been sent are not encrypted; the app asks whether they stay until you sign in again or are removed. We set
          no cookies. These names are used in the browser’s storage:
        </p>
        <div className="storage-table-scroll" role="region" aria-label="Names in the browser’s storage" tabIndex={0}>
          <table className="storage-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">What it is for</th>
                <th scope="col">How long</th>
              </tr>
            </thead>
            <tbody>
              {DEVICE_STORAGE.map(({ name, use, until }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td>{use}</td>
                  <td>{until}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p>
          All of them are needed for what you asked the app to do. That is why the notice at the foot of these pages
          tells you and does not ask you.
        </p>
      </section>
      <section>
        <h2>Who else handles it</h2>
        <p>We use these companies, each for one purpose and under contract:</p>
        <dl>
          <dt>Supabase</dt>
          <dd>Database, sign-in and file storage. Everything that is sent from the app is stored there.</dd>
          <dt>Stripe</dt>
          <dd>
            Payment of the subscription. You enter card and billing details on Stripe’s own pages, where its own policy
            and cookies apply.
          </dd>
          <dt>Resend</dt>
          <dd>
            Sends our mails: confirmations, password links, invitations, your messages to support, and invoices and
            reminders that you send from the app. It sees the address, the text and what is attached.
          </dd>
          <dt>Push services</dt>
          <dd>
            Only if you turn notifications on: the service of your browser’s maker (Google, Apple, Mozilla or Microsoft)
            brings them to your device. They are encrypted for it, so the service sees when one is sent, not what it
            says.
          </dd>
          {weatherService && (
            <>
              <dt>The weather service</dt>
              <dd>
                {weatherService} gives the forecast in the diary. It gets the middle of the farm’s fields, within about
                a kilometre, and the internet address that the request comes from. It does not learn who asks.
              </dd>
            </>
          )}
          {mapService && (
            <>
              <dt>The map service</dt>
              <dd>
                {mapService} delivers the background of the map of fields. It gets the internet address that the request
                comes from, and learns which part of the map is looked at.
              </dd>
            </>
          )}
          <dt>Maps that you open</dt>
          <dd>
            A link to OpenStreetMap or what3words beside a customer, a note, a field or a hazard gives that position to
            them when you press it.
          </dd>
          <dt>The host of these pages</dt>
          <dd>Delivers the app’s files. Like any web server it sees the internet address a request comes from.</dd>
        </dl>
        <p>
          Where one of them handles data outside the UK and the European Economic Area, it does so under the safeguards
          that the law asks for, such as standard contractual clauses.
        </p>
      </section>
      <section>
        <h2>Why we may</h2>
        <p>
          To provide what you signed up for (contract); to keep accounts safe and stop abuse (legitimate interest); to
          keep what the law makes us keep, such as records of payments (legal duty). We do not rely on consent for
          anything hidden, and no decision about you is made by a machine alone.
        </p>
      </section>
      <section>
        <h2>How long</h2>
        <p>
          As long as the account exists, also when the subscription has ended, so that your books are there when you
          need them. The account holder can delete the account on the account page: its records and settings, the
          holder’s profile and the holder’s sign-in then go from the database at once, and its files from the storage.
          Backups follow when they expire. Invoices that you sent remain with those who got them, and records of
          payments with Stripe. Messages to support are kept for a year.
        </p>
        <p>
          People in the crew keep their own sign-in, name, telephone and picture when the account goes, or when they
          leave it. To delete those too, leave the farm, choose “Start my own account” and delete that one. What they
          logged, with their name on it, stays with the farm they logged it for.
        </p>
      </section>
      <section>
        <h2>Your rights</h2>
        <p>
          You may see, correct, take out and delete your data, object to a use, and ask us to limit one. Most of it you
          can do yourself: the account page gives an account holder everything as one ZIP, and deletes the account;
          people in the crew save their own jobs and hours, and leave. For the rest use the{' '}
          <a href="/contact">contact page</a>; we answer within a month. If we do not put it right, you can complain to
          the Information Commissioner’s Office in the UK or the Data Protection Commission in Ireland.
        </p>
      </section>
      <section>
        <h2>Safety</h2>
        <p>
          Everything travels encrypted. The database itself keeps accounts apart and checks, row by row, who may read
          and change what. Passwords are never stored in readable form. If something goes wrong that puts you at risk,
          we tell you.
        </p>
      </section>
      <section>
        <h2>Children, and changes</h2>
        <p>
          The app is for people at work and not meant for children. When this policy changes, the date at the top
          changes with it, and we say so in the app before a change that matters.
        </p>
      </section>
    </PublicPage>
  );
}
