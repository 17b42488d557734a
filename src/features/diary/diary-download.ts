// The press that takes the days along; what makes the files is fetched with it.
import { mutationOptions } from '@tanstack/react-query';
import type { DiaryFile } from './diary-file';

export const downloadDiary = mutationOptions({
  mutationKey: ['diary', 'file'],
  // Made on the device: no signal is needed.
  networkMode: 'always',
  mutationFn: async (file: DiaryFile) => (await import('./diary-file')).saveDiary(file),
  meta: { failed: { title: 'Error Saving File' } },
});
