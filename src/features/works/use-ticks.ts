import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Which entries are ticked. They stay ticked while they are out of sight. */
export function useTicks() {
  const [ids, setIds] = useState(NONE);
  const choose = useCallback(
    (chosen: readonly string[], on: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const id of chosen) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  return {
    ids,
    choose,
    clear: () => setIds(NONE),
    /** True where one of these is ticked. */
    holds: (rows: readonly { id: string }[]) => ids.size > 0 && rows.some(({ id }) => ids.has(id)),
  };
}
