import { useState } from 'react';
import { FormReader } from '@/domain/rules/form-reader';

/**
 * A line of the calculation in its dialog. `read` checks what is typed; its problems are shown once saving was tried, and
 * then only a line without problems is kept.
 */
export function useLine<Line extends { id: string }>(line: Line, read: (reader: FormReader, typed: Line) => void) {
  const [text, setText] = useState(line);
  const [tried, setTried] = useState(false);
  const reader = new FormReader();
  read(reader, text);
  return {
    text,
    isValid: reader.isValid,
    tried,
    set: (change: Partial<Line>) => setText({ ...text, ...change }),
    error: (name: string) => (tried ? reader.problems[`${line.id}.${name}`] : undefined),
    keep: (onKeep: (typed: Line) => void) => () => {
      setTried(true);
      if (reader.isValid) onKeep(text);
    },
  };
}
