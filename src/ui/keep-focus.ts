/** The name of the page takes the focus: whoever uses a keyboard or hears the page goes on from its top. */
export function focusPage() {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** The ref of what may vanish while the focus is in it, such as the actions on chosen rows: the page takes it over. */
export function keepFocus(element: Element | null) {
  return () => {
    // Still in the document here, for the last time.
    if (element?.contains(document.activeElement)) queueMicrotask(focusPage);
  };
}
