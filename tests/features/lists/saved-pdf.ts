// The PDF or CSV file of a list, as text. The test file calls `catchSavedFiles`.
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { extractText } from 'unpdf';
import { expect, vi } from 'vitest';
import { saveFile } from '@/lib/files/save-file';
import { lastFile, serveFonts } from '@tests/features/calculators/saved-files';

/** Presses the button and reads the file that is saved, page by page. */
export async function savePdf(user: UserEvent, button = 'PDF') {
  serveFonts();
  vi.mocked(saveFile).mockClear();
  // Some lists can be saved only once all of their parts are loaded.
  await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(lastFile()?.type).toBe('application/pdf'), { timeout: 120_000 });
  const bytes = new Uint8Array((await lastFile()?.arrayBuffer()) ?? new ArrayBuffer(0));
  // Copied before the text is read, because reading it detaches the file's buffer.
  const isLandscape = /MediaBox \[0 0 841\.\d+ 595\.\d+\]/.test(Buffer.from(bytes).toString('latin1'));
  const { text } = await extractText(bytes, { mergePages: false });
  const pages = text.map((page) => page.replace(/\s+/g, ' '));
  return { name: lastFile()?.name, pages, text: pages.join(' '), isLandscape };
}

/** Presses CSV and reads the file that is saved, row by row, with its head. */
export async function saveCsv(user: UserEvent) {
  vi.mocked(saveFile).mockClear();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.type).toBe('text/csv'));
  const text = (await lastFile()?.text()) ?? '';
  return {
    name: lastFile()?.name,
    rows: text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n'),
  };
}
