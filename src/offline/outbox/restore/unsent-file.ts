// Exports the unsent entries of this device: JSON with everything, and CSV for a spreadsheet.
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';
import type { Entry, NewEntry } from '@/offline/outbox/entry';

type Unsent = NewEntry & Partial<Entry>;

const HEAD = ['title', 'kind', 'action', 'id', 'recorded_at', 'state', 'reason'] as const;

const cell = (value: unknown): CsvCell =>
  value === undefined || value === null
    ? null
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : JSON.stringify(value);

export function unsentTexts(entries: readonly Unsent[]): { json: string; csv: string } {
  const columns = [...new Set(entries.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = entries.map((entry) => [
    entry.title,
    entry.kind,
    entry.action,
    entry.id,
    entry.recordedAt ?? null,
    entry.state ?? null,
    entry.problem?.sentence ?? null,
    ...columns.map((column) => cell(entry.fields[column])),
  ]);
  return { json: JSON.stringify(entries, null, 2), csv: toCsv([...HEAD, ...columns], rows) };
}

/** Saves both files as browser downloads. */
export function saveUnsent(entries: readonly Unsent[]) {
  const { json, csv } = unsentTexts(entries);
  saveFile(new File([json], 'unsent-entries.json', { type: 'application/json' }));
  saveFile(new File([csv], 'unsent-entries.csv', { type: 'text/csv' }));
}
