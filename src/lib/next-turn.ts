// Divides long work into portions, so that the page can handle input and paint between them.

/** Resolves in a new task, after the tasks that are queued already. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
