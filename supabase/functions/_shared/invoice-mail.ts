// Sends the stored PDF of a document by e-mail and records the mail service's response.
import { serviceDatabase } from './database.ts';
import { isIssuedFile } from './issued-file.ts';
import { subjectOf, textOf, type MailJob } from './invoice-mail-text.ts';
import { MailError, oneLine, sendMail } from './mail.ts';
import { sha256Hex } from './sha256.ts';

/** `busy`: send nothing more for now (rate limit, no response, or e-mail is not set up). */
type SendResult = { accepted: true } | { accepted: false; sentence: string; busy: boolean };

const FILE_CHANGED = 'The stored PDF of this invoice was changed after it was issued, so it was not mailed.';
const FILE_NOT_OURS =
  'The stored PDF of this invoice is not one that this app made of it, so it was not mailed. Open the PDF and look at it.';
const NO_ANSWER = 'The mail service did not answer. Send it again: it arrives only once.';

/** `final`: the mail counts as failed. `busy`: stop sending for now. `sentence`: what the user reads. */
function classify(error: MailError): { final: boolean; busy: boolean; sentence: string } {
  // 401 and 403: a wrong key or an unverified sender domain. The recipient's address is not the cause.
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

type StoredFile = { content: Uint8Array; problem?: never } | { content?: never; problem: string };

/** The file as stored when the document was issued, or why it is not mailed. */
async function readFile(job: MailJob): Promise<StoredFile> {
  const { data, error } = await serviceDatabase().storage.from('invoices').download(job.path);
  if (error) throw error;
  const content = new Uint8Array(await data.arrayBuffer());
  const hash = await sha256Hex(content);
  if (job.sha256 === null && !(await isIssuedFile(content, job))) return { problem: FILE_NOT_OURS };
  const confirmed = await serviceDatabase().rpc('confirm_invoice_file', {
    p_account: job.account,
    p_invoice_number: job.number,
    p_sha256: hash,
  });
  if (confirmed.error) throw confirmed.error;
  return confirmed.data ? { content } : { problem: FILE_CHANGED };
}

async function recordFailure({ account, id }: MailJob, sentence: string, final: boolean): Promise<void> {
  const { error } = await serviceDatabase().rpc('fail_invoice_mail', {
    p_account: account,
    p_mail_id: id,
    p_problem: sentence,
    p_final: final,
  });
  if (error) throw error;
}

/** The job with each field that may appear in a mail header reduced to one line. */
const withOneLineHeaders = (job: MailJob): MailJob => ({
  ...job,
  sender: oneLine(job.sender),
  customer: oneLine(job.customer),
  orderNumber: job.orderNumber === null ? null : oneLine(job.orderNumber),
  ownSubject: job.ownSubject === null ? null : oneLine(job.ownSubject),
  phone: job.phone === null ? null : oneLine(job.phone),
});

/**
 * Sends the mail that private.mail_job describes. The idempotency key is the row's id, so the mail arrives once however
 * often this runs.
 */
export async function mailDocument(storedJob: MailJob): Promise<SendResult> {
  const job = withOneLineHeaders(storedJob);
  const database = serviceDatabase();
  const { content, problem } = await readFile(storedJob);
  if (!content) {
    await recordFailure(job, problem, true);
    return { accepted: false, sentence: problem, busy: false };
  }
  try {
    const { id } = await sendMail({
      to: job.to,
      subject: subjectOf(job),
      text: textOf(job),
      fromName: job.sender,
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
    if (!(error instanceof MailError)) throw error;
    console.error(`[mail ${job.id}] ${error.status ?? 'no answer'} ${error.code}: ${error.message}`);
    const { final, busy, sentence } = classify(error);
    // A failed reminder is never created again, so a temporary failure must not count as final for it.
    await recordFailure(job, sentence, final && !(busy && job.reminder !== null));
    return { accepted: false, sentence, busy };
  }
}
