import { mutationOptions } from '@tanstack/react-query';
import type { Asked } from './receipts-file';

/** Saves the confirmations. The code that creates the file is loaded on demand. */
export const saveReceipts = mutationOptions({
  mutationKey: ['board', 'receipts'],
  mutationFn: async (asked: Asked, { client }) => {
    const { saveReceiptsFile } = await import('./receipts-file');
    await saveReceiptsFile(client, asked);
  },
  meta: {
    failed: { title: 'Could not save the file', description: 'The crew did not load. Try again with signal.' },
  },
});
