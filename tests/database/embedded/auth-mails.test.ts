// The mails of the auth service: each from its own file, as a page and as plain text, and both say the same.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BRAND } from '@/lib/brand';
import { CONFIG } from '@tests/support/database-snapshot';
import { mailPage } from '../../../supabase/functions/_shared/mail-page';
import { fillMail } from '../../../supabase/local/auth-templates';

const LINK = 'https://farm.example/auth/v1/verify?token=abc&type=signup';
const words = {
  ConfirmationURL: LINK,
  SiteURL: 'https://farm.example',
  Email: 'old@farm.example',
  NewEmail: 'new@farm.example',
};

/** Without what a formatter puts between words, signs and lines. */
const bare = (html: string) =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(["<>]) ?/g, '$1')
    .replaceAll(';"', '"');

describe.each(Object.entries(CONFIG.mails))('%s', (name, template) => {
  const mail = fillMail(template, words);

  test('is a page of ours, with nothing to fetch and nothing to run', () => {
    expect(mail.subject).not.toBe('');
    expect(mail.html).toContain(BRAND);
    expect(mail.html).not.toMatch(/\{\{|<script|<img|<link|url\(|javascript:/i);
    expect(mail.html).toContain('lang="en-GB"');
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
  });

  test('stands in the frame of every mail of ours', () => {
    const between = (from: string, to: string) => mail.html.split(from)[1]?.split(to)[0]?.trim() ?? '';
    const body = between('</h1>', '</td>');
    const foot = /<p\b[^>]*>([^<]*)<\/p>(?!.*<p\b)/s.exec(mail.html)?.[1]?.trim() ?? '';
    const preview = between('overflow: hidden">', '</div>');
    expect(bare(mail.html)).toBe(bare(mailPage({ title: mail.subject, preview, body, foot })));
  });

  test('says as plain text what the page says', () => {
    expect(mail.text).not.toMatch(/[<>{}]|&\w+;/);
    expect(mail.text).toContain(BRAND);
    const page = mail.html.replace(/<head[\s\S]*?<\/head>/, '').replaceAll(/<[^>]*>/g, ' ');
    const wordsOf = (text: string) => new Set(text.replaceAll(/https?:\S+/g, '').match(/[A-Za-z]{4,}/g));
    for (const word of wordsOf(mail.text)) expect(page).toContain(word);
    const linesOf = mail.text.split('\n').filter((line) => line.trim() !== '');
    expect(linesOf.length).toBeGreaterThan(3);
    expect(linesOf.every((line) => line === line.trim())).toBe(true);
  });

  test('carries its link whole', () => {
    const links = mail.text.match(/https?:\S+/g) ?? [];
    const [withLink, withSite] = [
      readFileSync(template.file, 'utf8').includes('.ConfirmationURL'),
      name === 'knownAddress',
    ];
    expect(links).toEqual(withLink ? [LINK] : withSite ? ['https://farm.example'] : []);
    if (withLink) expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
  });
});

test('what a person typed is text in a mail', () => {
  const { html, text } = fillMail(CONFIG.mails.recovery, { ...words, Email: '"<img src=x>"@farm.example' });
  expect(html).not.toContain('<img');
  expect(text).toContain('"<img src=x>"@farm.example');
});
