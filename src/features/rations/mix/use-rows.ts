import { useState } from 'react';

/**
 * The ingredients of a form, with keys that stay stable when one is removed. `get` and `set` read and write the list of
 * the form.
 */
export function useRows<Row>(get: () => Row[], set: (rows: Row[]) => void, newRow: (rows: readonly Row[]) => Row) {
  const [keys, setKeys] = useState(() => get().map(() => crypto.randomUUID()));
  return {
    keys,
    append: () => {
      set([...get(), newRow(get())]);
      setKeys([...keys, crypto.randomUUID()]);
    },
    remove: (index: number) => {
      set(get().filter((_, at) => at !== index));
      setKeys(keys.filter((_, at) => at !== index));
    },
  };
}
