// The works list as a file, asked for by whoever looks at it.
import { mutationOptions } from '@tanstack/react-query';
import type { WorksOrder } from './works-file';

/** Writes the file. A list that is cut off in the middle is no file at all, and is said to be none. */
export const exportWorks = mutationOptions({
  mutationKey: ['works-export'],
  mutationFn: async (order: WorksOrder) => (await import('./works-file')).writeWorksFile(order),
  // Without signal it fails at once, and is not begun an hour later.
  networkMode: 'always',
  meta: {
    saved: (rows: number | null) => ({
      title:
        rows === null
          ? 'No file was saved.'
          : `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'entry' : 'entries'} saved as CSV.`,
    }),
    failed: { title: 'The export stopped', description: 'Not all entries could be read, so no file was saved.' },
  },
});
