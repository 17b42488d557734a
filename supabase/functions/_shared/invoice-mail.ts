// Sends the stored PDF of a document by e-mail and records the mail service's response.
import { serviceDatabase } from './database.ts';
import { isIssuedFile } from './issued-file.ts';
import { subjectOf, textOf, type MailJob } from './invoice-words.ts';
import { MailRefused, oneLine, sendMail } from './mail.ts';
import { sha256Hex } from './sha256.ts';

/** `busy`: send nothing more for now (rate limit, no response, or e-mail not set up). */
type Sent = { accepted: true } | { accepted: false; sentence: string; busy: boolean };

const CHANGED = 'The stored PDF of this invoice was changed after it was issued, so it was not mailed.';
const NOT_OURS =
  'The stored PDF of this invoice is not one that this app made of it, so it was not mailed. Open the PDF and look at it.';
const NO_ANSWER = 'The mail service did not answer. Send it again: it arrives only once.';

/** Whether the refusal is final, whether to stop sending for now, and the sentence for the user. */
function judged(error: MailRefused): { final: boolean; busy: boolean; sentence: string } {
  // 401 and 403: a wrong key or an unverified sender domain. The recipient's address is not at fault.
  if (error.code === 'missing_secret' || error.status === 401 || error.status === 403)
    return { final: true, busy: true, sentence: 'Sending e-mail is not set up here yet.' };
  if (error.status === 429)
    return { final: true, busy: true, sentence: 'The mail service is busy. Try again in some minutes.' };
  // 409: a request with the same key is in progress, or the key was used with other content.
  const unknown = error.status === null || error.status >= 500 || error.status === 409;
  return unknown
    ? { final: false, busy: true, sentence: NO_ANSWER }
    : { final: true, busy: false, sentence: 'The mail service did not take it. Check the address and send it again.' };
}

type Kept = { content: Uint8Array; problem?: never } | { content?: never; problem: string };

/** The file as stored when the document was issued, or why it is not mailed. */
async function fileOf(job: MailJob): Promise<Kept> {
  const { data, error } = await serviceDatabase().storage.from('invoices').download(job.path);
  if (error) throw error;
  const content = new Uint8Array(await data.arrayBuffer());
  const hash = await sha256Hex(content);
  if (job.sha256 === null && !(await isIssuedFile(content, job))) return { problem: NOT_OURS };
  const confirmed = await serviceDatabase().rpc('confirm_invoice_file', {
    p_account: job.account,
    p_invoice_number: job.number,
    p_sha256: hash,
  });
  if (confirmed.error) throw confirmed.error;
  return confirmed.data ? { content } : { problem: CHANGED };
}

async function noteFailure({ account, id }: MailJob, sentence: string, final: boolean): Promise<void> {
  const { error } = await serviceDatabase().rpc('fail_invoice_mail', {
    p_account: account,
    p_mail_id: id,
    p_problem: sentence,
    p_final: final,
  });
  if (error) throw error;
}

/** The fields that appear in mail headers, each reduced to one line. */
const tidied = (job: MailJob): MailJob => ({
  ...job,
  sender: oneLine(job.sender),
  customer: oneLine(job.customer),
  orderNumber: job.orderNumber === null ? null : oneLine(job.orderNumber),
  ownSubject: job.ownSubject === null ? null : oneLine(job.ownSubject),
  phone: job.phone === null ? null : oneLine(job.phone),
});

/**
 * Sends what private.mail_job described. Its idempotency key is the row's id: however often this runs, it arrives once.
 */
export async function mailDocument(described: MailJob): Promise<Sent> {
  const job = tidied(described);
  const database = serviceDatabase();
  const { content, problem } = await fileOf(described);
  if (!content) {
    await noteFailure(job, problem, true);
    return { accepted: false, sentence: problem, busy: false };
  }
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
    // A reminder is created at most once, so a failure that may pass must not be final for it.
    await noteFailure(job, sentence, final && !(busy && job.reminder !== null));
    return { accepted: false, sentence, busy };
  }
}
