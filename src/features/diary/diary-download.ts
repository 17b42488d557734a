// Exports the diary. The code that creates the files is loaded on demand.
import { mutationOptions } from '@tanstack/react-query';
import type { DiaryFile } from './diary-file';

export const downloadDiary = mutationOptions({
  mutationKey: ['diary', 'file'],
  // Created on the device: works offline.
  networkMode: 'always',
  mutationFn: async (file: DiaryFile) => (await import('./diary-file')).saveDiary(file),
  meta: { failed: { title: 'Error Saving File' } },
});
