// The mails of the auth service: each from its own file, as HTML and as plain text with the same content.
import { describe, expect, test } from 'vitest';
import { BRAND } from '@/lib/brand';
import { CONFIG } from '@tests/support/database/database-snapshot';
import { mailPage } from '../../../supabase/functions/_shared/mail-page';
import { fillMail } from '../../../supabase/local/auth/templates';

const LINK = 'https://farm.example/auth/v1/verify?token=abc&type=signup';
const PAGE = 'https://farm.example/update-password';
const values = {
  ConfirmationURL: LINK,
  RedirectTo: PAGE,
  TokenHash: 'abc',
  SiteURL: 'https://farm.example',
  Email: 'old@farm.example',
  NewEmail: 'new@farm.example',
};

/** Without the whitespace that a formatter inserts. */
const normalise = (html: string) =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(["<>]) ?/g, '$1')
    .replaceAll(';"', '"');

describe.each(Object.entries(CONFIG.mails))('%s', (name, template) => {
  const mail = fillMail(template, values);

  test('is an HTML page that loads nothing and runs nothing', () => {
    expect(mail.subject).not.toBe('');
    expect(mail.html).toContain(BRAND);
    expect(mail.html).not.toMatch(/\{\{|<script|<img|<link|url\(|javascript:/i);
    expect(mail.html).toContain('lang="en-GB"');
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
  });

  test('has the layout of all our mails', () => {
    const between = (from: string, to: string) => mail.html.split(from)[1]?.split(to)[0]?.trim() ?? '';
    const body = between('</h1>', '</td>');
    const foot = /<p\b[^>]*>([^<]*)<\/p>(?!.*<p\b)/s.exec(mail.html)?.[1]?.trim() ?? '';
    const preview = between('overflow: hidden">', '</div>');
    expect(normalise(mail.html)).toBe(normalise(mailPage({ title: mail.subject, preview, body, foot })));
  });

  test('has the same content as plain text', () => {
    expect(mail.text).not.toMatch(/[<>{}]|&\w+;/);
    expect(mail.text).toContain(BRAND);
    const page = mail.html.replace(/<head[\s\S]*?<\/head>/, '').replaceAll(/<[^>]*>/g, ' ');
    const wordsOf = (text: string) => new Set(text.replaceAll(/https?:\S+/g, '').match(/[A-Za-z]{4,}/g));
    for (const word of wordsOf(mail.text)) expect(page).toContain(word);
    const lines = mail.text.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every((line) => line === line.trim())).toBe(true);
  });

  test('contains its link in full', () => {
    // Only the link of a sign-up may be spent by opening it: the password signs in afterwards, too.
    const links = {
      confirmation: [LINK],
      recovery: [`${PAGE}#token_hash=abc&type=recovery`],
      emailChange: [`${PAGE}#token_hash=abc&type=email_change`],
      knownAddress: ['https://farm.example'],
      passwordChanged: [],
    }[name];
    expect(mail.text.match(/https?:\S+/g) ?? []).toEqual(links);
    for (const link of links ?? []) expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  });
});

test('escapes what a person typed', () => {
  const { html, text } = fillMail(CONFIG.mails.recovery, { ...values, Email: '"<img src=x>"@farm.example' });
  expect(html).not.toContain('<img');
  expect(text).toContain('"<img src=x>"@farm.example');
});
