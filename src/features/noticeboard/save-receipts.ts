import { mutationOptions } from '@tanstack/react-query';
import type { ReceiptsRequest } from './receipts-file';

/** Saves the confirmations. The code that creates the file is loaded on demand. */
export const saveReceipts = mutationOptions({
  mutationKey: ['board', 'receipts'],
  mutationFn: async (request: ReceiptsRequest, { client }) => {
    const { saveReceiptsFile } = await import('./receipts-file');
    await saveReceiptsFile(client, request);
  },
  meta: {
    failed: { title: 'Could not save the file', description: 'The crew did not load. Try again with signal.' },
  },
});
