// Messages of the contact form. Visitors send them too, so the backend's client is loaded only when needed.
import { contactProblem, contactRefusal, type ContactForm, type ContactProblem } from '@/domain/account/contact';
import { toast } from '@/lib/toast';

/** The outcome of a form: sent, invalid, or not accepted and why. A message has been shown already. */
export type ContactOutcome =
  | { kind: 'sent' }
  | { kind: 'wrong'; problem: ContactProblem }
  | { kind: 'failed'; reason: string };

const NO_SIGNAL = 'There is no signal. Try again when there is.';

const loadFunctions = () => import('@/lib/functions');

/** Prefetches the code for sending when the user starts to write, in case the connection is lost before they send. */
export function prepareContact() {
  loadFunctions().catch(() => undefined);
}

/** Sends it; resolves with the reason for a failure, or null. */
async function sendMessage(body: object): Promise<string | null> {
  try {
    const { callFunction, FunctionRefused } = await loadFunctions();
    return await callFunction('send-contact-email', body).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof FunctionRefused)) throw error;
        return error.status === null ? error.message : contactRefusal(error.responseBody);
      },
    );
  } catch (error) {
    // The client could not be loaded, or this copy of the app has no backend.
    return error instanceof Error && error.name === 'NotConfiguredError' ? error.message : NO_SIGNAL;
  }
}

/** Sends a message. `website` is a honeypot field, which only bots fill in. */
export async function sendContactMessage(form: ContactForm, website: string): Promise<ContactOutcome> {
  const problem = contactProblem(form);
  if (problem) {
    toast({ tone: 'error', title: problem.title, description: problem.description });
    return { kind: 'wrong', problem };
  }
  const { name, email, message } = form;
  const reason = await sendMessage({ name: name.trim(), email: email.trim(), message: message.trim(), website });
  if (reason !== null) {
    toast({ tone: 'error', title: 'Error', description: `Failed to send message: ${reason}` });
    return { kind: 'failed', reason };
  }
  toast({ tone: 'ok', title: 'Message Sent!', description: "Thanks for reaching out. We'll get back to you soon." });
  return { kind: 'sent' };
}
