// Sends our mails through Resend.
import { Resend } from 'npm:resend@6.38.0';
import { setting } from './environment.ts';
import { plainName } from './plain-name.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The business for which we send: the mail then comes from "NAME via Farm Diary". A name that is not plain is left out. */
  fromName?: string;
  replyTo?: string;
  attachments?: { name: string; content: Uint8Array; type: string }[];
  /** The provider sends only the first of several mails that have the same key within a day. */
  idempotencyKey?: string;
};

/** The provider refused the mail or did not respond. The message is for the log and the database, not for users. */
export class MailError extends Error {
  override name = 'MailError';
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
const UNSAFE_IN_HEADER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** A text as one line of a mail header. */
export const oneLine = (text: string) => text.replace(UNSAFE_IN_HEADER, ' ').replace(/ {2,}/g, ' ').trim();

function base64(bytes: Uint8Array): string {
  let text = '';
  // In chunks, because the number of arguments of a call is limited.
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

/** A secret by name. Throws MailError if it is not set, because no mail can be sent without it. */
export function secret(name: string): string {
  const value = setting(name);
  if (!value) throw new MailError('missing_secret', `The secret ${name} is not set.`, null);
  return value;
}

/** The sender: the address of MAIL_FROM, which is "Farm Diary <mail@domain>" or only the address, with the business's name. */
function senderOf(fromName: string | undefined): string {
  const sender = secret('MAIL_FROM');
  // Commas and brackets would need quotes in a header.
  const name = plainName(fromName ?? null)
    ?.replace(/[(),]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return name ? `${name} via Farm Diary <${/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender}>` : sender;
}

/** Short, because a user waits for the response. */
const TIMEOUT_MS = 15_000;

/** Sends one mail and returns the provider's id for it. Throws MailError if the provider does not accept it. */
export async function sendMail(mail: NewMail): Promise<{ id: string }> {
  const baseUrl = setting('RESEND_BASE_URL');
  const resend = new Resend(secret('RESEND_API_KEY'), baseUrl ? { baseUrl } : {});
  const { data, error } = await resend.emails.send(
    {
      from: senderOf(mail.fromName),
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(mail.idempotencyKey === undefined ? {} : { idempotencyKey: mail.idempotencyKey }),
    },
  );
  if (error) throw new MailError(error.name, error.message, error.statusCode);
  return { id: data.id };
}
