// Files that the app saves, caught in the test.
import { readFileSync } from 'node:fs';
import { beforeEach, vi } from 'vitest';
import * as files from '@/lib/files/save-file';
import { readXlsx } from '@tests/support/read-xlsx';

/** Answers requests for the fonts of the PDFs from the sources. Call it once the page is open. */
export function serveFonts() {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const font = /noto-sans-\w+\.ttf/.exec(address)?.[0];
    return font ? Promise.resolve(new Response(readFileSync(`src/pdf/fonts/${font}`))) : real(input, init);
  });
}

/** Catches the files that the app saves in each test of the file that calls this. */
export function catchSavedFiles() {
  beforeEach(() => void vi.spyOn(files, 'saveFile').mockImplementation(() => undefined));
}

/** The file that was saved last in this test. */
export const lastFile = (): File | undefined => vi.mocked(files.saveFile).mock.calls.at(-1)?.[0];

/** What the Excel file contains that was saved last. */
export const lastXlsx = async () => readXlsx(new Uint8Array((await lastFile()?.arrayBuffer()) ?? new ArrayBuffer(0)));
