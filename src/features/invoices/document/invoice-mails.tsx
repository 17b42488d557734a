import { useQuery } from '@tanstack/react-query';
import { invoiceMailsQuery, type InvoiceMail } from '@/data/invoices/invoice-mails';
import type { Invoice } from '@/data/invoices/invoices';
import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { mailStateName, mailTrouble, troubleWords } from '@/domain/invoices/invoice-mail';
import { useAccount } from '@/session/account';
import { useNow, useToday } from '@/session/today';
import { Banner } from '@/ui/feedback/banner';

/** Shown if the last mail of an open document did not arrive; says what to do. */
export function MailTroubleBanner({ invoice }: { invoice: Invoice }) {
  const { ownerId } = useAccount();
  const now = useNow();
  const { data: [last] = [] } = useQuery(invoiceMailsQuery(ownerId, invoice.id));
  const open = invoice.paidAt === null && invoice.voidedAt === null;
  const trouble = last && open ? mailTrouble(last, now) : null;
  return last && trouble && <Banner tone="bad">{troubleWords(last, trouble)}</Banner>;
}

/** The mails sent for this document, newest first. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const { ownerId, settings } = useAccount();
  const now = useNow();
  const { data: mails = [] } = useQuery(invoiceMailsQuery(ownerId, invoice.id));
  if (mails.length === 0) return null;
  return (
    <section className="card grid grid-cols-1 gap-2 p-4" aria-label="E-mails">
      <h2 className="text-3">E-mails</h2>
      <ul className="grid gap-2 text-2">
        {mails.map((mail) => (
          <MailLine key={mail.id} mail={mail} now={now} zone={settings.zone} />
        ))}
      </ul>
    </section>
  );
}

/** Indexed by the reminder's number. 0 is a reminder sent by a person, without a number. */
const REMINDERS = ['Reminder, ', 'First reminder, ', 'Second reminder, '];

function MailLine({ mail, now, zone }: { mail: InvoiceMail; now: Date; zone: Zone }) {
  const today = useToday();
  const at = new Date(mail.createdAt);
  const reminderText = mail.reminder === null ? '' : (REMINDERS[mail.reminder] ?? '');
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">{mail.toAddress}</span>
        <b className={mailTrouble(mail, now) ? 'text-danger' : ''}>{mailStateName(mail, now)}</b>
      </span>
      <span className="text-muted">
        {reminderText}
        <time dateTime={mail.createdAt}>
          {formatDate(todayIn(zone, at), today)} {localTimeIn(zone, at)}
        </time>
        {(mail.reminder ?? 0) === 0 && `, ${mail.createdByName}`}
      </span>
    </li>
  );
}
