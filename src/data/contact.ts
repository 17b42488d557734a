// Messages of the contact form. Visitors write them too, so the backend's client comes with the first that is sent.
import { contactProblem, contactRefusal, type ContactForm, type ContactProblem } from '@/domain/contact';
import { toast } from '@/lib/toast';

/** What became of a form: sent, or what is wrong with it, or why nobody took it. Each has been said already. */
export type ContactOutcome =
  { kind: 'sent' } | { kind: 'wrong'; problem: ContactProblem } | { kind: 'failed'; reason: string };

const NO_SIGNAL = 'There is no signal. Try again when there is.';

const client = () => import('@/lib/functions');

/** Somebody begins to write: what sends it is fetched while they do, also for want of signal later. */
export function prepareContact() {
  client().catch(() => undefined);
}

/** Sends it; the reason why not, or null. */
async function deliver(body: object): Promise<string | null> {
  try {
    const { callFunction, FunctionRefused } = await client();
    return await callFunction('send-contact-email', body).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof FunctionRefused)) throw error;
        return error.status === null ? error.message : contactRefusal(error.answer);
      },
    );
  } catch (error) {
    // The file of the client did not come, or this copy of the app has no backend.
    return error instanceof Error && error.name === 'NotConfiguredError' ? error.message : NO_SIGNAL;
  }
}

/** Sends a message. `website` is a field that only a machine fills in. */
export async function sendContactMessage(form: ContactForm, website: string): Promise<ContactOutcome> {
  const problem = contactProblem(form);
  if (problem) {
    toast({ tone: 'error', title: problem.title, description: problem.description });
    return { kind: 'wrong', problem };
  }
  const { name, email, message } = form;
  const reason = await deliver({ name: name.trim(), email: email.trim(), message: message.trim(), website });
  if (reason !== null) {
    toast({ tone: 'error', title: 'Error', description: `Failed to send message: ${reason}` });
    return { kind: 'failed', reason };
  }
  toast({ tone: 'ok', title: 'Message Sent!', description: "Thanks for reaching out. We'll get back to you soon." });
  return { kind: 'sent' };
}
