import { useState } from 'react';
import type { NewEntry } from '@/offline/outbox/entry';

/**
 * The entry of a form that this device could not store, and its setter. It is offered for sending only as long as the
 * form's input is what it was when the entry was made: after a change, "Send now" would send the values of before.
 */
export function useUnstoredEntry(input: unknown) {
  const shown = JSON.stringify(input);
  const [unstored, setUnstored] = useState<{ entry: NewEntry; madeFrom: string } | null>(null);
  return [
    unstored?.madeFrom === shown ? unstored.entry : null,
    (entry: NewEntry | null) => setUnstored(entry && { entry, madeFrom: shown }),
  ] as const;
}
