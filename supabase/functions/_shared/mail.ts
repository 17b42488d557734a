// Mails of ours, by Resend.
import { Resend } from 'npm:resend@6.38.0';
import { setting } from './environment.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  attachments?: { name: string; content: Uint8Array; type: string }[];
  /** The same key within a day is the same mail: it is sent once, however often this is called. */
  idempotencyKey?: string;
};

/** The provider did not take the mail. Its answer says why; it is for the log and for our own table, not for strangers. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** Resend's name of the error, 'validation_error' for one. */
  readonly code: string;
  /** Null where nobody answered. */
  readonly status: number | null;

  constructor(code: string, message: string, status: number | null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

// A line end in a header would begin another header; what turns writing round or has no width would disguise a name.
// deno-lint-ignore no-control-regex
const NOT_IN_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** A text as one line of a mail's head. */
export const oneLine = (text: string) => text.replace(NOT_IN_A_LINE, ' ').replace(/ {2,}/g, ' ').trim();

function base64(bytes: Uint8Array): string {
  let text = '';
  // Piece by piece: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** A secret by its name. Throws MailRefused where it is not set: nothing can be mailed then. */
export function secret(name: string): string {
  const value = setting(name);
  if (!value) throw new MailRefused('missing_secret', `The secret ${name} is not set.`, null);
  return value;
}

/** Somebody waits for the answer. */
const PATIENCE_MS = 15_000;

/** Sends one mail and answers the provider's id of it. Throws MailRefused with the provider's answer. */
export async function sendMail(mail: NewMail): Promise<{ id: string }> {
  const baseUrl = setting('RESEND_BASE_URL');
  const resend = new Resend(secret('RESEND_API_KEY'), baseUrl ? { baseUrl } : {});
  const { data, error } = await resend.emails.send(
    {
      from: secret('MAIL_FROM'),
      to: mail.to,
      subject: oneLine(mail.subject),
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
      ...(mail.attachments === undefined
        ? {}
        : {
            attachments: mail.attachments.map(({ name, content, type }) => ({
              filename: oneLine(name),
              content: base64(content),
              contentType: type,
            })),
          }),
    },
    {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(mail.idempotencyKey === undefined ? {} : { idempotencyKey: mail.idempotencyKey }),
    },
  );
  if (error) throw new MailRefused(error.name, error.message, error.statusCode);
  return { id: data.id };
}
