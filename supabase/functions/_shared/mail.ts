// Sends our mails through Resend.
import { Resend } from 'npm:resend@6.38.0';
import { setting } from './environment.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  attachments?: { name: string; content: Uint8Array; type: string }[];
  /** Mails with the same key within a day count as one: it is sent once, however often this is called. */
  idempotencyKey?: string;
};

/** The provider refused the mail, or did not respond. Its message is for the log and our own table, not for users. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** Resend's error name, for example 'validation_error'. */
  readonly code: string;
  /** Null without a response. */
  readonly status: number | null;

  constructor(code: string, message: string, status: number | null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

// A line break would start another header; direction marks and zero-width characters could disguise a name.
// deno-lint-ignore no-control-regex
const NOT_IN_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** A text as one line of a mail header. */
export const oneLine = (text: string) => text.replace(NOT_IN_A_LINE, ' ').replace(/ {2,}/g, ' ').trim();

function base64(bytes: Uint8Array): string {
  let text = '';
  // In chunks: a call accepts only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** A secret by name. Throws MailRefused if it is not set, since no mail can be sent then. */
export function secret(name: string): string {
  const value = setting(name);
  if (!value) throw new MailRefused('missing_secret', `The secret ${name} is not set.`, null);
  return value;
}

/** A user waits for the response. */
const PATIENCE_MS = 15_000;

/** Sends one mail and returns the provider's id for it. Throws MailRefused with the provider's response. */
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
