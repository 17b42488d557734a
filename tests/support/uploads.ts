// A fake XMLHttpRequest for the app's uploads of photos. It calls the current global `fetch`, so that tests can replace it.
type Progress = { loaded: number; total: number };

export class UploadRequest {
  upload: { onprogress: ((event: Progress) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  #address = '';
  #method = 'GET';
  #headers: Record<string, string> = {};
  #abortController = new AbortController();

  open(method: string, address: string) {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }

  send(body: ArrayBuffer) {
    void this.#ask(body);
  }

  abort() {
    this.#abortController.abort();
  }

  async #ask(body: ArrayBuffer) {
    const { signal } = this.#abortController;
    try {
      const answer = await fetch(this.#address, { method: this.#method, headers: this.#headers, body, signal });
      this.responseText = await answer.text();
      this.status = answer.status;
      this.onload?.();
    } catch {
      if (signal.aborted) this.onabort?.();
      else this.onerror?.();
    }
  }
}

/** Routes the app's uploads through the same fetch as its other requests. */
export function installUploadRequest() {
  Object.assign(globalThis, { XMLHttpRequest: UploadRequest });
}
