// One task at a time. PGlite has a single session: two requests whose transactions interleave would share a role.

export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue in which a task starts when the one before has ended, well or badly. */
export function serialise(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}

/** For a database with many sessions: nothing waits. */
export const concurrent: Queue = (task) => task();
