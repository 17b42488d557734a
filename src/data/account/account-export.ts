// Exports a whole account as one ZIP, for its holder.
import { mutationOptions } from '@tanstack/react-query';
import { counted } from '@/domain/core/word-list';
import type { ExportRequest, ExportProgress } from './account-archive';
import type { Manifest } from './archive-format';

export type { ExportProgress };

function savedMessage(manifest: Manifest | null) {
  if (!manifest) return { title: 'No file was saved.' };
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { length: missingCount } = manifest.missing;
  return {
    title: `Everything is saved: ${counted(rows, 'row', 'rows')}, ${counted(manifest.files.length, 'file', 'files')}.`,
    ...(missingCount > 0 && {
      description: `${counted(missingCount, 'file', 'files')} could not be read; manifest.json names them.`,
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
    failed: { title: 'The export stopped', description: 'No file was saved.' },
  },
});
