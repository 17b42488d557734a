// The mails of the auth service, built from the template files that a hosted project uses.
import { readFileSync } from 'node:fs';
import type { MailTemplate } from '../project-config.ts';

/** The variables that the template files may use, named as in a hosted project. */
export type MailVariables = Partial<
  Record<'ConfirmationURL' | 'RedirectTo' | 'TokenHash' | 'SiteURL' | 'Email' | 'NewEmail', string>
>;

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  ldquo: '“',
  rdquo: '”',
};

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');

/** A mail's HTML as plain text: one line per paragraph, links as their text and address. */
export function plainText(html: string): string {
  return (
    html
      .replace(/<head[\s\S]*?<\/head>/i, '')
      // The preview that mail programs show beside the subject.
      .replace(/<div style="display: none[\s\S]*?<\/div>/i, '')
      .replace(/\s+/g, ' ')
      .replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, (_, address: string, words: string) =>
        words.trim() === address ? address : `${words.trim()}: ${address} `,
      )
      .replace(/<\/(p|h1|td|div)\s*>/gi, '\n\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
      .replace(/ *\n */g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/ +([.,])/g, '$1')
      .replace(/ {2,}/g, ' ')
      .trim()
  );
}

/** A mail from its template, without the recipient. */
export function fillMail({ subject, file }: MailTemplate, variables: MailVariables) {
  const values: Record<string, string | undefined> = variables;
  const html = readFileSync(file, 'utf8').replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) =>
    escaped(values[name] ?? ''),
  );
  return { subject, html, text: plainText(html) };
}
