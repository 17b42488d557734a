// The order in which tasks run. PGlite has a single session: two requests with interleaved transactions would share a
// role, so each waits for the one before.

export type Queue = {
  /** Runs a task when its turn comes; resolves or rejects with its result. */
  run: <T>(task: () => Promise<T>) => Promise<T>;
  /** Resolves when every task so far has ended, with or without an error. */
  idle: () => Promise<void>;
};

/** A queue in which a task starts after the previous one has ended, with or without an error. */
export function serialise(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (task) => {
      const next = last.then(task);
      last = next.catch(() => undefined);
      return next;
    },
    idle: async () => {
      await last;
    },
  };
}

/** For a database with many sessions: every task starts at once. */
export function concurrent(): Queue {
  const running = new Set<Promise<unknown>>();
  return {
    run: (task) => {
      const next = task();
      running.add(next);
      const leave = () => void running.delete(next);
      next.then(leave, leave);
      return next;
    },
    idle: async () => {
      await Promise.allSettled(running);
    },
  };
}
