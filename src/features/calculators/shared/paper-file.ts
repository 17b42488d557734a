// A calculation as a file: PDF or CSV. Both are made on the device. The PDF code is loaded on demand.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import { formatDateDated, localTimeIn, type Zone } from '@/domain/core/time';
import { csvOf, type Paper } from '@/domain/rules/paper';
import { saveFile } from '@/lib/files/save-file';

type FileRequest = { paper: Paper; name: string; today: string; zone: Zone };

const failed = { title: 'Could not save the file' };

export const savePaper = mutationOptions({
  mutationKey: ['calculations', 'paper'],
  networkMode: 'always',
  mutationFn: async ({ paper, name, today, zone }: FileRequest) => {
    const [{ calculationPdf }, { loadFonts }] = await Promise.all([
      import('@/pdf/calculation-pdf'),
      import('@/pdf/fonts'),
    ]);
    const printed = `Printed on ${formatDateDated(today)} at ${localTimeIn(zone, new Date())}`;
    const bytes = calculationPdf(paper, printed, await loadFonts());
    saveFile(new File([bytes], `${name}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed },
});

export const saveCsv = ({ paper, name }: Pick<FileRequest, 'paper' | 'name'>) =>
  saveFile(new File([toCsv([paper.title, ...paper.facts], csvOf(paper))], `${name}.csv`, { type: 'text/csv' }));
