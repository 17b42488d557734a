// A part of the build: the document of a public page, made of the app's own document.
import { BRAND } from '@/lib/brand';
import { factsOf, type Rendered } from './public-words';
import { usedStyles } from './used-styles';

const text = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Data in a page ends with the page's own mark and with nothing else. */
const data = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');

const nameOf = (title: string) => title.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&');

/** Title, description, and what other sites and machines show of the page. */
function head({ path, title, description }: Rendered, site: string): string {
  const name = nameOf(title);
  const url = site + path;
  const meta = (key: 'property' | 'name', values: Record<string, string>) =>
    Object.entries(values).map(([property, content]) => `<meta ${key}="${property}" content="${text(content)}">`);
  return [
    `<link rel="canonical" href="${text(url)}">`,
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': BRAND,
      'og:locale': 'en_GB',
      'og:title': name,
      'og:description': description,
      'og:url': url,
      'og:image': `${site}/share.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt':
        'Fields from above with a yellow tractor, and the words: Every job, written down before you leave the gate.',
    }),
    ...meta('name', { 'twitter:card': 'summary_large_image' }),
    `<script type="application/ld+json">${data(factsOf(path, name, description, site))}</script>`,
  ].join('');
}

/** The app's document with a page in it. Replacements are functions: a '$' in a text is a '$'. */
export function withPage(html: string, page: Rendered, site: string): string {
  return html
    .replace(/<title>.*?<\/title>/, () => page.title)
    .replace(/<meta\s+name="description"[^>]*>/, () => `<meta name="description" content="${text(page.description)}">`)
    .replace('</head>', () => `${head(page, site)}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.markup}</div>`);
}

/** The script files that a page which is taken over needs, or the app, fetched along with the first one; boot.js reads this. */
export const ahead = (files: readonly string[], name: 'ahead' | 'app' = 'ahead') =>
  `<meta name="${name}" content="${files.map((file) => `/${file}`).join(' ')}">`;

/**
 * The document with the styles that it uses, so that it is painted with the first answer. What a script may draw in it
 * later is in the whole stylesheet, which is asked for after everything else.
 */
export const withStyles = (html: string, css: string, whole: string | null): string =>
  html
    .replace('</head>', () => `<style>${usedStyles(css, html)}</style></head>`)
    .replace('</body>', (end) =>
      whole === null ? end : `<link rel="stylesheet" href="/${whole}" data-whole=""></body>`,
    );

/**
 * A document of its own for a public page. `html` is the app's document as it was before any page was put into it, and
 * without styles. A page that is only read has no script but boot.js.
 */
export function documentOf(
  html: string,
  page: Rendered,
  site: string,
  styles: { css: string; whole: string },
  files: readonly string[],
): string {
  const own = withPage(html, page, site)
    .replace('<html lang="en-GB"', () => `<html lang="en-GB" data-page="${page.path}"`)
    .replace(/\s*<p id="shell-loading">.*?<\/p>/, '')
    // Of signing in; a page with a form of its own has words of its own.
    .replace(/\s*<noscript>\s*<p class="no-script">[\s\S]*?<\/noscript>/, '')
    .replace('</head>', () => '<link rel="manifest" href="/manifest.webmanifest"></head>');
  if (page.taken) {
    return withStyles(
      own.replace('</head>', () => `${ahead(files)}</head>`),
      styles.css,
      styles.whole,
    );
  }
  const still = own
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  return withStyles(still, styles.css, null);
}

/** The addresses that anybody may find, for search engines. */
export const siteMap = (pages: readonly Rendered[], site: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages
    .map(({ path }) => `  <url><loc>${text(site + path)}</loc></url>\n`)
    .join('')}</urlset>\n`;
