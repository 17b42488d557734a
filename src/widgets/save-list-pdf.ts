// Makes and saves the PDF of a list. Loaded on first use.
import type { Account } from '@/domain/account/account';
import type { ListPrintout } from '@/domain/core/list-printout';
import { formatDateDated, localTimeIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';

export type ListPdfRequest = {
  /** Reads the whole list. */
  read: () => ListPrintout | Promise<ListPrintout>;
  account: Account;
  today: string;
};

/** Returns the number of rows in the file. */
export async function saveListPdf({ read, account: { settings }, today }: ListPdfRequest): Promise<number> {
  const [list, { listPdf }, { loadFonts }] = await Promise.all([
    read(),
    import('@/pdf/list-pdf'),
    import('@/pdf/fonts'),
  ]);
  const printed = `Printed on ${formatDateDated(today)} at ${localTimeIn(settings.zone, new Date())}`;
  const facts = [...list.facts, printed];
  const pdf = await listPdf(settings.farmName ?? BRAND, { ...list, facts }, await loadFonts());
  saveFile(new File([pdf], `${list.file}.pdf`, { type: 'application/pdf' }));
  return list.rows.length;
}
