// Exports a whole account as one ZIP, for its holder.
import { mutationOptions } from '@tanstack/react-query';
import type { ExportRequest, ExportProgress, Manifest } from './account-archive';

export type { ExportProgress };

const countWords = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? singular : plural}`;

function savedMessage(manifest: Manifest | null) {
  if (!manifest) return { title: 'No file was saved.' };
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { length: missingCount } = manifest.missing;
  return {
    title: `Everything is saved: ${countWords(rows, 'row', 'rows')}, ${countWords(manifest.files.length, 'file', 'files')}.`,
    ...(missingCount > 0 && {
      description: `${countWords(missingCount, 'file', 'files')} could not be read; manifest.json names them.`,
    }),
  };
}

/** Writes the archive. If interrupted, the file is discarded and a failure is reported. */
export const exportAccount = mutationOptions({
  mutationKey: ['account-export'],
  mutationFn: async (request: ExportRequest) => (await import('./account-archive')).writeArchive(request),
  // Offline it fails at once, instead of starting an hour later.
  networkMode: 'always',
  meta: {
    saved: savedMessage,
    failed: { title: 'The export stopped', description: 'Not everything could be read, so no file was saved.' },
  },
});
