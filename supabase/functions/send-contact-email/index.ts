// The contact form: stores a message to us and mails it to our contact address. Anyone may call it.
import { serviceDatabase } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { MailError, secret, sendMail } from '../_shared/mail.ts';
import { networkOf } from '../_shared/network.ts';
import { parseMessage, type Message } from './message.ts';

/** Enough for the longest message with every character escaped as \uXXXX. */
const MAX_BYTES = 40 * 1024;

/** Why the sender must wait, or null. The limits per address keep one sender from using up the limit shared by all. */
async function rateLimitProblem(ip: string): Promise<string | null> {
  const network = networkOf(ip);
  if (!(await takeAllowance(`contact-minute:${network}`, 5, '1 minute')))
    return 'Too many messages in a short time. Wait a minute and try again.';
  const isAllowedToday =
    (await takeAllowance(`contact-day:${network}`, 20, '1 day')) &&
    (await takeAllowance('contact-everybody', 200, '1 day'));
  return isAllowedToday ? null : 'Too many messages today. Try again tomorrow.';
}

async function storeMessage({ name, email, message }: Message): Promise<string> {
  const { data, error } = await serviceDatabase().rpc('keep_contact_message', {
    p_name: name,
    p_email: email,
    p_message: message,
  });
  if (error) throw error;
  return String(data);
}

/** Records whether the message was mailed. A failure is only logged, because the message itself is stored. */
async function recordMail(id: string, mailId: string | null, problem: string | null) {
  const outcome = { p_id: id, p_mail_id: mailId, p_error: problem };
  const { error } = await serviceDatabase().rpc('contact_message_mailed', outcome);
  if (error) console.error('send-contact-email could not note the mail of', id, error.code);
}

const mailMessage = (id: string, { name, email, message }: Message) =>
  sendMail({
    to: secret('CONTACT_TO'),
    replyTo: email,
    subject: `Message from ${name}`,
    text: `${message}\n\n-- \n${name} <${email}>\nby the contact form of ${setting('SITE_URL') ?? 'the app'}, kept as ${id}`,
    idempotencyKey: `contact/${id}`,
  });

/**
 * The provider's refusal in the provider's format, which the page parses. The original text can contain our addresses, so
 * a visitor gets only the error name and a sentence.
 */
function failureText({ code, message }: MailError): string {
  const unverified = code === 'validation_error' && /domain/i.test(message) && /verif/i.test(message);
  if (unverified) return JSON.stringify({ error: { name: code, message: 'The domain is not verified.' } });
  const sentence =
    code === 'missing_secret'
      ? "The site's email sending service is not yet configured. Please contact the site administrator."
      : 'The mail service did not take it, but your message is kept.';
  return JSON.stringify({ error: { name: code, message: sentence } });
}

serveFunction({ caller: 'anyone', maxBytes: MAX_BYTES }, async ({ body, ip }) => {
  const parsed = parseMessage(body);
  if ('trap' in parsed) return succeed({});
  if ('refused' in parsed) return refuse(400, parsed.refused);
  const limited = await rateLimitProblem(ip);
  if (limited) return refuse(429, limited);
  const id = await storeMessage(parsed.message);
  try {
    const sent = await mailMessage(id, parsed.message);
    await recordMail(id, sent.id, null);
    return succeed({});
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await recordMail(id, null, `${error.code}: ${error.message}`);
    return refuse(502, failureText(error));
  }
});
