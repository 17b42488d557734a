// Hands the stored file of a document to the mail service and writes down what it answered.
import { serviceDatabase } from './database.ts';
import { subjectOf, textOf, type MailJob } from './invoice-words.ts';
import { MailRefused, oneLine, sendMail } from './mail.ts';

/** `busy`: the service asks to come back later; nothing more should be sent just now. */
type Sent = { accepted: true } | { accepted: false; sentence: string; busy: boolean };

const NO_ANSWER = 'The mail service did not answer. Send it again: it arrives only once.';

/** Whether the service said no, in which words that is told, and whether a later time would do. */
function judged(error: MailRefused): { final: boolean; busy: boolean; sentence: string } {
  // 401 and 403: a key that is wrong, a sender's domain that is not confirmed. No address is at fault.
  if (error.code === 'missing_secret' || error.status === 401 || error.status === 403)
    return { final: true, busy: true, sentence: 'Sending e-mail is not set up here yet.' };
  if (error.status === 429)
    return { final: true, busy: true, sentence: 'The mail service is busy. Try again in some minutes.' };
  // 409: the same key is being sent this moment, or was taken with other words.
  const unknown = error.status === null || error.status >= 500 || error.status === 409;
  return unknown
    ? { final: false, busy: true, sentence: NO_ANSWER }
    : { final: true, busy: false, sentence: 'The mail service did not take it. Check the address and send it again.' };
}

/** The bytes as they were stored when the document was issued. */
async function fileOf({ path }: MailJob): Promise<Uint8Array> {
  const { data, error } = await serviceDatabase().storage.from('invoices').download(path);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}

/** A name on one line: it stands in the mail's head. */
const tidied = (job: MailJob): MailJob => ({
  ...job,
  sender: oneLine(job.sender),
  customer: oneLine(job.customer),
  contact: job.contact === null ? null : oneLine(job.contact),
  phone: job.phone === null ? null : oneLine(job.phone),
});

/** Sends what private.mail_job described. Its key is its row: however often this runs, it arrives once. */
export async function mailDocument(described: MailJob): Promise<Sent> {
  const job = tidied(described);
  const database = serviceDatabase();
  const content = await fileOf(job);
  try {
    const { id } = await sendMail({
      to: job.to,
      subject: subjectOf(job),
      text: textOf(job),
      replyTo: job.replyTo,
      attachments: [{ name: `${job.number.replace(/[^\w.-]+/g, '-')}.pdf`, content, type: 'application/pdf' }],
      idempotencyKey: `invoice-mail/${job.id}`,
    });
    const { error } = await database.rpc('accept_invoice_mail', {
      p_account: job.account,
      p_mail_id: job.id,
      p_provider_id: id,
    });
    if (error) throw error;
    return { accepted: true };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    console.error(`[mail ${job.id}] ${error.status ?? 'no answer'} ${error.code}: ${error.message}`);
    const { final, busy, sentence } = judged(error);
    // A reminder goes out at most once: what only has to wait is not written off.
    const { error: failed } = await database.rpc('fail_invoice_mail', {
      p_account: job.account,
      p_mail_id: job.id,
      p_problem: sentence,
      p_final: final && !(busy && job.reminder !== null),
    });
    if (failed) throw failed;
    return { accepted: false, sentence, busy };
  }
}
