/** Focuses the page's heading, so that keyboard and screen reader users continue from its top. */
export function focusPage() {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Ref for an element that may be removed while the focus is in it, such as the actions on selected rows: focuses the
 * page when that happens.
 */
export function focusPageOnRemoval(element: Element | null) {
  return () => {
    // At this point the element is still in the document.
    if (element?.contains(document.activeElement)) queueMicrotask(focusPage);
  };
}
