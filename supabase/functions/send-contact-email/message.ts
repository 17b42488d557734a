// What the contact form may send: exactly name, email and message, and a hidden honeypot field.

export type Message = { name: string; email: string; message: string };

/** A valid message, the sentence that refuses it, or `trap` if the hidden field was filled in, which only bots do. */
export type ParsedMessage = { message: Message } | { refused: string } | { trap: true };

const FIELDS = new Set(['name', 'email', 'message', 'website']);
const MAX_LENGTH = { name: 100, email: 254, message: 5000 };

// Could start another line in a mail header: every character that some program treats as a line end, also URL-encoded.
// The other control characters do not belong in a name either.
// deno-lint-ignore no-control-regex
const LINE_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|%0[ad]/i;
// A single address: text, at sign, text, dot, text. No characters that separate two addresses or add a display name.
const ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\"]+$/;
// A message may have lines and tabs. A database rejects NUL, and the other control characters are invisible.
// deno-lint-ignore no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const lengthOf = (text: string) => [...text].length;

function textOf(body: object, name: string): string | null {
  const value: unknown = Reflect.get(body, name) ?? '';
  return typeof value === 'string' ? value.trim() : null;
}

/** Parses and validates the body that the form sends. */
export function parseMessage(body: unknown): ParsedMessage {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { refused: 'Send a message as an object.' };
  if (Object.keys(body).some((name) => !FIELDS.has(name)))
    return { refused: 'Send name, email and message, and nothing else.' };
  const [name, email, text, website] = ['name', 'email', 'message', 'website'].map((field) => textOf(body, field));
  if (website) return { trap: true };
  if (!name || !email || !text) return { refused: 'Please fill out all required fields.' };
  if (LINE_BREAK.test(name)) return { refused: 'The name must be one line.' };
  if (lengthOf(name) > MAX_LENGTH.name) return { refused: 'The name is too long (100 characters at most).' };
  if (LINE_BREAK.test(email) || email.length > MAX_LENGTH.email || !ADDRESS.test(email))
    return { refused: 'Please enter a valid email address.' };
  const message = text.replaceAll('\r\n', '\n').replace(CONTROL_CHARACTERS, '');
  if (lengthOf(message) > MAX_LENGTH.message) return { refused: 'The message is too long (5,000 characters at most).' };
  return message.trim() === ''
    ? { refused: 'Please fill out all required fields.' }
    : { message: { name, email, message } };
}
