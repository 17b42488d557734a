// The size of the window of happy-dom.

/** Sets the window's size in pixels, before a page is opened. */
export function resizeWindow(width: number, height = 844) {
  // happy-dom can be resized, but TypeScript's window type does not know it.
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width, height });
}
