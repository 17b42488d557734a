// Reloads that the app itself starts: code that holds input stores it first; input that can't be stored is known, so
// that the user can be asked.
type PutAway = () => Promise<boolean>;

/** A device that does not respond must not block the page. */
const LONGEST_MS = 2000;
const calls = new Set<PutAway>();
/** The forms with input; true while it is being saved. */
const typed = new Map<HTMLFormElement, boolean>();

/** Calls before the app reloads its page, to store something and report success; returns a function that ends it. */
export function beforeReload(call: PutAway): () => void {
  calls.add(call);
  return () => void calls.delete(call);
}

/** True if everything is stored, false if something could not be: a reload would lose it. Never rejects. */
export function storeAllInput(): Promise<boolean> {
  const all = Promise.all([...calls].map((call) => call())).then((put) => !put.includes(false));
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LONGEST_MS));
  return Promise.race([all, late]).catch(() => false);
}

const formOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('form') : null);

/** Tracks what is typed into forms, while the page is open. */
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

/** Submitted input is saved: a reload would not lose it. */
export function typingSaved() {
  for (const [form, sent] of typed) if (sent || !form.isConnected) typed.delete(form);
}

/** True while an open form holds input that a reload would lose. A page's own form is stored if it keeps a draft. */
export const holdsTyping = (): boolean =>
  [...typed.keys()].some((form) => form.isConnected && (calls.size === 0 || form.closest('dialog') !== null));
