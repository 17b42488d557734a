import { toCsv, type CsvCell } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';

export const saveCsv = (name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  saveFile(new File([toCsv(header, rows)], name, { type: 'text/csv' }));

// The `meta` of mutations that make a file.
export const FILE_FAILED = { failed: { title: 'Error', description: 'Could not make the file.' } };
export const PDF_FAILED = { failed: { title: 'Error', description: 'Could not make the PDF.' } };
