import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';

const PAUSE_MS = 300;

type Typed = { text: string; filtered: boolean };

/**
 * A search that is written to the URL after 300 ms without typing: returns the text to show in the field, and the
 * function that takes new text. `urlText` is the text in the URL, exactly as typed: if it were trimmed, the field
 * would never match the URL after a trailing space. If all filters are removed from the URL meanwhile, the typed text
 * is discarded too.
 */
export function usePausedSearch(
  urlText: string,
  isFiltered: (address: URLSearchParams) => boolean,
  setUrlText: (text: string) => void,
): readonly [shown: string, type: (text: string) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState<Typed | null>(null);
  // Read the current URL, which the router may not have rendered yet.
  const filteredNow = () => isFiltered(new URLSearchParams(window.location.search));
  // Emptying the field removes the last filter too; that does not count as cleared from outside.
  const isCleared = typed !== null && typed.filtered && typed.text !== '' && !filteredNow();
  const isInUrl = typed?.text === urlText && search === window.location.search;
  if (isCleared || isInUrl) setTyped(null);
  const apply = useEffectEvent(({ text, filtered }: Typed) => {
    if (text === '' || !filtered || filteredNow()) setUrlText(text);
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => apply(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed?.text ?? urlText, (text) => setTyped({ text, filtered: filteredNow() })];
}
