// Runs one task at a time. PGlite has a single session: two requests with interleaved transactions would share a role.

export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue in which a task starts after the previous one has ended, with or without an error. */
export function serialise(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}

/** For a database with many sessions: no queueing. */
export const concurrent: Queue = (task) => task();
