// Exports a whole account as one ZIP, for its holder.
import { mutationOptions } from '@tanstack/react-query';
import type { ExportOrder, ExportProgress, Manifest } from './account-archive';

export type { ExportProgress };

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`;

function savedWords(manifest: Manifest | null) {
  if (!manifest) return { title: 'No file was saved.' };
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { length: lost } = manifest.missing;
  return {
    title: `Everything is saved: ${counted(rows, 'row', 'rows')}, ${counted(manifest.files.length, 'file', 'files')}.`,
    ...(lost > 0 && { description: `${counted(lost, 'file', 'files')} could not be read; manifest.json names them.` }),
  };
}

/** Writes the archive. If interrupted, the file is discarded and a failure is reported. */
export const exportAccount = mutationOptions({
  mutationKey: ['account-export'],
  mutationFn: async (order: ExportOrder) => (await import('./account-archive')).writeArchive(order),
  // Offline it fails at once, instead of starting an hour later.
  networkMode: 'always',
  meta: {
    saved: savedWords,
    failed: { title: 'The export stopped', description: 'Not everything could be read, so no file was saved.' },
  },
});
