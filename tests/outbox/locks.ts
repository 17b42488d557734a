// Web Locks as the outbox uses them: immediately or not at all (ifAvailable), or taken from the current holder (steal).
type Options = { ifAvailable?: boolean; steal?: boolean };
type Work<T> = (lock: object | null) => Promise<T>;

export function locksOfOneDevice() {
  const held = new Map<string, (reason: Error) => void>();
  return {
    async request<T>(name: string, { ifAvailable, steal }: Options, work: Work<T>): Promise<T> {
      const holder = held.get(name);
      if (holder && ifAvailable && !steal) return work(null);
      if (holder && steal) holder(new DOMException('The lock was stolen', 'AbortError'));
      const lock = {};
      const stolen = new Promise<never>((_, reject) => {
        held.set(name, reject);
      });
      const mine = held.get(name);
      try {
        return await Promise.race([work(lock), stolen]);
      } finally {
        if (held.get(name) === mine) held.delete(name);
      }
    },
  };
}
