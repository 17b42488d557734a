// Assigns the columns of a file to the columns of an import.

/** A column of an import. `names`: what files call it, besides its label. */
export type ImportColumn = {
  key: string;
  label: string;
  required?: boolean;
  names: readonly string[];
  /** Values of this kind decide how the file writes its dates and numbers. */
  kind?: 'date' | 'number';
};

/** The index of each column of the import in the file; null: not in the file. */
export type Mapping = Readonly<Record<string, number | null>>;
/** The heads that were chosen for the columns in the last import; '' for "not in the file". */
export type RememberedHeads = Readonly<Record<string, string>>;

/** A head or a word of a choice as it is compared: letters and digits only. */
export const plainWord = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/**
 * Uses the head that was chosen for a column in the last import, if the file has it; otherwise the first of the
 * column's names that the file has. No column of the file is used twice.
 */
export function guessMapping(
  columns: readonly ImportColumn[],
  heads: readonly string[],
  remembered: RememberedHeads = {},
): Mapping {
  const plainHeads = heads.map(plainWord);
  const taken = new Set<number>();
  const mapping: Record<string, number | null> = {};
  const take = (key: string, at: number) => {
    if (at < 0 || taken.has(at)) return false;
    taken.add(at);
    mapping[key] = at;
    return true;
  };
  for (const { key } of columns) {
    const head = remembered[key];
    if (head === '') mapping[key] = null;
    else if (head !== undefined) take(key, plainHeads.indexOf(plainWord(head)));
  }
  for (const { key, label, names, required } of columns) {
    if (mapping[key] != null || (mapping[key] === null && !required)) continue;
    mapping[key] = null;
    for (const name of [label, ...names]) if (take(key, plainHeads.indexOf(plainWord(name)))) break;
  }
  return mapping;
}

export const headsOf = (mapping: Mapping, heads: readonly string[]): RememberedHeads =>
  Object.fromEntries(Object.entries(mapping).map(([key, at]) => [key, at === null ? '' : (heads[at] ?? '')]));
