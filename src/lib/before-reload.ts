// Before the app reloads itself: stores unsaved input, and tracks input that can't be stored, so that the user can be
// asked first.
type StoreInput = () => Promise<boolean>;

/** A device that does not respond must not block the page. */
const MAX_WAIT_MS = 2000;
const callbacks = new Set<StoreInput>();
/** The forms with input; true while it is being saved. */
const editedForms = new Map<HTMLFormElement, boolean>();

/** Registers a callback that stores input before a reload and reports success; returns a function that removes it. */
export function beforeReload(call: StoreInput): () => void {
  callbacks.add(call);
  return () => void callbacks.delete(call);
}

/** True if all input was stored; false if a reload would lose some of it. Never rejects. */
export function storeAllInput(): Promise<boolean> {
  const all = Promise.all([...callbacks].map((call) => call())).then((results) => !results.includes(false));
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), MAX_WAIT_MS));
  return Promise.race([all, timeout]).catch(() => false);
}

const formOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('form') : null);

/** Tracks what is typed into forms, while the page is open. */
export function trackInput() {
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target);
    if (form) editedForms.set(form, false);
  });
  document.addEventListener(
    'submit',
    ({ target }) => {
      const form = formOf(target);
      if (form && editedForms.has(form)) editedForms.set(form, true);
    },
    true,
  );
}

/** After a save: stops tracking the forms that were submitted, because a reload would not lose their input. */
export function forgetSubmittedInput() {
  for (const [form, isSubmitted] of editedForms) if (isSubmitted || !form.isConnected) editedForms.delete(form);
}

/**
 * True while an open form holds input that a reload would lose. If callbacks are registered, they store the page's own
 * form, and only forms in dialogs count.
 */
export const hasUnsavedInput = (): boolean =>
  [...editedForms.keys()].some((form) => form.isConnected && (callbacks.size === 0 || form.closest('dialog') !== null));
