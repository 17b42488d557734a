// Everything of an account as one ZIP, asked for by its holder.
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

/** Writes the archive. One that is cut off in the middle is none, and is said to be none. */
export const exportAccount = mutationOptions({
  mutationKey: ['account-export'],
  mutationFn: async (order: ExportOrder) => (await import('./account-archive')).writeArchive(order),
  // Without signal it fails at once, and is not begun an hour later.
  networkMode: 'always',
  meta: {
    saved: savedWords,
    failed: { title: 'The export stopped', description: 'Not everything could be read, so no file was saved.' },
  },
});
