// The columns that were chosen in the last import on this device, by kind of import.
import { fieldsOf, textOrNull } from '@/domain/core/stored-json';
import type { RememberedHeads } from '@/domain/import/mapping';
import type { ImportName } from '@/data/imports';

const KEY = 'farm-diary-import-columns';

function stored(): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return {};
  }
}

export const rememberedHeads = (kind: ImportName): RememberedHeads =>
  Object.fromEntries(
    Object.entries(fieldsOf(stored()[kind])).flatMap(([key, head]) => {
      const text = textOrNull(head);
      return text === null ? [] : [[key, text]];
    }),
  );

export function rememberHeads(kind: ImportName, heads: RememberedHeads) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [kind]: heads }));
  } catch {
    // Without storage the columns are guessed again next time.
  }
}
