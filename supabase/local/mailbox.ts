// The mails the auth service and the edge functions send, kept in memory for tests and for GET /_mail.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Mail = {
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Only those of the edge functions say who they are from, and what else stands in their head. */
  from?: string;
  replyTo?: string;
  attachments?: { name: string; bytes: number }[];
};

/** The address @supabase/lite is given as its site; every mail and redirect gets the request's own in its place. */
export const LITE_SITE = 'http://site.invalid';

const KEPT = 200;

/** Where the request that causes a mail came from, and where its link shall lead. */
type Links = { site: string; target: string };

export class Mailbox {
  readonly mails: Mail[] = [];
  readonly #links = new AsyncLocalStorage<Links>();
  readonly #announce: ((mail: Mail) => void) | undefined;

  constructor(announce?: (mail: Mail) => void) {
    this.#announce = announce;
  }

  /** Runs the work; the links of mails that it sends lead to these addresses. */
  within<T>(links: Links, work: () => Promise<T>): Promise<T> {
    return this.#links.run(links, work);
  }

  send(message: Omit<Mail, 'at' | 'text' | 'html'> & { text?: string; html?: string }): Promise<void> {
    const { text = '', html = '', ...head } = message;
    const mail = {
      at: new Date().toISOString(),
      ...head,
      text: this.#addressed(text),
      html: this.#addressed(html),
    };
    this.mails.push(mail);
    if (this.mails.length > KEPT) this.mails.shift();
    this.#announce?.(mail);
    return Promise.resolve();
  }

  #addressed(text: string): string {
    const links = this.#links.getStore();
    if (!links) return text;
    return text
      .replaceAll(`redirect_to=${encodeURIComponent(LITE_SITE)}`, `redirect_to=${encodeURIComponent(links.target)}`)
      .replaceAll(LITE_SITE, links.site);
  }
}

/** The link's target where it is an address of the same origin, else the site itself. */
export function safeTarget(wanted: string | null, site: string): string {
  try {
    return wanted && new URL(wanted).origin === site ? wanted : site;
  } catch {
    return site;
  }
}
