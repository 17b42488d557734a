// "Sent" is a word for invoices and messages. What the device does with an entry has other words: "in the office", "waiting
// on this phone". Beside an invoice, "Sent 17:02" of an entry was read as the state of the invoice.
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Where texts say that something is sent: an invoice, a message, or a week with a question. All else is the device. */
const NOT_THE_DEVICE = [
  /^features\/(public|invoices|reports)\/|^domain\/invoices\//,
  /^features\/works\/(list|chosen)\/|^domain\/works\/work\.ts|^widgets\/history\//,
  /^data\/(contact|account\/crew|time\/time)\.ts|^session\/own-access\.ts|^features\/account\/notifications-card/,
  /^features\/sign-in\/(sign-in-card|send-again|confirm-link-page)|^(domain|features)\/noticeboard\//,
  // Words of the code: 'being sent'.
  /^offline\/outbox\/(outbox|store\/store)\.ts/,
];

/** The texts of a file that a person can read: those of elements, and strings of words or with a capital. */
function textsOf(path: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    const raw = type === 'TemplateElement' ? (value as { raw: string }).raw : value;
    if ((type === 'Literal' || type === 'JSXText' || type === 'TemplateElement') && typeof raw === 'string')
      found.push(raw.replaceAll(/\s+/g, ' ').trim());
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, code).program);
  return found.filter((text) => /\s/.test(text) || /^[A-Z]/.test(text));
}

test('no text about an entry on the device says that it is sent', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !NOT_THE_DEVICE.some((others) => others.test(path)))
    .flatMap((path) => {
      const code = readFileSync(`src/${path}`, 'utf8');
      // Most files have the word nowhere and need not be parsed.
      return /\bsent\b/i.test(code)
        ? textsOf(path, code).flatMap((text) => (/\bsent\b/i.test(text) ? [`${path}: ${text}`] : []))
        : [];
    });
  expect(found).toEqual([]);
});
