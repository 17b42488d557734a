// Loading the page anew of the app's own accord: whoever holds what somebody typed puts it away first; what nobody can
// put away is known, so that it is asked about.
type PutAway = () => Promise<boolean>;

/** A device that does not answer must not hold the page. */
const LONGEST_MS = 2000;
const calls = new Set<PutAway>();
/** The forms in which something was typed; true while it is being saved. */
const typed = new Map<HTMLFormElement, boolean>();

/** Calls before the app loads its page anew, to put something away and say whether it did; the answer ends it. */
export function beforeLeaving(call: PutAway): () => void {
  calls.add(call);
  return () => void calls.delete(call);
}

/** True when everything is put away, false where something could not be: a new page would lose it. Never rejects. */
export function putAllAway(): Promise<boolean> {
  const all = Promise.all([...calls].map((call) => call())).then((put) => !put.includes(false));
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LONGEST_MS));
  return Promise.race([all, late]).catch(() => false);
}

const formOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('form') : null);

/** Follows what is typed into forms, for as long as the page is open. */
export function followTyping() {
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target);
    if (form) typed.set(form, false);
  });
  document.addEventListener(
    'submit',
    ({ target }) => {
      const form = formOf(target);
      if (form && typed.has(form)) typed.set(form, true);
    },
    true,
  );
}

/** What was sent off is saved: nothing of it would be lost. */
export function typingSaved() {
  for (const [form, sent] of typed) if (sent || !form.isConnected) typed.delete(form);
}

/** True while a form that is open holds what a new page would lose. A page's own form is put away where it keeps a draft. */
export const holdsTyping = (): boolean =>
  [...typed.keys()].some((form) => form.isConnected && (calls.size === 0 || form.closest('dialog') !== null));
