// Exports the works list as a file.
import { mutationOptions } from '@tanstack/react-query';
import { counted } from '@/domain/core/word-list';
import type { WorksExportRequest } from './works-file';

/** Writes the file. If interrupted, the file is discarded and a failure is reported. */
export const exportWorks = mutationOptions({
  mutationKey: ['works-export'],
  mutationFn: async (request: WorksExportRequest) => (await import('./works-file')).writeWorksFile(request),
  // Offline it fails at once, instead of starting an hour later.
  networkMode: 'always',
  meta: {
    saved: (rows: number | null) => ({
      title: rows === null ? 'No file was saved.' : `${counted(rows, 'entry', 'entries')} saved as CSV.`,
    }),
    failed: { title: 'The export stopped', description: 'Not all entries could be read, so no file was saved.' },
  },
});
