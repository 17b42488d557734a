import type { AccountSettings } from '@/domain/account/account';
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { fileName } from '@/domain/core/file-name';
import { formatDateDated, localTimeIn, todayIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import type { MixPrintout } from '@/pdf/mix-pdf';

export const saveCsv = (name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  saveFile(new File([toCsv(header, rows)], name, { type: 'text/csv' }));

export type PrintSettings = Pick<AccountSettings, 'farmName' | 'zone' | 'currency' | 'seesRates'>;

/** Saves a mix as a PDF. `parts`: of the file's name. It needs no signal. */
export async function saveMixPdf(
  parts: readonly string[],
  format: 'A4' | 'A5',
  { farmName, zone }: PrintSettings,
  mix: Omit<MixPrintout, 'farm' | 'printed'>,
): Promise<void> {
  const [{ mixPdf }, { loadFonts }] = await Promise.all([import('@/pdf/mix-pdf'), import('@/pdf/fonts')]);
  const now = new Date();
  const printed = `${formatDateDated(todayIn(zone, now))}, ${localTimeIn(zone, now)}`;
  const bytes = mixPdf({ ...mix, farm: farmName ?? BRAND, printed }, format, await loadFonts());
  saveFile(new File([bytes], fileName(parts, 'pdf'), { type: 'application/pdf' }));
}

// The `meta` of mutations that make a file.
export const FILE_FAILED = { failed: { title: 'Error', description: 'Could not make the file.' } };
export const PDF_FAILED = { failed: { title: 'Error', description: 'Could not make the PDF.' } };
