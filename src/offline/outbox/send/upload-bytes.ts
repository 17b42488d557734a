// Uploads bytes: gives up when nothing moves, and never while something does.
import { patienceMs } from './request';

/** No progress for this long: the connection is dead. */
const STILL_MS = 30_000;
/** The shortest timeout, whatever the size. */
const LEAST_MS = 50_000;
const LOOK_MS = 1000;

/** Status 0: no response; `late`: timed out. */
type Answer = { status: number; text: string; late?: true };

/**
 * Posts bytes with XMLHttpRequest, which reports upload progress: if it stops, the connection is dead; if it continues,
 * it is only slow. Bytes reported as sent may still be buffered in the phone, so the wait for the response depends on
 * their size.
 */
export function put(
  address: string,
  headers: Readonly<Record<string, string>>,
  bytes: ArrayBuffer,
  pace?: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const { upload } = request;
    const begun = performance.now();
    let moved = begun;
    let left = 0;
    const isOver = (now: number) => {
      const underWay = left > 0 && left < bytes.byteLength;
      if (underWay) return now - moved > STILL_MS;
      return now - Math.max(begun, moved) > patienceMs(bytes.byteLength, pace, LEAST_MS);
    };
    const timer = setInterval(() => {
      if (!isOver(performance.now())) return;
      end({ status: 0, text: '', late: true });
      request.abort();
    }, LOOK_MS);
    function end(answer: Answer) {
      clearInterval(timer);
      resolve(answer);
    }
    upload.onprogress = ({ loaded }) => {
      if (loaded <= left) return;
      left = loaded;
      moved = performance.now();
    };
    request.onload = () => end({ status: request.status, text: request.responseText });
    request.onerror = () => end({ status: 0, text: '' });
    request.onabort = () => end({ status: 0, text: '' });
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
}
