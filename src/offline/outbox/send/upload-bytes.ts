// Uploads bytes: times out when the upload makes no progress, and never while it does.
import { timeoutMs } from './request';

/** No progress for this long: the connection is dead. */
const NO_PROGRESS_MS = 30_000;
/** The shortest timeout for any size. */
const MIN_TIMEOUT_MS = 50_000;
const CHECK_EVERY_MS = 1000;

/** Status 0: no response; `late`: timed out. */
type UploadResponse = { status: number; text: string; late?: true };

/**
 * Posts bytes with XMLHttpRequest, which reports upload progress: if it stops, the connection is dead; if it continues,
 * it is only slow. Bytes reported as sent may still be buffered in the phone, so the wait for the response depends on
 * their size. `bytesPerRequest`: the size that requests on this connection have been reduced to; a smaller one gives
 * the response more time.
 */
export function postBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: ArrayBuffer,
  bytesPerRequest?: number,
): Promise<UploadResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const { upload } = request;
    const startedAt = performance.now();
    let progressAt = startedAt;
    let sentBytes = 0;
    const isTimedOut = (now: number) => {
      const underWay = sentBytes > 0 && sentBytes < bytes.byteLength;
      if (underWay) return now - progressAt > NO_PROGRESS_MS;
      return now - Math.max(startedAt, progressAt) > timeoutMs(bytes.byteLength, bytesPerRequest, MIN_TIMEOUT_MS);
    };
    const timer = setInterval(() => {
      if (!isTimedOut(performance.now())) return;
      finish({ status: 0, text: '', late: true });
      request.abort();
    }, CHECK_EVERY_MS);
    function finish(answer: UploadResponse) {
      clearInterval(timer);
      resolve(answer);
    }
    upload.onprogress = ({ loaded }) => {
      if (loaded <= sentBytes) return;
      sentBytes = loaded;
      progressAt = performance.now();
    };
    request.onload = () => finish({ status: request.status, text: request.responseText });
    request.onerror = () => finish({ status: 0, text: '' });
    request.onabort = () => finish({ status: 0, text: '' });
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
}
