import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';

const PAUSE = 300;

type Typed = { text: string; filtered: boolean };

/**
 * A search that goes into the address when nothing new was typed for 300 ms: what its field shows, and what takes the
 * text. `asked` is the address's own text, as it was typed: of one that was trimmed the last space would never arrive.
 * Whoever takes every filter out of the address meanwhile has cleared what was typed as well.
 */
export function usePausedSearch(
  asked: string,
  isFiltered: (address: URLSearchParams) => boolean,
  ask: (text: string) => void,
): readonly [shown: string, type: (text: string) => void] {
  const { search } = useLocation();
  const [typed, setTyped] = useState<Typed | null>(null);
  // The address as it is, which may not be drawn yet.
  const filteredNow = () => isFiltered(new URLSearchParams(window.location.search));
  // An emptied field takes the last filter away by itself.
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
