import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';

const PAUSE = 300;

type Typed = { text: string; filtered: boolean };

/**
 * A search that is written to the URL after 300 ms without typing: returns the text to show in the field, and the
 * function that takes new text. `asked` is the text in the URL, exactly as typed: if it were trimmed, a trailing space
 * would never arrive. If all filters are removed from the URL meanwhile, the typed text is discarded too.
 */
export function usePausedSearch(
  asked: string,
  isFiltered: (address: URLSearchParams) => boolean,
  ask: (text: string) => void,
): readonly [shown: string, type: (text: string) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState<Typed | null>(null);
  // Read the current URL, which the router may not have rendered yet.
  const filteredNow = () => isFiltered(new URLSearchParams(window.location.search));
  // Emptying the field removes the last filter too; that does not count as cleared from outside.
  const cleared = typed !== null && typed.filtered && typed.text !== '' && !filteredNow();
  const arrived = typed?.text === asked && search === window.location.search;
  if (cleared || arrived) setTyped(null);
  const paused = useEffectEvent(({ text, filtered }: Typed) => {
    if (text === '' || !filtered || filteredNow()) ask(text);
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => paused(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed?.text ?? asked, (text) => setTyped({ text, filtered: filteredNow() })];
}
