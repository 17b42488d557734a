// The mails of the auth service and the Edge Functions, kept in memory for tests and for GET /_mail.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Mail = {
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Set only for mails of the Edge Functions, as are the other optional headers. */
  from?: string;
  replyTo?: string;
  attachments?: { name: string; bytes: number }[];
};

/** The site that @supabase/lite is configured with; in mails and redirects it is replaced by that of the request. */
export const LITE_SITE = 'http://site.invalid';

const MAX_MAILS = 200;

/** The origin of the request that causes a mail, and the address its link should lead to. */
type Links = { site: string; target: string };

export class Mailbox {
  readonly mails: Mail[] = [];
  readonly #links = new AsyncLocalStorage<Links>();
  #running = 0;
  readonly #announce: ((mail: Mail) => void) | undefined;

  constructor(announce?: (mail: Mail) => void) {
    this.#announce = announce;
  }

  /** Runs the work; links in mails that it sends lead to these addresses. */
  async within<T>(links: Links, work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await this.#links.run(links, work);
    } finally {
      this.#running -= 1;
      // Until Node 24, a storage that was used once makes every promise of the process slower.
      if (this.#running === 0) this.#links.disable();
    }
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
    if (this.mails.length > MAX_MAILS) this.mails.shift();
    this.#announce?.(mail);
    return Promise.resolve();
  }

  #addressed(text: string): string {
    const links = this.#links.getStore();
    if (!links) return text;
    return (
      text
        .replaceAll(`redirect_to=${encodeURIComponent(LITE_SITE)}`, `redirect_to=${encodeURIComponent(links.target)}`)
        // A link to a page of the app, with a token in its fragment.
        .replaceAll(`${LITE_SITE}#`, `${links.target}#`)
        .replaceAll(LITE_SITE, links.site)
    );
  }
}

/** The wanted link target if it has the same origin, else the site itself. */
export function safeTarget(wanted: string | null, site: string): string {
  try {
    return wanted && new URL(wanted).origin === site ? wanted : site;
  } catch {
    return site;
  }
}
