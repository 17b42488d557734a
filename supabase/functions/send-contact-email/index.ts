// The contact form: stores a message to us and mails it to our contact address. Anyone may call it.
import { serviceDatabase } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { MailRefused, secret, sendMail } from '../_shared/mail.ts';
import { networkOf } from '../_shared/network.ts';
import { readMessage, type Message } from './message.ts';

/** Enough for the longest message with every character escaped. */
const MAX_BYTES = 40 * 1024;

/** Why the sender must wait, or null. One address can fill neither our mailbox nor the daily limit shared by all. */
async function tooMany(ip: string): Promise<string | null> {
  const from = networkOf(ip);
  if (!(await takeAllowance(`contact-minute:${from}`, 5, '1 minute')))
    return 'Too many messages in a short time. Wait a minute and try again.';
  const today =
    (await takeAllowance(`contact-day:${from}`, 20, '1 day')) &&
    (await takeAllowance('contact-everybody', 200, '1 day'));
  return today ? null : 'Too many messages today. Try again tomorrow.';
}

async function keep({ name, email, message }: Message): Promise<string> {
  const { data, error } = await serviceDatabase().rpc('keep_contact_message', {
    p_name: name,
    p_email: email,
    p_message: message,
  });
  if (error) throw error;
  return String(data);
}

/** The message is stored and mailed already, so a failure to record that is only logged. */
async function note(id: string, mailId: string | null, problem: string | null) {
  const what = { p_id: id, p_mail_id: mailId, p_error: problem };
  const { error } = await serviceDatabase().rpc('contact_message_mailed', what);
  if (error) console.error('send-contact-email could not note the mail of', id, error.code);
}

const mail = (id: string, { name, email, message }: Message) =>
  sendMail({
    to: secret('CONTACT_TO'),
    replyTo: email,
    subject: `Message from ${name}`,
    text: `${message}\n\n-- \n${name} <${email}>\nby the contact form of ${setting('SITE_URL') ?? 'the app'}, kept as ${id}`,
    idempotencyKey: `contact/${id}`,
  });

/**
 * The provider's refusal in its own format, which the page parses. Its text can contain addresses of ours, so a visitor
 * gets only the error name and a sentence.
 */
function failure({ code, message }: MailRefused): string {
  const unverified = code === 'validation_error' && /domain/i.test(message) && /verif/i.test(message);
  if (unverified) return JSON.stringify({ error: { name: code, message: 'The domain is not verified.' } });
  const sentence =
    code === 'missing_secret'
      ? "The site's email sending service is not yet configured. Please contact the site administrator."
      : 'The mail service did not take it, but your message is kept.';
  return JSON.stringify({ error: { name: code, message: sentence } });
}

serveFunction({ caller: 'anyone', maxBytes: MAX_BYTES }, async ({ body, ip }) => {
  const read = readMessage(body);
  if ('trap' in read) return succeed({});
  if ('refused' in read) return refuse(400, read.refused);
  const wait = await tooMany(ip);
  if (wait) return refuse(429, wait);
  const id = await keep(read.message);
  try {
    const sent = await mail(id, read.message);
    await note(id, sent.id, null);
    return succeed({});
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await note(id, null, `${error.code}: ${error.message}`);
    return refuse(502, failure(error));
  }
});
