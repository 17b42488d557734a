// The preview of a file: checked in portions, so that the page stays responsive with twenty thousand rows.
import { useEffect, useState } from 'react';
import type { Mapping } from '@/domain/import/mapping';
import type { Formats } from '@/domain/import/row-reader';
import type { TableRow } from '@/domain/import/table';
import { nextTurn } from '@/lib/next-turn';
import type { ImportKind, Known } from './kind';
import { rowPreviewer, type PreviewRow } from './preview-rows';

/** Rows in one portion: about 20 ms on a phone. */
const ROWS_AT_ONCE = 500;

type PreviewInput = {
  kind: ImportKind;
  mapping: Mapping;
  rows: readonly TableRow[];
  formats: Formats;
  known: Known;
};

/** `preview` is null until all rows are checked. Pass the same `input` object while nothing changes; null if there is none yet. */
export function usePreview(input: PreviewInput | null): { preview: readonly PreviewRow[] | null; checked: number } {
  const [state, setState] = useState<{
    input: PreviewInput;
    checked: number;
    preview: readonly PreviewRow[] | null;
  } | null>(null);
  useEffect(() => {
    if (!input) return;
    let isCurrent = true;
    const check = async () => {
      const previewRow = rowPreviewer(input);
      const preview: PreviewRow[] = [];
      for (let at = 0; at < input.rows.length; at += ROWS_AT_ONCE) {
        if (at > 0) {
          setState({ input, checked: at, preview: null });
          await nextTurn();
        }
        if (!isCurrent) return;
        preview.push(...input.rows.slice(at, at + ROWS_AT_ONCE).map(previewRow));
      }
      setState({ input, checked: preview.length, preview });
    };
    void check();
    return () => {
      isCurrent = false;
    };
  }, [input]);
  return state && state.input === input ? state : { preview: null, checked: 0 };
}
