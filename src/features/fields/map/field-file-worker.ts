// The thread in which a field file is read (read-in-worker.ts).
import { answerTo, type ReadRequest } from './field-file-answer';

// `reportError` passes an error of the code on to the page.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  answerTo(data).then((answer) => postMessage(answer), reportError);
});
