import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The ids of the ticked entries. They stay ticked when scrolled out of view. */
export function useSelection() {
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
    /** Whether at least one of these rows is ticked. */
    hasAny: (rows: readonly { id: string }[]) => ids.size > 0 && rows.some(({ id }) => ids.has(id)),
  };
}
