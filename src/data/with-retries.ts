// Retries one page of an export, so that a single failure does not discard the pages already read.
import { pause } from '@/lib/pause';

const MAX_ATTEMPTS = 3;

export async function withRetries<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (reason) {
      if (signal.aborted || attempt === MAX_ATTEMPTS) throw reason;
      await pause(attempt * 500);
    }
  }
}
