// The thread that reads a field file: it is ended when it takes too long, fails or is cancelled.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileProblem } from '@/domain/core/file-problem';
import { answerTo } from '@/features/fields/map/field-file-answer';
import { readInWorker } from '@/features/fields/map/read-in-worker';

/** A thread that says nothing by itself. */
class SilentWorker extends EventTarget {
  static last: SilentWorker;
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();
  constructor() {
    super();
    SilentWorker.last = this;
  }
}
const request = { file: new Blob(['{}']), swapped: false };
beforeEach(() => void vi.stubGlobal('Worker', SilentWorker));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Starts reading, and resolves with the error that it ends with. */
function failure(signal = new AbortController().signal) {
  const result = readInWorker(request, signal).then(
    () => null,
    (error: unknown) => error,
  );
  expect(SilentWorker.last.postMessage).toHaveBeenCalledWith(request);
  expect(SilentWorker.last.terminate).not.toHaveBeenCalled();
  return result;
}

test('after 30 seconds it ends with a sentence', async () => {
  vi.useFakeTimers();
  const error = failure();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(SilentWorker.last.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await error).toEqual(
    new FileProblem('The file was not read within 30 seconds. Export fewer fields at a time.'),
  );
  expect(SilentWorker.last.terminate).toHaveBeenCalledOnce();
});

test('when cancelled it ends at once', async () => {
  const controller = new AbortController();
  const error = failure(controller.signal);
  controller.abort();
  expect(await error).toMatchObject({ name: 'AbortError' });
  expect(SilentWorker.last.terminate).toHaveBeenCalledOnce();
});

test.each([
  ['its file is missing', new Event('error'), /could not be loaded/],
  ['its code fails', new ErrorEvent('error', { message: 'RangeError' }), /could not be read/],
])('if %s, a sentence says so', async (_, event, sentence) => {
  const error = failure();
  SilentWorker.last.dispatchEvent(event);
  expect(await error).toMatchObject({ message: expect.stringMatching(sentence) as string });
  expect(SilentWorker.last.terminate).toHaveBeenCalledOnce();
});

test('a file that is too large is not loaded, and one that is gone is named as such', async () => {
  const arrayBuffer = vi.fn(() => Promise.reject(new DOMException('gone', 'NotReadableError')));
  const file = (size: number) => ({ size, arrayBuffer }) as unknown as Blob;
  expect(await answerTo({ file: file(20_000_001), swapped: false })).toEqual({
    ...{ ok: false, problem: 'The file is larger than 20 MB. Export fewer fields at a time.' },
  });
  expect(arrayBuffer).not.toHaveBeenCalled();
  expect(await answerTo({ file: file(10), swapped: false })).toEqual({
    ...{ ok: false, problem: 'The file could not be opened. Choose it again.' },
  });
});
