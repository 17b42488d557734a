// Stands in for the thread that reads field files: jsdom and happy-dom have no threads. It answers with the same code, in this
// one; tests/e2e/fields reads files in the real thread.
import { answerTo, type ReadRequest } from '@/features/fields/map/field-file-answer';

export class InProcessWorker extends EventTarget {
  private ended = false;

  postMessage(request: ReadRequest) {
    void answerTo(request).then((data) => {
      if (!this.ended) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate() {
    this.ended = true;
  }
}
