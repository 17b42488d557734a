// A calculation as a file: PDF or CSV. Both are made on the device. The PDF code is loaded on demand.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import { formatDateDated, localTimeIn, type Zone } from '@/domain/core/time';
import { csvOf, type Printout } from '@/domain/rules/printout';
import { saveFile } from '@/lib/files/save-file';

type FileRequest = { printout: Printout; name: string; today: string; zone: Zone };

const errorToast = { title: 'Could not save the file' };

export const savePdf = mutationOptions({
  mutationKey: ['calculations', 'pdf'],
  networkMode: 'always',
  mutationFn: async ({ printout, name, today, zone }: FileRequest) => {
    const [{ calculationPdf }, { loadFonts }] = await Promise.all([
      import('@/pdf/calculation-pdf'),
      import('@/pdf/fonts'),
    ]);
    const printed = `Printed on ${formatDateDated(today)} at ${localTimeIn(zone, new Date())}`;
    const bytes = calculationPdf(printout, printed, await loadFonts());
    saveFile(new File([bytes], `${name}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed: errorToast },
});

export const saveCsv = ({ printout, name }: Pick<FileRequest, 'printout' | 'name'>) =>
  saveFile(
    new File([toCsv([printout.title, ...printout.facts], csvOf(printout))], `${name}.csv`, { type: 'text/csv' }),
  );
