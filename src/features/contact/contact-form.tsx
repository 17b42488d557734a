import { CircleCheck } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { prepareContact, sendContactMessage, type ContactOutcome } from '@/data/contact';
import type { ContactForm as Form } from '@/domain/account/contact';
import { formText } from '@/lib/form-text';
import { Button } from '@/ui/button';
import { prepareToaster } from '@/ui/feedback/lazy-toaster';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/field';
import { useHydrated } from '@/ui/paint/use-hydrated';

function prepare() {
  prepareContact();
  prepareToaster().catch(() => undefined);
}

/** A field may have been focused before hydration, in which case its focus event was missed. */
function prepareIfFocused(form: HTMLFormElement | null) {
  if (form?.matches(':focus-within')) prepare();
}

/** The contact form. Its fields are cleared only once the message is sent. */
export function ContactForm() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ContactOutcome | null>(null);
  const hydrated = useHydrated();
  const fieldErrors: Partial<Record<keyof Form, string>> = outcome?.kind === 'wrong' ? outcome.problem.fields : {};

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const [name, email, message] = [formText(data, 'name'), formText(data, 'email'), formText(data, 'message')];
    setBusy(true);
    const result = await sendContactMessage(
      { name, email, message, answer: formText(data, 'answer') },
      formText(data, 'website'),
    );
    setBusy(false);
    setOutcome(result);
    if (result.kind === 'sent') form.reset();
    if (result.kind === 'wrong') {
      const first = Object.keys(result.problem.fields)[0] ?? '';
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
  };

  return (
    <div className="card p-5 shadow-2 nav:p-7">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form only listens for focus on its fields; it is not interactive itself */}
      <form
        ref={prepareIfFocused}
        className="grid gap-4"
        method="post"
        noValidate
        onFocus={prepare}
        onSubmit={(event) => void submit(event)}
      >
        <TextField label="Name" name="name" autoComplete="name" error={fieldErrors.name} />
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          hint="We answer to this address."
          error={fieldErrors.email}
        />
        <TextAreaField label="Message" name="message" rows={6} error={fieldErrors.message} />
        <TextField
          label="What is 2 + 2?"
          name="answer"
          inputMode="numeric"
          autoComplete="off"
          hint="It keeps machines from writing to us."
          error={fieldErrors.answer}
        />
        {/* Honeypot: hidden from people, but bots that fill in every field fill it in too. */}
        <div className="sr-only" aria-hidden="true">
          <label htmlFor="contact-website">Website</label>
          <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <Button
          type={hydrated ? 'submit' : 'button'}
          popoverTarget={hydrated ? undefined : 'contact-early'}
          variant="main"
          size="l"
          wide
          busy={busy}
          busyText="Sending..."
        >
          Send message
        </Button>
        {/* The popover needs no script, so the button responds before hydration, or if the script fails to load. */}
        {!hydrated && (
          <p id="contact-early" popover="auto" className="card m-auto p-5 shadow-2">
            Not ready to send yet. What you wrote stays here: press again in a moment.
          </p>
        )}
        <noscript>
          <p className="hint">Sending needs JavaScript. Switch it on for this page.</p>
        </noscript>
      </form>
      {/* Outside the form, because resetting the form would reset the <output> as well. */}
      <output className="block">
        {outcome?.kind === 'failed' && (
          <div className="pt-3">
            <FieldError>{outcome.reason} What you wrote is still here.</FieldError>
          </div>
        )}
        {outcome?.kind === 'sent' && (
          <p className="flex gap-2 pt-3 font-strong text-positive">
            <CircleCheck className="mt-0.5 size-5 flex-none" aria-hidden="true" />
            We have your message.
          </p>
        )}
      </output>
    </div>
  );
}
