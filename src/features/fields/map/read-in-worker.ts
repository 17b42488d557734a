// Reads a field file in a thread of its own, so that a large or hostile file does not stop the page and can be ended.
import { FileProblem } from '@/domain/core/file-problem';
import type { FieldFile } from '@/domain/geometry/files/field-file';
import type { ReadAnswer, ReadRequest } from './field-file-answer';

/** A file of 9.5 MB with 400 fields takes 2 seconds on an office computer. */
const MAX_SECONDS = 30;
const TOO_SLOW = `The file was not read within ${MAX_SECONDS} seconds. Export fewer fields at a time.`;
const NOT_LOADED = 'What reads the file could not be loaded. Check your connection and choose the file again.';
const FAILED = 'The file could not be read. Export it again, or in another format.';

/**
 * The fields of a file. Rejects with a `FileProblem` if it can't be read or takes more than 30 seconds, and with an
 * `AbortError` if `signal` is aborted. The thread ends in each case.
 */
export function readInWorker(request: ReadRequest, signal: AbortSignal): Promise<FieldFile> {
  const worker = new Worker(new URL('./field-file-worker.ts', import.meta.url), { type: 'module' });
  let timeLimit: ReturnType<typeof setTimeout>;
  return new Promise<FieldFile>((resolve, reject) => {
    timeLimit = setTimeout(() => reject(new FileProblem(TOO_SLOW)), MAX_SECONDS * 1000);
    signal.addEventListener('abort', () => reject(new DOMException('Reading was cancelled.', 'AbortError')));
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      if (data.ok) resolve(data.file);
      else reject(new FileProblem(data.problem));
    });
    // Only an error that the worker's code threw has a message.
    worker.addEventListener('error', ({ message }) => reject(new FileProblem(message ? FAILED : NOT_LOADED)));
    worker.postMessage(request);
  }).finally(() => {
    clearTimeout(timeLimit);
    worker.terminate();
  });
}
