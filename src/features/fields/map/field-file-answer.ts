// What the thread that reads field files answers.
import { FileProblem } from '@/domain/core/file-problem';
import { readFieldFile, refuseLarge, type FieldFile } from '@/domain/geometry/files/field-file';

/** `swapped`: latitude comes first in the file. */
export type ReadRequest = { file: Blob; swapped: boolean };
/** `problem`: a sentence for the user. */
export type ReadAnswer = { ok: true; file: FieldFile } | { ok: false; problem: string };

/** The fields of a file, or why it can't be read. Rejects if the reading itself is wrong. */
export async function answerTo({ file, swapped }: ReadRequest): Promise<ReadAnswer> {
  try {
    // Before it is loaded: a film does not fit into the memory of a phone.
    refuseLarge(file.size);
    return { ok: true, file: readFieldFile(new Uint8Array(await file.arrayBuffer()), swapped) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, problem: error.message };
    // The device can't read it, for example because it was moved meanwhile.
    if (error instanceof DOMException) return { ok: false, problem: 'The file could not be opened. Choose it again.' };
    throw error;
  }
}
